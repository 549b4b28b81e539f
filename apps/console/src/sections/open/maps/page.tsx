import { allows } from '@kianda/contract';
import { findMap, openMap, type SavedMap } from '@kianda/contract/open/maps/maps.contract';
import { createMapLink } from '@kianda/contract/open/maps/public-maps.contract';
import { PageHeader, PageStack, PanelFailure, SkeletonCards, StatusPill } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { copyLink } from './copy-link.ts';
import { type Draft, MapEditor } from './map-editor.tsx';
import { MapList } from './map-list.tsx';
import { MapPage } from './map-page.tsx';
import { mapsSearchSchema } from './maps-search.ts';
import { PublicLinks } from './public-links.tsx';
import { mapsTexts as texts } from './texts.pt.ts';

/** Section `maps`: saved maps and their sharing. */
export default function MapsPage() {
  const [search, change] = useSectionSearch(mapsSearchSchema);
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft !== null) {
    return (
      <div className={touch.touch}>
        <MapEditor
          draft={draft}
          onDone={(id) => {
            setDraft(null);
            change({ map: id ?? undefined });
          }}
        />
      </div>
    );
  }
  return (
    <div className={touch.touch}>
      {search.map === undefined ? (
        <MapList search={search} onSearch={change} onEdit={setDraft} />
      ) : (
        <OneMap id={search.map} onBack={() => change({ map: undefined })} onEdit={setDraft} />
      )}
    </div>
  );
}

function OneMap(props: { readonly id: string; readonly onBack: () => void; readonly onEdit: (map: SavedMap) => void }) {
  const { id, onBack, onEdit } = props;
  const { role } = useAccount();
  const result = useEndpoint(findMap, { params: { id } });
  const opened = useAction(openMap);
  const { run } = opened;
  useEffect(() => void run({ params: { id } }, { offline: 'fail' }), [run, id]);
  const map = result.sourced?.value;
  if (map === undefined) {
    return result.error === null ? (
      <SkeletonCards count={1} />
    ) : (
      <PageStack>
        <PanelFailure error={{ ...result.error, message: texts.notFound }} onRetry={result.refresh} />
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </PageStack>
    );
  }
  return (
    <PageStack>
      <PageHeader
        description={map.description === '' ? map.name : `${map.name}: ${map.description}`}
        mark={<StatusPill tone="info">{texts.accesses[map.access]}</StatusPill>}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={onBack}>
              {texts.back}
            </Button>
            <Button variant="default" onClick={() => void copyLink(map.id)}>
              {texts.copy}
            </Button>
            {map.isMine ? (
              <Button variant="default" onClick={() => onEdit(map)}>
                {texts.edit}
              </Button>
            ) : null}
          </Group>
        }
      />
      <MapPage title={map.name} definition={map.definition} height={760} />
      {map.isMine && allows(createMapLink.access, role) ? <PublicLinks map={map} /> : null}
    </PageStack>
  );
}

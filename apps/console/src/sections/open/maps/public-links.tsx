import type { DataOf } from '@kianda/contract';
import type { SavedMap } from '@kianda/contract/open/maps/maps.contract';
import {
  createMapLink,
  listMapLinks,
  previewMapLink,
  revokeMapLink,
} from '@kianda/contract/open/maps/public-maps.contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { LinkList } from '../../shared/public-links/link-list.tsx';
import { copyText, MadeLink } from '../../shared/public-links/made-link.tsx';
import { NewLink } from '../../shared/public-links/new-link.tsx';
import { publicLinkTexts as texts } from '../../shared/public-links/texts.pt.ts';
import styles from './maps.module.css';

const changed = [listMapLinks] as const;
type Made = DataOf<typeof createMapLink>;

/** Links that open a map without an account: their list, and dialogs to make and revoke them. */
export function PublicLinks({ map }: { readonly map: SavedMap }) {
  const links = useEndpoint(listMapLinks, { query: { map: map.id } });
  const revoke = useAction(revokeMapLink, changed);
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <LinkList
        source={links}
        onMake={() => setIsMaking(true)}
        onRevoke={async ({ id }) => {
          const outcome = await revoke.run({ params: { linkId: id } }, { offline: 'fail' });
          return outcome.state === 'failed' ? outcome.failure.message : null;
        }}
      />
      {isMaking ? (
        <MakeLink map={map} embedOrigins={links.sourced?.value.embedOrigins ?? []} onClose={() => setIsMaking(false)} />
      ) : null}
    </>
  );
}

type MakeProps = {
  readonly map: SavedMap;
  readonly embedOrigins: readonly string[];
  readonly onClose: () => void;
};

function MakeLink({ map, embedOrigins, onClose }: MakeProps) {
  const make = useAction(createMapLink, changed);
  const [made, setMade] = useState<Made | null>(null);
  if (made !== null) return <MadeMapLink map={map} made={made} embedOrigins={embedOrigins} onClose={onClose} />;
  return (
    <NewLink
      name={map.name}
      about={<ShownLayers map={map} />}
      isRunning={make.isRunning}
      make={(body) => make.run({ params: { id: map.id }, body }, { offline: 'fail' })}
      onMade={setMade}
      onClose={onClose}
    />
  );
}

/** Layers that visitors see, and those that they don't, with why. */
function ShownLayers({ map }: Pick<MakeProps, 'map'>) {
  const layers = useEndpoint(previewMapLink, { params: { id: map.id } }).sourced?.value;
  if (layers === undefined) return null;
  return (
    <>
      <p>
        <strong>{texts.shown}</strong> {layers.shown.length === 0 ? texts.onlySea : layers.shown.join(', ')}.
      </p>
      {layers.refused.length === 0 ? null : (
        <div>
          <strong>{texts.refused}</strong>
          <ul className={styles.refused}>
            {layers.refused.map(({ layer, title, reason }) => (
              <li key={layer}>
                {title}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** HTML that shows a map in a page of another site. */
export function embedSnippet(title: string, embedUrl: string): string {
  const safe = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${embedUrl}" title="${safe}" width="100%" height="560" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`;
}

type MadeProps = MakeProps & { readonly made: Made };

function MadeMapLink({ map, made, embedOrigins, onClose }: MadeProps) {
  const snippet = embedSnippet(map.name, made.embedUrl);
  return (
    <MadeLink
      url={made.url}
      onClose={onClose}
      more={
        <Textarea
          label={texts.snippet}
          description={embedOrigins.length === 0 ? texts.noEmbed : texts.embedFrom(embedOrigins)}
          value={snippet}
          readOnly
          rows={4}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      }
      moreActions={
        <Button variant="default" onClick={() => void copyText(snippet)}>
          {texts.copySnippet}
        </Button>
      }
    />
  );
}

import type { DataOf } from '@kianda/contract';
import {
  createModelMapLink,
  listModelMapLinks,
  revokeModelMapLink,
} from '@kianda/contract/models/maps/map-links.contract';
import type { ModelMap } from '@kianda/contract/models/maps/maps.contract';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { LinkList } from '../../../shared/public-links/link-list.tsx';
import { MadeLink } from '../../../shared/public-links/made-link.tsx';
import { NewLink } from '../../../shared/public-links/new-link.tsx';
import { mapTexts as texts } from '../maps.texts.pt.ts';

const changed = [listModelMapLinks] as const;
type Props = { readonly map: ModelMap };

/** Links that open a map of a model without an account. */
export default function MapLinks({ map }: Props) {
  const links = useEndpoint(listModelMapLinks, { query: { map: map.id } });
  const revoke = useAction(revokeModelMapLink, changed);
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <LinkList
        source={links}
        onMake={() => setMaking(true)}
        onRevoke={async ({ id }) => {
          const outcome = await revoke.run({ params: { linkId: id } }, { offline: 'fail' });
          return outcome.state === 'failed' ? outcome.failure.message : null;
        }}
      />
      {isMaking ? <MakeLink map={map} onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function MakeLink({ map, onClose }: Props & { readonly onClose: () => void }) {
  const make = useAction(createModelMapLink, changed);
  const [made, setMade] = useState<DataOf<typeof createModelMapLink> | null>(null);
  if (made !== null) return <MadeLink url={made.url} onClose={onClose} />;
  const sources = map.sources.map(({ name, licence }) => texts.sources(name, licence));
  return (
    <NewLink
      name={texts.name(modelTypes[map.modelType], formatNumber(map.version))}
      about={
        <>
          <p>{texts.links.about}</p>
          {sources.length === 0 ? null : <p>{texts.links.sources(sources.join('; '))}</p>}
        </>
      }
      isRunning={make.isRunning}
      make={(body) => make.run({ params: { id: map.id }, body }, { offline: 'fail' })}
      onMade={setMade}
      onClose={onClose}
    />
  );
}

import * as contract from '@kianda/contract/models/maps/map-links.contract';
import { type Bindings, bind } from '../../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../../platform/http/own-provenance.ts';
import { learnedProvenance } from '../../learned-provenance.rules.ts';
import type { ModelContext } from '../../models.context.ts';
import type { MapLinks } from './links.service.ts';

export function mapLinkBindings(context: ModelContext, links: MapLinks): Bindings {
  const own = () => ownProvenance(context.platform.clock);
  return [
    bind(contract.listModelMapLinks, async ({ query, principal }) => ({
      data: { links: await links.list(query.map, principal) },
      provenance: own(),
    })),
    bind(contract.createModelMapLink, async (c) => ({
      data: await links.create(c.params.id, c.body, c),
      provenance: own(),
      status: 201 as const,
    })),
    bind(contract.revokeModelMapLink, async (c) => {
      await links.revoke(c.params.linkId, c);
      return { data: { revoked: true as const }, provenance: own() };
    }),
    bind(contract.publicModelMap, async ({ params }) => {
      const data = await links.open(params.token);
      return { data, provenance: learnedProvenance(context, data.isSimulated) };
    }),
    bind(contract.publicModelMapGrid, async ({ params, query }) => {
      const { grid, isSimulated } = await links.publicGrid(params.token, query.band);
      return { data: grid, provenance: learnedProvenance(context, isSimulated) };
    }),
    bind(contract.publicModelMapTile, ({ params: { token, band, ...address } }) =>
      links.publicTile(token, band, address),
    ),
  ];
}

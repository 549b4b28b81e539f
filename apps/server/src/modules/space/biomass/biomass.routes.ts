import type { QueryOf } from '@kianda/contract';
import * as contract from '@kianda/contract/space/biomass/biomass.contract';
import { biomassRunResource, biomassZoneResource } from '@kianda/contract/space/biomass/biomass.resource';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { BiomassContext } from './biomass.context.ts';
import type { BiomassService } from './biomass.service.ts';
import { createRealtimeFile } from './realtime-file.service.ts';
import type { Runs } from './runs.service.ts';

type Parts = { readonly service: BiomassService; readonly runs: Runs };

export function biomassBindings(context: BiomassContext, { service, runs }: Parts): Bindings {
  const { platform, audit } = context;
  const { clock } = platform;
  const realtimeFile = createRealtimeFile(context);
  const own = () => ownProvenance(clock);
  return [
    bind(contract.qgisBiomass, () => service.summary()),
    bind(contract.biomassOverview, ({ query }) => service.overview(query.run)),
    bind(contract.startBiomass, async (c) => ({
      ...{ data: await runs.start(c.body.days, c), provenance: own(), status: 202 as const },
    })),
    bind(contract.cancelBiomass, async (c) => ({ data: await runs.cancel(c.params.id, c), provenance: own() })),
    bind(contract.listBiomassRuns, async ({ query }) => ({ data: await service.runs(query), provenance: own() })),
    bind(contract.exportBiomassRuns, listExport(biomassRunResource, { clock, audit, read: service.runs })),
    bind(contract.listBiomassZones, async ({ query }) => ({
      data: await service.zones(query),
      provenance: await service.origin(query.run),
    })),
    bind(
      contract.exportBiomassZones,
      listExport(biomassZoneResource, {
        ...{ clock, audit },
        read: async (query: QueryOf<typeof contract.listBiomassZones>) => ({
          ...(await service.zones(query)),
          provenance: await service.origin(query.run),
        }),
      }),
    ),
    bind(contract.biomassGrid, ({ query }) => service.grid(query)),
    bind(contract.biomassFile, (c) => service.file(c.query.run, c)),
    bind(contract.realtimeCopernicus, async () => {
      const { body, provenance: origin } = await realtimeFile();
      return { body, provenance: origin, headers: { 'cache-control': 'no-cache' } };
    }),
  ];
}

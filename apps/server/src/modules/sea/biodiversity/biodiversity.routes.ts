import { type QueryOf, worstProvenance } from '@kianda/contract';
import {
  biodiversitySummary,
  listOccurrences,
  listTaxa,
  taxonById,
} from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { exportSpecies, listSpecies, speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { speciesResource } from '@kianda/contract/sea/biodiversity/species.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import type { BiodiversityRepository } from './biodiversity.repository.ts';
import type { BiodiversityService } from './biodiversity.service.ts';
import { commonNameOf } from './common-name.rules.ts';
import type { SpeciesService } from './species.service.ts';
import type { TaxaService } from './taxa.service.ts';

export function biodiversityBindings({
  service,
  repository,
  taxa,
  species,
  clock,
  audit,
}: {
  service: BiodiversityService;
  repository: BiodiversityRepository;
  taxa: TaxaService;
  species: SpeciesService;
  clock: Clock;
  audit: ListRecorder | undefined;
}): Bindings {
  const provenanceOfList = async () =>
    worstProvenance([await service.registerProvenance(), (await service.summary()).provenance]);
  return [
    bind(listSpecies, async ({ query }) => ({
      data: await species.page(query),
      provenance: await provenanceOfList(),
    })),
    bind(
      exportSpecies,
      listExport(speciesResource, {
        ...{ clock, audit },
        read: async (query: QueryOf<typeof listSpecies>) => ({
          ...(await species.page(query)),
          provenance: await provenanceOfList(),
        }),
      }),
    ),
    bind(speciesProfile, async ({ params }) => ({
      data: await species.profile(params.aphiaId),
      provenance: (await service.summary()).provenance,
    })),
    bind(biodiversitySummary, async () => {
      const { value, provenance } = await service.summary();
      return { data: value, provenance };
    }),
    bind(listOccurrences, async ({ query }) => {
      const { west, south, east, north, limit, offset } = query;
      const rows = await repository.within([west, south, east, north], limit, offset);
      const { provenance } = await service.summary();
      return { data: { type: 'FeatureCollection' as const, features: rows.map(featureOf) }, provenance };
    }),
    bind(listTaxa, async ({ query }) => {
      const data = await taxa.search(query);
      const provenance = await provenanceOfList();
      return { data, provenance };
    }),
    bind(taxonById, async ({ params }) => {
      const data = await taxa.byId(params.aphiaId);
      const recorded = (await service.summary()).provenance;
      return {
        data,
        provenance: await service.registerProvenance(),
        fields: { occurrences: recorded, recordsBySource: recorded, redListCategory: recorded },
      };
    }),
  ];
}

type OccurrenceRow = Awaited<ReturnType<BiodiversityRepository['within']>>[number];

function featureOf(row: OccurrenceRow) {
  return {
    type: 'Feature' as const,
    id: row.source_id,
    geometry: { type: 'Point' as const, coordinates: [row.lon, row.lat] as [number, number] },
    properties: {
      scientificName: row.scientific_name,
      aphiaId: row.aphia_id,
      vernacularName: commonNameOf(row.scientific_name, row.vernacular),
      class: row.class,
      depthMeters: row.depth_meters,
      eventDate: row.event_date,
      dataset: row.dataset_id,
      source: row.source,
      licence: row.licence,
    },
  };
}

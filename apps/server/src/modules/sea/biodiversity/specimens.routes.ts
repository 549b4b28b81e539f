import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import { exportSpecimens, listSpecimens, measuredSpecies } from '@kianda/contract/sea/biodiversity/specimens.contract';
import { type Specimen, specimenResource } from '@kianda/contract/sea/biodiversity/specimens.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import type { AbsenceOf, DataSource, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { commonNameOf } from './common-name.rules.ts';
import { searchText } from './register.repository.ts';
import type { SpecimenList, SpecimenRow } from './specimen-list.repository.ts';
import type { SpecimenRepository } from './specimens.repository.ts';
import { namesInPortuguese } from './taxa.service.ts';

const source: DataSource = { connectorId: 'angola-inipm', streamId: 'amostragem' };

/** Animals that the national institute measured, and their species. */
export function specimenBindings({
  specimens,
  list,
  clock,
  audit,
  provenanceOf,
  absenceOf,
}: {
  readonly specimens: SpecimenRepository;
  readonly list: SpecimenList;
  readonly clock: Clock;
  readonly audit: ListRecorder | undefined;
  readonly provenanceOf: ProvenanceOf;
  readonly absenceOf: AbsenceOf;
}): Bindings {
  async function provenance(): Promise<Provenance> {
    const newest = await specimens.newest();
    if (newest === undefined) {
      const reason = await absenceOf({ subject: 'Sem amostragem biológica', sources: [source] });
      return { state: 'fallback', reason };
    }
    return provenanceOf({
      ...{ connectorId: newest.connector_id, streamId: newest.stream_id },
      ...{ retrievedAtMs: newest.retrieved_at.getTime(), simulatedSeed: newest.simulated_seed },
      observedAtMs: Date.parse(newest.taken_on),
    });
  }

  async function page(query: QueryOf<typeof listSpecimens>): Promise<DataOf<typeof listSpecimens>> {
    const search = searchText(query.search ?? '');
    const named = search === '' ? [] : namesInPortuguese(search);
    const { rows, total } = await list.page(listPageOf({ ...query, search }), named);
    return pageAnswer(rows.map(specimenOf), total, query);
  }

  return [
    bind(listSpecimens, async ({ query }) => ({ data: await page(query), provenance: await provenance() })),
    bind(
      exportSpecimens,
      listExport(specimenResource, {
        ...{ clock, audit },
        read: async (query: QueryOf<typeof listSpecimens>) => ({
          ...(await page(query)),
          provenance: await provenance(),
        }),
      }),
    ),
    bind(measuredSpecies, async ({ query }) => ({
      data: { species: await specimens.bySpecies(query.limit) },
      provenance: await provenance(),
    })),
  ];
}

function specimenOf(row: SpecimenRow): Specimen {
  return {
    ...{ id: row.id, survey: row.survey, station: row.station, scientificName: row.scientific_name },
    commonName: commonNameOf(row.scientific_name, null),
    ...{ date: row.day, longitude: row.lon, latitude: row.lat, depthMeters: row.depth_meters, gear: row.gear },
    ...{ lengthCentimeters: row.length_centimeters, lengthKind: row.length_kind, weightGrams: row.weight_grams },
    ...{ sex: row.sex, maturity: row.maturity, habitat: row.habitat, behaviour: row.behaviour },
    isSimulated: row.simulated_seed !== null,
  };
}

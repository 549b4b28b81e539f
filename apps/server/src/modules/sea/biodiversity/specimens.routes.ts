import type { Provenance } from '@kianda/contract';
import { measuredSpecies } from '@kianda/contract/sea/biodiversity/specimens.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { AbsenceOf, DataSource, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { SpecimenRepository } from './specimens.repository.ts';

const source: DataSource = { connectorId: 'angola-inipm', streamId: 'amostragem' };

/** Species that the national institute measured. */
export function specimenBindings({
  specimens,
  provenanceOf,
  absenceOf,
}: {
  readonly specimens: SpecimenRepository;
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

  return [
    bind(measuredSpecies, async ({ query }) => ({
      data: { species: await specimens.bySpecies(query.limit) },
      provenance: await provenance(),
    })),
  ];
}

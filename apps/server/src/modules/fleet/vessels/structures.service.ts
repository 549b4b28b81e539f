import type { FixedStructure } from '@kianda/connectors';
import { type DataOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import type { fixedStructures } from '@kianda/contract/fleet/vessels/vessels.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AbsenceOf, MissingData, ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import type { StructureRepository, StructureRow } from './structures.repository.ts';
import { attribution } from './vessels.service.ts';

const missing: MissingData = {
  subject: 'Sem estruturas fixas no mar',
  sources: [{ connectorId: 'gfw', streamId: 'structures' }],
};

type Deps = {
  readonly repository: StructureRepository;
  readonly provenanceOf: ProvenanceOf;
  readonly absenceOf: AbsenceOf;
  readonly clock: Clock;
};

/** Structures that stand in the sea, as satellites found them. */
export function createStructureService({ repository, provenanceOf, absenceOf, clock }: Deps) {
  return {
    async structures({ at }: QueryOf<typeof fixedStructures>): Promise<{
      data: DataOf<typeof fixedStructures>;
      provenance: Provenance;
      missing?: Readonly<Record<string, string>>;
    }> {
      const all = await repository.all();
      const newestMs = newestOf(all.map(({ started_at: start, ended_at: end }) => [start, end]));
      const dataTo = newestMs === null ? null : new Date(newestMs).toISOString();
      if (all.length === 0) {
        const reason = await absenceOf(missing);
        return {
          data: { structures: [], dataTo, retrievedAt: null, attribution },
          provenance: { state: 'fallback', reason },
          missing: { structures: reason },
        };
      }
      const rows = await repository.standing(new Date(at ?? clock.nowMs()));
      const retrievedAtMs = Math.max(...all.map((row) => row.retrieved_at.getTime()));
      const origins = new Map(all.map((row) => [`${row.connector_id}|${row.stream_id}|${row.simulated_seed}`, row]));
      const provenance = worstProvenance(
        await Promise.all(
          [...origins.values()].map((row) =>
            provenanceOf({
              connectorId: row.connector_id,
              streamId: row.stream_id,
              observedAtMs: newestMs,
              retrievedAtMs,
              simulatedSeed: row.simulated_seed,
            }),
          ),
        ),
      );
      return {
        data: { structures: rows.map(viewOf), dataTo, retrievedAt: new Date(retrievedAtMs).toISOString(), attribution },
        provenance,
      };
    },
  };
}

export type StructureService = ReturnType<typeof createStructureService>;

const viewOf = (row: StructureRow) => ({
  id: row.structure_id,
  lon: row.lon,
  lat: row.lat,
  label: row.label,
  confidence: row.confidence,
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  simulated: row.simulated_seed !== null,
});

function newestOf(pairs: readonly (readonly (Date | null)[])[]): number | null {
  const times = pairs.flat().flatMap((date) => (date === null ? [] : [date.getTime()]));
  return times.length === 0 ? null : times.reduce((newest, ms) => Math.max(newest, ms));
}

/**
 * Stores structures as the connector delivers them. They are observed when they are retrieved: the provider tells which
 * stand then, whenever each was first seen.
 */
export function structureSink(repository: Pick<StructureRepository, 'upsert'>): Sink<FixedStructure> {
  return async (records, origin) => {
    const written = await repository.upsert(records, origin);
    return {
      written,
      duplicates: records.length - written,
      newestObservedMs: records.length === 0 ? null : origin.retrievedAtMs,
    };
  };
}

import type { OccurrenceRecord } from '@kianda/connectors';
import type { Provenance, Sourced } from '@kianda/contract';
import { biodiversitySummary, listOccurrences } from '@kianda/contract/biodiversity/biodiversity.contract';
import { bind } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { ProvenanceOf, Sink } from '../connectors/index.ts';
import { biodiversityMigrations } from './biodiversity.migrations.ts';
import { createBiodiversityRepository } from './biodiversity.repository.ts';

const notYet: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem ocorrências: aguarda a primeira execução do conector OBIS.',
};

export type BiodiversityModule = Module & {
  readonly sink: Sink<OccurrenceRecord>;
  /** Distinct species recorded. */
  speciesCount(): Promise<Sourced<number>>;
};

/** Front door of biodiversity: taxa and their occurrences. */
export function createBiodiversity(options: { platform: Platform; provenanceOf: ProvenanceOf }): BiodiversityModule {
  const repository = createBiodiversityRepository(options.platform.database);

  async function totals() {
    const row = await repository.totals();
    const known = row !== undefined && row.retrieved_at !== null && row.connector_id !== null;
    const provenance = known
      ? await options.provenanceOf({
          connectorId: row.connector_id,
          streamId: row.stream_id,
          // Occurrences are published long after the event: their currency is that of the last sweep.
          observedAtMs: row.retrieved_at.getTime(),
          retrievedAtMs: row.retrieved_at.getTime(),
          simulatedSeed: row.simulated_seed,
        })
      : notYet;
    return { row, provenance };
  }

  return {
    name: 'biodiversity',
    migrations: biodiversityMigrations,
    sink: async (records, origin) => {
      const written = await repository.upsert(origin.connectorId, records, origin);
      return { written, duplicates: records.length - written, newestObservedMs: origin.retrievedAtMs };
    },
    async speciesCount() {
      const { row, provenance } = await totals();
      return { value: row?.species ?? 0, provenance };
    },
    bindings: [
      bind(biodiversitySummary, async () => {
        const [{ row, provenance }, byPhylum, byClass, byYear] = await Promise.all([
          totals(),
          repository.countsBy('phylum'),
          repository.countsBy('class'),
          repository.countsByYear(),
        ]);
        return {
          data: {
            species: row?.species ?? 0,
            occurrences: row?.occurrences ?? 0,
            datasets: row?.datasets ?? 0,
            threatened_species: row?.threatened ?? 0,
            first_year: row?.first_year ?? null,
            last_year: row?.last_year ?? null,
            by_phylum: byPhylum,
            by_class: byClass,
            by_year: byYear,
            last_occurrence_at: row?.last_event?.toISOString() ?? null,
          },
          provenance,
        };
      }),
      bind(listOccurrences, async ({ query }) => {
        const rows = await repository.within([query.west, query.south, query.east, query.north], query.limit);
        const { provenance } = await totals();
        return {
          data: {
            type: 'FeatureCollection' as const,
            features: rows.map((row) => ({
              type: 'Feature' as const,
              id: row.source_id,
              geometry: { type: 'Point' as const, coordinates: [row.lon, row.lat] as [number, number] },
              properties: {
                scientificName: row.scientific_name,
                class: row.class,
                depthMeters: row.depth_meters,
                eventDate: row.event_date,
                dataset: row.dataset_id,
              },
            })),
          },
          provenance,
        };
      }),
    ],
  };
}

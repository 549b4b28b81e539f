import type { OccurrenceRecord } from '@kianda/connectors';
import type { DataOf, Provenance, Sourced } from '@kianda/contract';
import { biodiversitySummary, listOccurrences } from '@kianda/contract/biodiversity/biodiversity.contract';
import { createCache } from '../../platform/cache/cache.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { type ProvenanceOf, type Sink, whenStored } from '../connectors/index.ts';
import { biodiversityMigrations } from './biodiversity.migrations.ts';
import { createBiodiversityRepository } from './biodiversity.repository.ts';
import { summarise } from './summary.ts';

type Summary = DataOf<typeof biodiversitySummary>;

/** The counts read every occurrence: at most this often, unless new ones were stored by this installation. */
const countsKeptMs = 30_000;

const notYet: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem ocorrências: aguarda a primeira execução do conector OBIS.',
};

export { createTracks } from './tracks.module.ts';

export type BiodiversityModule = Module & {
  readonly sink: Sink<OccurrenceRecord>;
  /** Distinct species recorded. */
  speciesCount(): Promise<Sourced<number>>;
};

/** Front door of biodiversity: taxa and their occurrences. */
export function createBiodiversity(options: { platform: Platform; provenanceOf: ProvenanceOf }): BiodiversityModule {
  const { clock, database } = options.platform;
  const repository = createBiodiversityRepository(database);

  const counts = createCache<{ data: Summary; origin: Awaited<ReturnType<typeof repository.newest>> }>({
    clock,
    ttlMs: countsKeptMs,
    maxStaleMs: 10 * countsKeptMs,
    maxEntries: 1,
  });
  let unsubscribe: (() => void) | null = null;

  /** Counts over all occurrences, and where they come from. */
  async function summary(): Promise<Sourced<Summary>> {
    const { data, origin } = (
      await counts.get('', async () => {
        const [taxa, years, datasets, newest] = await Promise.all([
          repository.taxonCounts(),
          repository.countsByYear(new Date(clock.nowMs())),
          repository.datasetCount(),
          repository.newest(),
        ]);
        return { data: summarise(taxa, years, datasets), origin: newest };
      })
    ).value;
    if (origin === undefined) return { value: data, provenance: notYet };
    const provenance = await options.provenanceOf({
      connectorId: origin.connector_id,
      streamId: origin.stream_id,
      // Occurrences are published long after the event: their currency is that of the last sweep.
      observedAtMs: origin.retrieved_at.getTime(),
      retrievedAtMs: origin.retrieved_at.getTime(),
      simulatedSeed: origin.simulated_seed,
    });
    return { value: data, provenance };
  }

  return {
    name: 'biodiversity',
    migrations: biodiversityMigrations,
    sink: async (records, origin) => {
      const written = await repository.upsert(origin.connectorId, records, origin);
      return { written, duplicates: records.length - written, newestObservedMs: origin.retrievedAtMs };
    },
    async speciesCount() {
      const { value, provenance } = await summary();
      return { value: value.species, provenance };
    },
    async start() {
      unsubscribe = whenStored(options.platform.events, 'occurrence', () => counts.clear());
    },
    async stop() {
      unsubscribe?.();
    },
    bindings: [
      bind(biodiversitySummary, async () => {
        const { value, provenance } = await summary();
        return { data: value, provenance };
      }),
      bind(listOccurrences, async ({ query }) => {
        const rows = await repository.within([query.west, query.south, query.east, query.north], query.limit);
        const { provenance } = await summary();
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

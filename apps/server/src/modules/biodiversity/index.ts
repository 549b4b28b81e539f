import type { OccurrenceRecord, TaxonRecord, WantedTaxon } from '@kianda/connectors';
import { type DataOf, type Provenance, type Sourced, worstProvenance } from '@kianda/contract';
import {
  biodiversitySummary,
  listOccurrences,
  listTaxa,
  taxonById,
} from '@kianda/contract/biodiversity/biodiversity.contract';
import { createCache } from '../../platform/cache/cache.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { type ProvenanceOf, type Sink, whenStored } from '../connectors/index.ts';
import { occurrenceFeatures } from './biodiversity.features.ts';
import { biodiversityMigrations } from './biodiversity.migrations.ts';
import { createBiodiversityRepository } from './biodiversity.repository.ts';
import { occurrenceCollection } from './collection.ts';
import { createRegisterRepository } from './register.repository.ts';
import { summarise } from './summary.ts';
import { createTaxaService } from './taxa.service.ts';

type Summary = DataOf<typeof biodiversitySummary>;

/** The counts read every occurrence: at most this often, unless new ones were stored by this installation. */
const countsKeptMs = 30_000;

const notYet: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem ocorrências: aguarda a primeira execução dos conectores OBIS e GBIF.',
};
const noRegister: Provenance = {
  state: 'fallback',
  reason: 'Registo de espécies ainda vazio: aguarda a primeira execução do conector WoRMS.',
};

export { createTracks } from './tracks.module.ts';

export type BiodiversityModule = Module & {
  readonly sink: Sink<OccurrenceRecord>;
  readonly taxonSink: Sink<TaxonRecord>;
  /** Distinct species recorded. */
  speciesCount(): Promise<Sourced<number>>;
  /** Names that occurrences have and the register was not asked for yet, most recorded first. */
  wantedTaxa(): Promise<readonly WantedTaxon[]>;
};

type StoredOrigin = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly retrieved_at: Date;
  readonly simulated_seed: number | null;
};

/** Front door of biodiversity: taxa, their names in the register, and their occurrences. */
export function createBiodiversity(options: { platform: Platform; provenanceOf: ProvenanceOf }): BiodiversityModule {
  const { clock, database } = options.platform;
  const repository = createBiodiversityRepository(database);
  const register = createRegisterRepository(database);
  const taxa = createTaxaService(database);

  const counts = createCache<{ data: Summary; origins: readonly StoredOrigin[] }>({
    name: 'biodiversity/counts',
    clock,
    ttlMs: countsKeptMs,
    maxStaleMs: 10 * countsKeptMs,
    maxEntries: 1,
  });
  const subscriptions: (() => void)[] = [];

  /** Occurrences are published long after the event, names long after they were given: both are as current as their last sweep. */
  const sweptOrigin = (origin: StoredOrigin): Promise<Provenance> =>
    options.provenanceOf({
      connectorId: origin.connector_id,
      streamId: origin.stream_id,
      observedAtMs: origin.retrieved_at.getTime(),
      retrievedAtMs: origin.retrieved_at.getTime(),
      simulatedSeed: origin.simulated_seed,
    });

  /** Counts over all occurrences, and where they come from: all providers of occurrences, and the register that joins names. */
  async function summary(): Promise<Sourced<Summary>> {
    const { data, origins } = (
      await counts.get('', async () => {
        const [names, years, datasets, sources, occurrenceOrigins, registerOrigin] = await Promise.all([
          repository.taxonCounts(),
          repository.countsByYear(new Date(clock.nowMs())),
          repository.datasetCount(),
          repository.sourceCounts(),
          repository.origins(),
          register.origin(),
        ]);
        const used = registerOrigin === undefined || occurrenceOrigins.length === 0 ? [] : [registerOrigin];
        return { data: summarise(names, years, datasets, sources), origins: [...occurrenceOrigins, ...used] };
      })
    ).value;
    if (origins.length === 0) return { value: data, provenance: notYet };
    return { value: data, provenance: worstProvenance(await Promise.all(origins.map(sweptOrigin))) };
  }

  async function registerProvenance(): Promise<Provenance> {
    const origin = await register.origin();
    return origin === undefined ? noRegister : sweptOrigin(origin);
  }

  return {
    name: 'biodiversity',
    migrations: biodiversityMigrations,
    collections: [occurrenceCollection(database)],
    sink: async (records, origin) => {
      const written = await repository.upsert(origin.connectorId, records, origin);
      return { written, duplicates: records.length - written, newestObservedMs: origin.retrievedAtMs };
    },
    taxonSink: async (records, origin) => {
      const written = await register.upsert(records, origin);
      return { written, duplicates: records.length - written, newestObservedMs: origin.retrievedAtMs };
    },
    async speciesCount() {
      const { value, provenance } = await summary();
      return { value: value.species, provenance };
    },
    wantedTaxa: () => register.wanted(),
    featureCollections: [occurrenceFeatures(database, async () => (await summary()).provenance)],
    async start() {
      for (const kind of ['occurrence', 'taxon'] as const)
        subscriptions.push(whenStored(options.platform.events, kind, () => counts.clear()));
    },
    async stop() {
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
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
                aphiaId: row.aphia_id,
                vernacularName: row.vernacular,
                class: row.class,
                depthMeters: row.depth_meters,
                eventDate: row.event_date,
                dataset: row.dataset_id,
                source: row.source,
                licence: row.licence,
              },
            })),
          },
          provenance,
        };
      }),
      bind(listTaxa, async ({ query }) => {
        const data = await taxa.search(query);
        const provenance = worstProvenance([await registerProvenance(), (await summary()).provenance]);
        return { data, provenance };
      }),
      bind(taxonById, async ({ params }) => {
        const data = await taxa.byId(params.aphiaId);
        const recorded = (await summary()).provenance;
        return {
          data,
          provenance: await registerProvenance(),
          fields: { occurrences: recorded, recordsBySource: recorded, redListCategory: recorded },
        };
      }),
    ],
  };
}

import type { OccurrenceRecord } from '@kianda/connectors';
import { type DataOf, type Provenance, type Sourced, worstProvenance } from '@kianda/contract';
import type { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Platform } from '../../../platform/module.ts';
import {
  type AbsenceOf,
  type MissingData,
  newestTimeMs,
  type ProvenanceOf,
  type Sink,
  whenStored,
} from '../../ingestion/connectors/index.ts';
import type { BiodiversityRepository } from './biodiversity.repository.ts';
import type { RegisterRepository } from './register.repository.ts';
import { summarise } from './summary.rules.ts';

export type Summary = DataOf<typeof biodiversitySummary>;

/** The counts read every occurrence: at most this often, unless new ones were stored by this installation. */
const countsTtlMs = 30_000;

const missingOccurrences: MissingData = {
  subject: 'Sem ocorrências',
  sources: [
    { connectorId: 'obis', streamId: 'occurrences' },
    { connectorId: 'gbif', streamId: 'occurrences' },
  ],
};
const missingRegister: MissingData = {
  subject: 'Registo de espécies vazio',
  sources: [{ connectorId: 'worms', streamId: 'taxa' }],
};

type StoredOrigin = {
  readonly connector_id: string;
  readonly stream_id: string;
  /** Newest time of the rows themselves; null where none has any. */
  readonly observed_at: Date | null;
  readonly retrieved_at: Date;
  readonly simulated_seed: number | null;
};

export type BiodiversityService = ReturnType<typeof createBiodiversityService>;

/** Counts over all occurrences and names, each with where it comes from. */
export function createBiodiversityService({
  repository,
  register,
  provenanceOf,
  absenceOf,
  clock,
}: {
  repository: BiodiversityRepository;
  register: RegisterRepository;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
  clock: Clock;
}) {
  const counts = createCache<{ data: Summary; origins: readonly StoredOrigin[] }>({
    name: 'biodiversity/counts',
    clock,
    ttlMs: countsTtlMs,
    maxStaleMs: 10 * countsTtlMs,
    maxEntries: 1,
  });

  const provenanceOfOrigin = (origin: StoredOrigin): Promise<Provenance> =>
    provenanceOf({
      connectorId: origin.connector_id,
      streamId: origin.stream_id,
      observedAtMs: origin.observed_at === null ? null : origin.observed_at.getTime(),
      retrievedAtMs: origin.retrieved_at.getTime(),
      simulatedSeed: origin.simulated_seed,
    });

  async function readCounts() {
    const [names, years, future, datasets, sources, occurrenceOrigins, registerOrigin] = await Promise.all([
      repository.taxonCounts(),
      repository.countsByYear(new Date(clock.nowMs())),
      repository.futureCount(new Date(clock.nowMs())),
      repository.datasetCount(),
      repository.sourceCounts(),
      repository.origins(),
      register.origin(),
    ]);
    const used = registerOrigin === undefined || occurrenceOrigins.length === 0 ? [] : [registerOrigin];
    return {
      data: { ...summarise(names, years, datasets, sources), future_occurrences: future },
      origins: [...occurrenceOrigins, ...used],
    };
  }

  /** Counts over all occurrences, and where they come from: all providers of occurrences, and the register that joins names. */
  async function summary(): Promise<Sourced<Summary>> {
    const { data, origins } = (await counts.get('', readCounts)).value;
    if (origins.length === 0) return { value: data, provenance: await absent(absenceOf, missingOccurrences) };
    return { value: data, provenance: worstProvenance(await Promise.all(origins.map(provenanceOfOrigin))) };
  }

  return {
    summary,
    async registerProvenance(): Promise<Provenance> {
      const origin = await register.origin();
      return origin === undefined ? absent(absenceOf, missingRegister) : provenanceOfOrigin(origin);
    },
    /** Distinct species recorded. */
    async speciesCount(): Promise<Sourced<number>> {
      const { value, provenance } = await summary();
      return { value: value.species, provenance };
    },
    /** Counts anew whenever occurrences or names are stored, until the returned function is called. */
    recountWhenStored(events: Platform['events']): () => void {
      const subscriptions = (['occurrence', 'taxon'] as const).map((kind) =>
        whenStored(events, kind, () => counts.clear()),
      );
      return () => {
        for (const unsubscribe of subscriptions) unsubscribe();
      };
    },
  };
}

async function absent(absenceOf: AbsenceOf, missing: MissingData): Promise<Provenance> {
  return { state: 'fallback', reason: await absenceOf(missing) };
}

/** Stores occurrences; the newest observation is the newest event, not the retrieval. */
export function occurrenceSink(repository: BiodiversityRepository): Sink<OccurrenceRecord> {
  return async (records, origin) => {
    const written = await repository.upsert(origin.connectorId, records, origin);
    const times = records.map(({ eventStartMs }) => eventStartMs);
    const newestObservedMs = newestTimeMs(times, origin.retrievedAtMs);
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}

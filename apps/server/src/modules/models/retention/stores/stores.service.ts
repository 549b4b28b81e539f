import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { RetainedDataType, RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import type { Platform } from '../../../../platform/module.ts';
import type { RecordMetadata } from '../retention.tables.ts';
import { contentFolder, createContents, sha256 } from './contents.ts';
import type { Recorder } from './recorder.ts';
import type { FeatureQuestion, StoreRepository } from './stores.repository.ts';

const hourMs = 3_600_000;
/** Time that an answer is valid for. An aggregate is, until its sources change. */
const timesToLive = {
  ml_feature_store: 24 * hourMs,
  ml_training_cache: 30 * 24 * hourMs,
  ml_inference_cache: 6 * hourMs,
  aggregated_time_series: null,
} as const satisfies Record<RetainedTable, number | null>;

/** A question whose answer is large: a table to train on, or an aggregate. */
export type LargeQuestion<T> = {
  readonly table: 'ml_training_cache' | 'aggregated_time_series';
  readonly key: string;
  readonly keyClass: string;
  readonly dataType: RetainedDataType;
  readonly label: string;
  /** State of everything that the answer is made from: an answer of another state is not given. */
  readonly watermark: string;
  /** Facts about an answer: `quality` is the share of its values that are known. */
  readonly describe: (value: T) => {
    readonly quality: number;
    readonly dataSha256?: string;
    readonly metadata: RecordMetadata;
  };
};

/** Features of a place at an instant, to be kept. */
export type FeatureRow = {
  readonly key: string;
  readonly view: string;
  readonly label: string;
  readonly eventAt: Date;
  readonly validUntil: Date | null;
  readonly watermark: string;
  readonly content: object;
  readonly quality: number;
  readonly metadata: RecordMetadata;
};

export type PredictionQuestion = {
  readonly modelType: string;
  /** Names the version: its predictions alone are served. */
  readonly version: string;
  readonly keys: readonly string[];
  readonly describe: (
    answer: unknown,
    place: number,
  ) => {
    readonly label: string;
    readonly quality: number;
    readonly metadata: RecordMetadata;
  };
};

type Parts = {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'storage'>;
  readonly repository: StoreRepository;
  readonly recorder: Recorder;
};

/** The stores that models learn and predict from. A store that fails is no answer: what was asked is then computed. */
export function createStores(parts: Parts) {
  const { platform, repository } = parts;
  return {
    large: largeStore(parts),
    ...featureStore(parts),
    predictions: predictionStore(parts),
    /** Takes the predictions of every other version of a model out of use. */
    forgetPredictions: (modelType: string, exceptVersion: string): Promise<number> =>
      repository.forgetPredictions(modelType, exceptVersion, new Date(platform.clock.nowMs())),
    /** Lets what a version learned from be held by it, in place of what its owner held before. */
    hold: (hold: {
      readonly owner: string;
      readonly dataSha256: string;
      readonly by: string;
      readonly reason: string;
    }) =>
      repository.hold({
        ...{ owner: hold.owner, data_sha256: hold.dataSha256, account_name: hold.by, reason: hold.reason },
        at: new Date(platform.clock.nowMs()),
      }),
  };
}

export type LearningRetention = ReturnType<typeof createStores>;

async function timed<T>(work: () => Promise<T>): Promise<readonly [value: T, ms: number]> {
  const begun = performance.now();
  const value = await work();
  return [value, performance.now() - begun];
}

/** The value of `work`; undefined, and noted, where it fails. */
async function attempt<T>({ platform: { log }, recorder }: Parts, of: Failure, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    log.warn({ ...of, reason: error instanceof Error ? error.message : '' }, 'retenção: um armazém falhou');
    recorder.measure({ ...of, outcome: 'error', ms: 0, answers: 1 });
    return undefined;
  }
}
type Failure = { readonly table: RetainedTable; readonly keyClass: string };

function largeStore(parts: Parts) {
  const { platform, repository, recorder } = parts;
  const { clock, storage } = platform;
  const contents = createContents(storage);

  async function held<T>({ table, key, watermark }: LargeQuestion<T>) {
    const row = await repository.live(table, key);
    const isValid = row !== undefined && row.watermark === watermark;
    if (!isValid || row.content_key === null) return null;
    if (row.expires_at !== null && row.expires_at.getTime() <= clock.nowMs()) return null;
    const value = await contents.get(row.content_key, row.content_sha256);
    return value === undefined ? null : { id: row.id, value: value as T };
  }

  async function keep<T>(question: LargeQuestion<T>, value: T): Promise<void> {
    const { table, key, keyClass, dataType, label, watermark } = question;
    const { quality, dataSha256 = null, metadata } = question.describe(value);
    const id = randomUUID();
    const content_key = `${contentFolder}${table}/${id}`;
    const { bytes, sha256: digest } = await contents.put(content_key, value);
    const now = clock.nowMs();
    const life = timesToLive[table];
    await repository.add([
      {
        ...{ id, table_name: table, key, key_class: keyClass, data_type: dataType, label, watermark, quality, bytes },
        ...{ created_at: new Date(now), last_accessed: new Date(now), content: null, content_key },
        ...{ content_sha256: digest, data_sha256: dataSha256, metadata: JSON.stringify(metadata) },
        expires_at: life === null ? null : new Date(now + life),
      },
    ]);
  }

  /** The answer of the store, or else what `compute` makes, which the store then keeps. */
  return async function through<T>(question: LargeQuestion<T>, compute: () => Promise<T>): Promise<T> {
    const of = { table: question.table, keyClass: question.keyClass };
    const [found, lookedMs] = await timed(() => attempt(parts, of, () => held(question)));
    if (found !== undefined && found !== null) {
      recorder.touch([found.id]);
      recorder.measure({ ...of, outcome: 'hit', ms: lookedMs, answers: 1 });
      return found.value;
    }
    const [value, ms] = await timed(compute);
    recorder.measure({ ...of, outcome: 'miss', ms, answers: 1 });
    await attempt(parts, of, () => keep(question, value));
    return value;
  };
}

function featureStore(parts: Parts) {
  const { platform, repository, recorder } = parts;
  const table = 'ml_feature_store';
  return {
    /** The store's answer to each question, by its place; undefined where it knows nothing, or fails. */
    async featuresAsOf(view: string, questions: readonly FeatureQuestion[]): Promise<unknown[]> {
      const answers: unknown[] = Array.from({ length: questions.length }, () => undefined);
      if (questions.length === 0) return answers;
      const of = { table, keyClass: view } as const;
      const now = new Date(platform.clock.nowMs());
      const [found = [], ms] = await timed(() => attempt(parts, of, () => repository.featuresAsOf(questions, now)));
      for (const { place, content } of found) answers[place] = content;
      recorder.touch(found.map(({ id }) => id));
      recorder.measure({ ...of, outcome: 'hit', ms: ms / questions.length, answers: found.length });
      return answers;
    },

    /** Keeps features that were computed, each in so many ms. */
    keepFeatures(rows: readonly FeatureRow[], msEach: number): void {
      const now = platform.clock.nowMs();
      for (const [view, some] of Map.groupBy(rows, (row) => row.view)) {
        recorder.measure({ table, keyClass: view, outcome: 'miss', ms: msEach, answers: some.length });
      }
      recorder.add(
        rows.map(({ content, ...row }) => {
          const text = JSON.stringify(content);
          return {
            ...{ id: randomUUID(), table_name: table, key: row.key, key_class: row.view, label: row.label },
            ...{ data_type: row.validUntil === null ? 'environmental' : 'temporal', watermark: row.watermark },
            ...{ quality: row.quality, bytes: Buffer.byteLength(text), content: text, content_key: null },
            ...{ created_at: new Date(now), last_accessed: new Date(now), event_at: row.eventAt },
            ...{ valid_until: row.validUntil, expires_at: new Date(now + timesToLive[table]) },
            ...{ content_sha256: sha256(Buffer.from(text)), data_sha256: null, metadata: JSON.stringify(row.metadata) },
          };
        }),
      );
    },
  };
}

function predictionStore(parts: Parts) {
  const { platform, repository, recorder } = parts;
  const table = 'ml_inference_cache';

  /** Answers in the order of the keys: those that the store has, the others computed together and kept. */
  return async function through<T extends object>(
    { modelType, version, keys, describe }: PredictionQuestion,
    compute: (places: readonly number[]) => readonly T[] | Promise<readonly T[]>,
  ): Promise<T[]> {
    const of = { table, keyClass: modelType } as const;
    const now = platform.clock.nowMs();
    const [found = [], lookedMs] = await timed(() =>
      attempt(parts, of, () => repository.predictions([...new Set(keys)], new Date(now))),
    );
    const known = new Map(found.map((row) => [row.key, row]));
    const missing = [...keys.keys()].filter((place) => !known.has(keys[place] ?? ''));
    recorder.touch(keys.flatMap((key) => known.get(key)?.id ?? []));
    const hits = keys.length - missing.length;
    recorder.measure({ ...of, outcome: 'hit', ms: lookedMs / keys.length, answers: hits });
    const begun = performance.now();
    const computed = missing.length === 0 ? [] : await compute(missing);
    const msEach = (performance.now() - begun) / Math.max(1, missing.length);
    recorder.measure({ ...of, outcome: 'miss', ms: msEach, answers: missing.length });
    const fresh = new Map(missing.map((place, index) => [place, computed[index]]));
    // Equal questions of one request are kept once.
    const once = new Map(missing.map((place) => [keys[place] ?? '', place]));
    recorder.add(
      [...once].map(([key, place]) => {
        const answer = fresh.get(place);
        const { label, quality, metadata } = describe(answer, place);
        const text = JSON.stringify(answer);
        return {
          ...{ id: randomUUID(), table_name: table, key, key_class: modelType, data_type: 'prediction', label },
          ...{ watermark: version, quality, bytes: Buffer.byteLength(text), content: text, content_key: null },
          ...{ created_at: new Date(now), last_accessed: new Date(now), data_sha256: null },
          ...{ expires_at: new Date(now + timesToLive[table]), content_sha256: sha256(Buffer.from(text)) },
          metadata: JSON.stringify(metadata),
        };
      }),
    );
    return keys.map((key, place) => (fresh.get(place) ?? known.get(key)?.content) as T);
  };
}

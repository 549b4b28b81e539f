import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { createFiguresRepository } from '../figures/figures.repository.ts';
import { statsOf } from '../figures/figures.rules.ts';
import { retentionMigrations } from '../retention.migrations.ts';
import type { RetentionTables } from '../retention.tables.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createStoreRepository, type StoreRepository } from './stores.repository.ts';
import { createStores, type FeatureRow, type LearningRetention } from './stores.service.ts';
import { latestAsOf } from './testing/point-in-time.ts';

let base: ModulePlatform;
let repository: StoreRepository;
let recorder: Recorder;
let stores: LearningRetention;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'retention', migrations: retentionMigrations }]);
  repository = createStoreRepository(base.platform.database);
  recorder = createRecorder(base.platform, repository);
  stores = createStores({ platform: base.platform, repository, recorder });
});
afterAll(() => base.close());

const db = () => base.platform.database.for<RetentionTables>();
const question = (watermark: string) => ({
  table: 'ml_training_cache' as const,
  dataType: 'training_set' as const,
  ...{ key: 'table t', keyClass: 't', label: 'T', watermark },
  describe: () => ({ quality: 1, dataSha256: 'abc', metadata: { rows: 3 } }),
});
const rowsOf = (key: string) =>
  db().selectFrom('retention.records').selectAll().where('key', '=', key).orderBy('created_at').execute();

test('a table is computed once, and given again as it was while its sources are the same', async () => {
  let computed = 0;
  const make = async () => {
    computed += 1;
    return { values: Float64Array.of(1, Number.NaN, computed), at: new Date(0) };
  };
  const first = await stores.large(question('w1'), make);
  expect(await stores.large(question('w1'), make)).toEqual(first);
  expect(computed).toBe(1);
  base.advance(60_000);
  expect((await stores.large(question('w2'), make)).values[2]).toBe(2);
  await recorder.flush();
  expect(
    (await rowsOf('table t')).map(({ status, eviction_reason, access_count }) => [
      status,
      eviction_reason,
      access_count,
    ]),
  ).toEqual([
    ['expired', 'superseded', 1],
    ['active', null, 0],
  ]);
  const measures = await createFiguresRepository(base.platform.database).measures(new Date(0));
  expect(statsOf(measures)).toMatchObject({ hits: 1, misses: 2, hit_ratio: 1 / 3 });
});

test('a content that is not what was put is computed again; a fault of what is computed is no miss and is told', async () => {
  const key = (await rowsOf('table t')).at(-1)?.content_key ?? '';
  await base.platform.storage.put(key, Buffer.from('outra coisa'));
  const again = await stores.large(question('w2'), async () => ({ values: Float64Array.of(9) }));
  expect(again.values[0]).toBe(9);
  const failing = stores.large({ ...question('w3'), key: 'table f' }, async () => {
    throw new RangeError('há poucas linhas');
  });
  await expect(failing).rejects.toThrow('há poucas linhas');
  expect(await rowsOf('table f')).toEqual([]);
});

test('what a version in use learned from is held, and gives way to its successor unharmed', async () => {
  await stores.hold({ owner: 'model/t', dataSha256: 'abc', by: 'Ana', reason: 'em uso' });
  await stores.large(question('w4'), async () => ({ values: Float64Array.of(4) }));
  const rows = await rowsOf('table t');
  expect(rows.filter(({ is_pinned }) => is_pinned)).toHaveLength(rows.length);
  expect(rows.at(-2)).toMatchObject({ status: 'archived', eviction_reason: 'superseded', purge_after: null });
  await stores.hold({ owner: 'model/t', dataSha256: 'def', by: 'Ana', reason: 'outra versão' });
  expect((await rowsOf('table t')).some(({ is_pinned }) => is_pinned)).toBe(false);
});

test('predictions of one version are given to the same inputs until another takes its place', async () => {
  const asked = {
    modelType: 'm',
    version: '1',
    keys: ['a', 'b', 'a'],
    describe: () => ({ label: 'P', quality: 1, metadata: {} }),
  };
  const computed: number[][] = [];
  const compute = (places: readonly number[]) => {
    computed.push([...places]);
    return places.map((place) => ({ value: 0.1 + place }));
  };
  expect(await stores.predictions(asked, compute)).toEqual([{ value: 0.1 }, { value: 1.1 }, { value: 2.1 }]);
  await recorder.flush();
  const next = await stores.predictions({ ...asked, keys: ['b', 'c'] }, compute);
  expect(next).toEqual([{ value: 1.1 }, { value: 1.1 }]);
  expect(computed).toEqual([[0, 1, 2], [1]]);
  await recorder.flush();
  expect(await stores.forgetPredictions('m', '2')).toBe(3);
  await stores.predictions(asked, compute);
  expect(computed).toHaveLength(3);
});

test('the statement of the feature store answers as the rules of point in time do, over random histories', async () => {
  const startMs = base.platform.clock.nowMs();
  const minute = 60_000;
  const row = (key: string, event: number, until: number | null): FeatureRow => ({
    ...{ key, view: 'v', label: key, watermark: 'w', quality: 1, metadata: {}, content: { event } },
    eventAt: new Date(startMs + event * minute),
    validUntil: until === null ? null : new Date(startMs + until * minute),
  });
  const arrival = fc.record({
    event: fc.integer({ min: -50, max: 50 }),
    length: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(arrival, { maxLength: 12, selector: ({ event }) => event }),
      fc.array(fc.record({ at: fc.integer({ min: -60, max: 60 }), ttl: fc.integer({ min: 0, max: 60 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (arrivals, asks) => {
        run += 1;
        const key = `lugar ${run}`;
        stores.keepFeatures(
          arrivals.map(({ event, length }) => row(key, event, length === null ? null : event + length)),
          1,
        );
        await recorder.flush();
        const found = await stores.featuresAsOf(
          'v',
          asks.map(({ at, ttl }) => ({ key, atMs: startMs + at * minute, ttlMs: ttl * minute, watermark: 'w' })),
        );
        const known = arrivals.map(({ event, length }) => ({
          ...{ eventMs: event * minute, createdMs: 0, content: { event } },
          validUntilMs: length === null ? null : (event + length) * minute,
        }));
        expect(found).toEqual(
          asks.map(({ at, ttl }) => latestAsOf(known, { atMs: at * minute, ttlMs: ttl * minute, knownMs: 0 })?.content),
        );
      },
    ),
    { numRuns: 150 },
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@kianda/geo';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { createRestingDatabase } from '../../apps/server/src/testing/installation.ts';
import { killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

const dayMs = 86_400_000;
const partitions = 12;
const deaths = 2;
/** Windows done between two deaths, about: the process must die in the middle of the work. */
const perLife = 4;

let folder: string;
let simulator: TestSimulator;
let killed: Awaited<ReturnType<typeof createRestingDatabase>>;
let undisturbed: Awaited<ReturnType<typeof createRestingDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-backfill-'));
  [simulator, killed, undisturbed] = await Promise.all([
    spawnSimulator(),
    createRestingDatabase(['noaa-sst']),
    createRestingDatabase(['noaa-sst']),
  ]);
});
afterAll(async () => {
  await Promise.all([simulator.stop(), killed.drop(), undisturbed.drop()]);
  await rm(folder, { recursive: true, force: true });
});

type World = { readonly name: string; readonly url: string; readonly observer: pg.Client };

const start = ({ name, url }: World) =>
  startPlatform({
    KIANDA_DATA_DIR: join(folder, name),
    KIANDA_DATABASE_URL: url,
    KIANDA_SIMULATOR_URL: simulator.url,
    KIANDA_ROLES: 'api,worker',
    KIANDA_ADMIN_EMAIL: 'admin@kianda.test',
    KIANDA_ADMIN_PASSWORD: 'vento fresco na restinga 41',
  });

async function rows<Row>({ observer }: World, query: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await observer.query(query, [...values])).rows as Row[];
}

/** A migrated database on which nothing runs but the history of one stream, in windows of a day. */
async function prepare(name: string, url: string, firstMs: number): Promise<World> {
  const observer = new pg.Client({ connectionString: url });
  await observer.connect();
  const world = { name, url, observer };
  await rows(
    world,
    `insert into connectors.streams (connector_id, stream_id, last_success_at, updated_at)
     select 'noaa-sst', id, now(), now() from unnest(array['mur', 'oisst']) id`,
  );
  await rows(
    world,
    `insert into connectors.backfill_windows (connector_id, stream_id, from_at, to_at, updated_at, requested)
     select 'noaa-sst', 'oisst', d, d + interval '1 day' - interval '1 millisecond', now(), true
     from generate_series(0, $2::int - 1) i, lateral (select to_timestamp($1 / 1000.0) + i * interval '1 day' as d) day`,
    [firstMs, partitions],
  );
  return world;
}

const doneOf = async (world: World): Promise<number> => {
  const [row] = await rows<{ done: number }>(
    world,
    `select count(*)::int as done from connectors.backfill_windows where requested and state = 'done'`,
  );
  return row?.done ?? 0;
};

async function until(world: World, done: number): Promise<void> {
  while ((await doneOf(world)) < done) await delay(25);
}

/** Stored rows of the days asked for, without the fields that may differ: which run brought them, and when. */
const storedOf = (world: World, firstMs: number) =>
  rows(
    world,
    `select to_jsonb(s) - array['run_id', 'retrieved_at', 'stored_at', 'updated_at', 'id'] as row
     from ocean.field_slices s
     where dataset = (select dataset from ocean.field_slices where connector_id = 'noaa-sst' and stream_id = 'oisst' limit 1)
       and observed_at >= to_timestamp($1 / 1000.0) and observed_at < to_timestamp($2 / 1000.0)
     order by variable, observed_at, dataset`,
    [firstMs, firstMs + partitions * dayMs],
  );

test(`kill -9 in the middle of a backfill of ${partitions} partitions, ${deaths} times: it resumes, and every row is as undisturbed`, {
  timeout: killTimeoutMs(deaths + 2),
}, async () => {
  const firstMs = Math.floor(Date.now() / dayMs) * dayMs - 120 * dayMs;
  const calm = await prepare('calmo', undisturbed.database.url, firstMs);
  const world = await prepare('morto', killed.database.url, firstMs);

  const random = seededRandom('backfill');
  for (let death = 1; death <= deaths; death += 1) {
    const platform = start(world);
    await until(world, death * perLife);
    await delay(random() * 150);
    platform.child.kill('SIGKILL');
    expect(await platform.ended).toBe('SIGKILL');
  }
  expect(await doneOf(world)).toBeLessThan(partitions);
  for (const each of [world, calm]) {
    const platform = start(each);
    await until(each, partitions);
    platform.child.kill('SIGTERM');
    expect(await platform.ended).toBe(0);
  }

  const expected = await storedOf(calm, firstMs);
  expect(expected.length).toBeGreaterThanOrEqual(partitions);
  expect(await storedOf(world, firstMs)).toEqual(expected);
  const runs = await rows<{ runs: number }>(
    world,
    `select count(*)::int as runs from connectors.runs where mode = 'backfill' and state like 'succeeded%'
       and window_to - window_from < interval '1 day' group by window_from having count(*) > 1`,
  );
  expect(runs, 'windows that were run to their end more than once').toEqual([]);
  await Promise.all([calm.observer.end(), world.observer.end()]);
});

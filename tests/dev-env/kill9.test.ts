import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, type Envelope, pathOf } from '@kianda/contract';
import { reportGenerate } from '@kianda/contract/operations/reports/reports.contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { seededRandom } from '@kianda/geo';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { createRestingDatabase } from '../../apps/server/src/testing/installation.ts';
import { killRounds, killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';

const rounds = killRounds(2);
/** How long runs have been under way when the process dies, at most. */
const longestMs = 1_500;
/** One start in five dies at any moment instead, also before it has begun to ingest. */
const blindShare = 0.2;

let folder: string;
let base: Awaited<ReturnType<typeof createRestingDatabase>>;
let observer: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-kill-'));
  base = await createRestingDatabase(['noaa-sst', 'fisheries-area47', 'obis', 'gfw']);
  observer = new pg.Client({ connectionString: base.database.url });
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await base.drop();
  await rm(folder, { recursive: true, force: true });
});

const administrator = { email: 'admin@kianda.test', password: 'vento fresco na restinga 41' };
const start = () =>
  startPlatform({
    KIANDA_DATA_DIR: folder,
    KIANDA_DATABASE_URL: base.database.url,
    KIANDA_TWO_STEP_ROLES: 'nenhum',
    KIANDA_ADMIN_EMAIL: administrator.email,
    KIANDA_ADMIN_PASSWORD: administrator.password,
  });

/** The answer of a running platform to a POST. */
async function post<T>(platform: StartedPlatform, endpoint: Endpoint, body: unknown, token?: string): Promise<T> {
  const url = /http:\S+/.exec(await platform.line(/Endereço/))?.[0] ?? '';
  const answer = await fetch(`${url}${pathOf(endpoint, {})}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${endpoint.id}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as Envelope<T>).data;
}

async function rows<Row>(query: string): Promise<Row[]> {
  return (await observer.query(query)).rows as Row[];
}

async function exists(table: string): Promise<boolean> {
  const [row] = await rows<{ found: boolean }>(`select to_regclass('${table}') is not null as found`);
  return row?.found === true;
}

const keyed = {
  'ocean.field_slices': "dataset || '/' || variable || '/' || observed_at",
  'fisheries.landings': "species || '/' || year",
  'biodiversity.occurrences': 'source_id',
  'vessels.presence': "vessel_id || '/' || day || '/' || lon || '/' || lat",
} as const;

/** Natural keys of all that is stored, by table: what was acknowledged must still be there after any death. */
async function storedKeys(): Promise<Map<string, Set<string>>> {
  const stored = new Map<string, Set<string>>();
  for (const [table, key] of Object.entries(keyed)) {
    const found = (await exists(table)) ? await rows<{ key: string }>(`select ${key} as key from ${table}`) : [];
    stored.set(table, new Set(found.map((row) => row.key)));
  }
  return stored;
}

/** Rows each run says it has stored: the acknowledgement. */
async function acknowledged(): Promise<Map<string, number>> {
  if (!(await exists('connectors.runs'))) return new Map();
  const found = await rows<{ id: string; pages: number }>('select id, pages from connectors.runs');
  return new Map(found.map((row) => [row.id, row.pages]));
}

/** Grows with every page and every (re-)opening of a run: a change says that this process is ingesting. */
async function activity(): Promise<number> {
  if (!(await exists('connectors.runs'))) return 0;
  const [row] = await rows<{ sum: number }>(
    `select coalesce(sum(pages + attempt), 0)::int as sum from connectors.runs`,
  );
  return row?.sum ?? 0;
}

const openStates = "('queued', 'running', 'waiting_provider')";

/** Runs that have begun and not ended: all that a death interrupted are among them. */
async function begunIds(): Promise<string[]> {
  const begun = `select id from connectors.runs where state in ${openStates} and attempt + pages > 0`;
  return (await rows<{ id: string }>(begun)).map(({ id }) => id);
}

/** Whether a run of these has not ended, or a table that the kills are judged by is still empty. */
async function isUnfinished(ids: readonly string[]): Promise<boolean> {
  const chosen = ids.map((id) => `'${id}'`).join(', ');
  const [row] = await rows<{ open: number }>(
    `select count(*)::int as open from connectors.runs where state in ${openStates} and id = any(array[${chosen}]::uuid[])`,
  );
  if (row?.open !== 0) return true;
  return [...(await storedKeys()).values()].some((keys) => keys.size === 0);
}

test(`kill -9 during ingestion, ${rounds} times: no acknowledged row lost, no run doubled`, {
  timeout: killTimeoutMs(rounds + 4),
}, async () => {
  const random = seededRandom('kill -9');
  let interrupted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = await activity();
    const platform = start();
    if (random() >= blindShare) {
      while ((await activity()) === before) await delay(20);
      interrupted += 1;
    }
    await delay(random() * longestMs);
    const [keysBefore, pagesBefore] = [await storedKeys(), await acknowledged()];
    platform.child.kill('SIGKILL');
    expect(await platform.ended).toBe('SIGKILL');
    const [keysAfter, pagesAfter] = [await storedKeys(), await acknowledged()];
    for (const [table, keys] of keysBefore) {
      expect(
        [...keys].filter((key) => keysAfter.get(table)?.has(key) !== true),
        `${table}, round ${round}`,
      ).toEqual([]);
    }
    for (const [id, pages] of pagesBefore) expect(pagesAfter.get(id), `run ${id}`).toBeGreaterThanOrEqual(pages);
  }

  expect(interrupted, 'deaths in the middle of ingestion').toBeGreaterThan(rounds / 4);

  const begun = await begunIds();
  const platform = start();
  await platform.line(/pronta em/);
  const beforeEnd = await storedKeys();
  while (await isUnfinished(begun)) await delay(250);
  platform.child.kill('SIGTERM');
  expect(await platform.ended).toBe(0);

  const atEnd = await storedKeys();
  for (const [table, keys] of beforeEnd) {
    expect(
      [...keys].filter((key) => atEnd.get(table)?.has(key) !== true),
      table,
    ).toEqual([]);
    expect(atEnd.get(table)?.size, table).toBeGreaterThan(0);
  }
  // A first run that was interrupted is the same run again, however often its process died.
  const first = await rows<{ stream: string; runs: number }>(
    `select connector_id || '/' || stream_id as stream, count(*)::int as runs from connectors.runs
     where trigger = 'arranque' and state like 'succeeded%' group by 1 having count(*) > 1`,
  );
  expect(first).toEqual([]);
  const overlapping = await rows<{ key: string }>(
    `select name || '/' || key as key from jobs.job_runs where state in ('queued', 'running') group by name, key having count(*) > 1`,
  );
  expect(overlapping).toEqual([]);
});

test('kill -9 while a report is written: the next process finishes it, once', { timeout: 300_000 }, async () => {
  const first = start();
  await first.line(/pronta em/);
  const { accessToken } = await post<SignIn>(first, authLogin, administrator);
  const stateOf = async (id: string) => {
    const [row] = await rows<{ state: string; attempts: number; error: string | null }>(
      `select state, attempts, error from reports.reports where id = '${id}'`,
    );
    return row;
  };
  const leaves = async (id: string, states: readonly string[]) => {
    for (;;) {
      const row = await stateOf(id);
      if (row !== undefined && !states.includes(row.state)) return row;
      await delay(2);
    }
  };
  // One that was written before its death was asked for is no test: another is.
  let id = '';
  do ({ id } = await post<{ id: string }>(first, reportGenerate, { type: 'oceanographic' }, accessToken));
  while ((await leaves(id, ['queued'])).state !== 'running');
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  expect(await stateOf(id)).toMatchObject({ state: 'running', attempts: 1 });

  const second = start();
  await second.line(/pronta em/);
  expect(await leaves(id, ['queued', 'running'])).toEqual({ state: 'completed', attempts: 2, error: null });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  const stored = await readdir(join(folder, 'objetos'), { recursive: true, withFileTypes: true });
  expect(stored.filter((entry) => entry.isFile() && entry.parentPath.includes(id))).toHaveLength(1);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, type Envelope, pathOf } from '@kianda/contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { createAnalysis, getAnalysis } from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { type AnalysisType, analysisTypeNames } from '@kianda/contract/space/spatial/analysis-types';
import {
  type ChainRun,
  createSpatialChain,
  getSpatialChainRun,
  runSpatialChain,
  type SpatialChain,
} from '@kianda/contract/space/spatial/chains.contract';
import { seededRandom } from '@kianda/geo';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../apps/server/src/config/env.ts';
import { type StartedPlatform, startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { createStorage } from '../../apps/server/src/platform/storage/storage.ts';
import { createRestingDatabase } from '../../apps/server/src/testing/installation.ts';
import { killRounds, killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';
import { ordersByKind, squares, writeSea } from './testing/spatial-orders.ts';

const rounds = killRounds(1);
/** How long the kinds that are waited for have been under way when their processes die, at most. */
const longestMs = 800;
/** Each worker does two analyses at once. */
const [workersAtOnce, analysesAtOnce] = [2, 4];
/** Looks at the queue, at most, for that many to be under way. */
const looks = 40;
/** Times that workers are started for all kinds to be hit, at most. */
const mostAttempts = 20;

let folder: string;
let base: Awaited<ReturnType<typeof createRestingDatabase>>;
let observer: pg.Client;
let storage: ReturnType<typeof createStorage>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-spatial-'));
  base = await createRestingDatabase();
  observer = new pg.Client({ connectionString: base.database.url });
  await observer.connect();
  storage = createStorage(loadConfig({ KIANDA_DATA_DIR: folder, KIANDA_DATABASE_URL: base.database.url }).storage);
  await writeSea({ database: base.database, storage });
});
afterAll(async () => {
  await observer.end();
  await base.drop();
  await rm(folder, { recursive: true, force: true });
});

const administrator = { email: 'admin@kianda.test', password: 'vento fresco na restinga 41' };
const start = (roles: string) =>
  startPlatform({
    KIANDA_DATA_DIR: folder,
    KIANDA_DATABASE_URL: base.database.url,
    KIANDA_ROLES: roles,
    KIANDA_MODELS_FIRST_TRAINING: 'off',
    KIANDA_TWO_STEP_ROLES: 'nenhum',
    KIANDA_ADMIN_EMAIL: administrator.email,
    KIANDA_ADMIN_PASSWORD: administrator.password,
  });

async function count(query: string): Promise<number> {
  const { rows } = await observer.query(`select count(*)::int as count from ${query}`);
  return (rows[0] as { count: number }).count;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(5);
}

async function ask(
  platform: StartedPlatform,
  endpoint: Endpoint,
  of: { readonly params?: Record<string, string>; readonly body?: unknown; readonly token?: string },
) {
  const url = /http:\S+/.exec(await platform.line(/Endereço/))?.[0] ?? '';
  return fetch(`${url}${pathOf(endpoint, of.params ?? {})}`, {
    method: endpoint.method,
    headers: {
      ...(of.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(of.token === undefined ? {} : { authorization: `Bearer ${of.token}` }),
    },
    ...(of.body === undefined ? {} : { body: JSON.stringify(of.body) }),
  });
}

/** A result with all features of all its layers is the only kind there is, at any moment. */
async function expectWholeResults(): Promise<void> {
  const { rows } = await observer.query(`
    select r.id, l.layer ->> 'id' as layer from spatial.results r, jsonb_array_elements(r.layers) as l (layer)
    where l.layer ->> 'kind' = 'vector' and (l.layer ->> 'count')::int <>
      (select count(*) from spatial.features f where f.result_id = r.id and f.layer = l.layer ->> 'id')`);
  expect(rows).toEqual([]);
}

/** Keys of the rasters in storage, and the rasters of published results. */
async function rasters() {
  const stored: string[] = [];
  for await (const { key } of storage.list('spatial/')) stored.push(key);
  const { rows: published } = await observer.query<{ key: string; bytes: number }>(`
    select l.layer ->> 'storageKey' as key, (l.layer ->> 'bytes')::int as bytes
    from spatial.results r, jsonb_array_elements(r.layers) as l (layer) where l.layer ->> 'kind' = 'raster'`);
  return { stored, published };
}

async function hasUnpublished(): Promise<boolean> {
  const { stored, published } = await rasters();
  return stored.some((key) => !published.some((one) => one.key === key));
}

/** Each result is shown by an analysis, and its rasters are in storage, whole; nothing else is. */
async function expectNoStrays(): Promise<void> {
  const { stored, published } = await rasters();
  expect(stored.sort()).toEqual(published.map(({ key }) => key).sort());
  for (const { key, bytes } of published) expect((await storage.stat(key))?.sizeBytes).toBe(bytes);
  const shown = 'select from spatial.analyses a where a.result_id = r.id';
  expect(await count(`spatial.results r where not exists (${shown})`)).toBe(0);
}

/** Kinds of analyses whose runs are like this: `where` is about a row r of job_runs. */
async function kindsOf(where: string): Promise<ReadonlySet<string>> {
  const { rows } = await observer.query<{ type: string }>(`
    select distinct a.type from jobs.job_runs r join spatial.analyses a on a.id::text = r.input ->> 'analysisId'
    where r.name = 'spatial.analyse' and ${where}`);
  return new Set(rows.map(({ type }) => type));
}
const isOpen = "r.state in ('queued', 'running')";
const openRuns = () => count(`jobs.job_runs r where r.name in ('spatial.analyse', 'spatial.run-chain') and ${isOpen}`);
/** Where no worker lives, a run that is under way was interrupted; one that went back to the queue had been. */
const interrupted = "(r.recoveries > 0 or r.state = 'running')";
async function notInterrupted(): Promise<readonly AnalysisType[]> {
  const hit = await kindsOf(interrupted);
  return analysisTypeNames.filter((type) => !hit.has(type));
}

/** Starts workers and kills them by -9 once `isTime`. */
async function killWorkers(isTime: () => Promise<void>): Promise<void> {
  const workers = Array.from({ length: workersAtOnce }, () => start('worker'));
  await isTime();
  for (const { child } of workers) child.kill('SIGKILL');
  for (const { ended } of workers) expect(await ended).toBe('SIGKILL');
  await expectWholeResults();
}

/** Waits until one of these kinds is under way, and a little for as many as can be. */
async function untilUnderWay(kinds: readonly AnalysisType[]): Promise<void> {
  const underWay = async () => {
    const running = await kindsOf("r.state = 'running'");
    return kinds.filter((kind) => running.has(kind)).length;
  };
  await until(async () => (await underWay()) > 0);
  const most = Math.min(analysesAtOnce, kinds.length);
  for (let look = 0; look < looks && (await underWay()) < most; look += 1) await delay(25);
}

/** Zones around squares, in two branches, and zones around one of them. */
const chainOf = (round: number) => ({
  name: `Cadeia ${round}`,
  steps: [
    { id: 'perto', name: 'Perto', type: 'buffer', inputs: { features: squares(400, 100 + round) } },
    { id: 'longe', name: 'Longe', type: 'buffer', inputs: { features: squares(400, 200 + round) } },
    { id: 'fora', name: 'Fora', type: 'buffer', inputs: { features: { kind: 'step', step: 'perto' } } },
  ],
});

test(`kill -9 during each kind of analysis and chains, ${rounds} times: each ends whole, or failed with the reason`, {
  timeout: killTimeoutMs(8 * rounds),
}, async () => {
  const random = seededRandom('spatial');
  const api = start('api');
  const signIn = await ask(api, authLogin, { body: administrator });
  const token = ((await signIn.json()) as Envelope<SignIn>).data.accessToken;
  const asked: string[] = [];
  const chained: string[] = [];
  const data = async <T>(endpoint: Endpoint, of: Parameters<typeof ask>[2]): Promise<T> =>
    ((await (await ask(api, endpoint, { ...of, token })).json()) as Envelope<T>).data;
  const order = async (type: AnalysisType, isFresh: boolean) => {
    const answer = await ask(api, createAnalysis, { body: { type, isFresh, ...ordersByKind[type] }, token });
    expect([type, answer.status, answer.ok ? '' : await answer.clone().text()]).toEqual([type, 202, '']);
    asked.push(((await answer.json()) as Envelope<SpatialAnalysis>).data.id);
  };
  for (let round = 0; round < rounds; round += 1) {
    await observer.query(`update jobs.job_runs set recoveries = 0 where name = 'spatial.analyse'`);
    for (const type of analysisTypeNames) await order(type, round > 0);
    const chain = await data<SpatialChain>(createSpatialChain, { body: chainOf(round) });
    chained.push((await data<ChainRun>(runSpatialChain, { params: { id: chain.id } })).id);
    let attempts = 0;
    for (let left = await notInterrupted(); left.length > 0; left = await notInterrupted()) {
      // An order that is refused at once is never under way, and would be ordered for ever.
      attempts += 1;
      expect([attempts, left]).toEqual([expect.toSatisfy((count: number) => count <= mostAttempts), left]);
      // A kind whose order ended before it could be hit is ordered again.
      const waiting = await kindsOf(isOpen);
      for (const type of left) if (!waiting.has(type)) await order(type, true);
      await killWorkers(async () => {
        await untilUnderWay(left);
        await delay(random() * longestMs);
      });
    }
    // Rasters are stored before their result is published: the last orders die between the two.
    do {
      await order('proximity', true);
      await killWorkers(() => until(async () => (await hasUnpublished()) || (await openRuns()) === 0));
    } while (!(await hasUnpublished()));
  }
  const last = start('worker');
  await until(async () => (await openRuns()) === 0);
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  const ended = await Promise.all(asked.map((id) => data<SpatialAnalysis>(getAnalysis, { params: { id } })));
  const isWhole = ({ status, error, results }: SpatialAnalysis) =>
    status === 'completed'
      ? results?.layers.some(({ count: elements }) => elements > 0) === true
      : status === 'failed' && error?.includes('Nada ficou publicado') === true;
  expect(ended.filter((analysis) => !isWhole(analysis))).toEqual([]);
  const completed = new Set(ended.filter(({ status }) => status === 'completed').map(({ type }) => type));
  expect([...completed].sort()).toEqual([...analysisTypeNames].sort());
  expect([...(await kindsOf('r.recoveries > 0'))].sort()).toEqual([...analysisTypeNames].sort());
  const runs = await Promise.all(chained.map((id) => data<ChainRun>(getSpatialChainRun, { params: { id } })));
  // A step that was done before the process died stays done, and each is made once.
  const isDone = ({ status, steps }: ChainRun) =>
    status === 'completed' && steps.every((step) => step.status === status);
  const hasReason = ({ status, error }: ChainRun) => status === 'failed' && error?.includes('passo «') === true;
  expect(runs.filter((run) => !isDone(run) && !hasReason(run))).toEqual([]);
  expect(runs.some(isDone)).toBe(true);
  const { rows: twice } = await observer.query(`
    select chain_run_id, chain_step from spatial.analyses
    where chain_run_id is not null group by 1, 2 having count(*) > 1`);
  expect(twice).toEqual([]);
  await expectWholeResults();
  await expectNoStrays();
  api.child.kill('SIGTERM');
  expect(await api.ended).toBe(0);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, type Envelope, pathOf } from '@kianda/contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { createAnalysis, getAnalysis } from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
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
import { type StartedPlatform, startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { createRestingDatabase } from '../../apps/server/src/testing/installation.ts';
import { killRounds, killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';

const rounds = killRounds(2);
/** How long an analysis has been under way when the process dies, at most: some die as they publish. */
const longestMs = 4_000;

let folder: string;
let base: Awaited<ReturnType<typeof createRestingDatabase>>;
let observer: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-spatial-'));
  base = await createRestingDatabase();
  observer = new pg.Client({ connectionString: base.database.url });
  await observer.connect();
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
  while (!(await isSo())) await delay(20);
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

/** Squares enough that their buffers take a second or two; another place each round, so that none is stored already. */
function squares(round: number) {
  const side = 0.04;
  const features = Array.from({ length: 400 }, (_, place) => {
    const [lon, lat] = [9 + round * 0.01 + (place % 20) * 0.1, -14 + Math.floor(place / 20) * 0.1];
    const ring = [
      [lon, lat],
      [lon + side, lat],
      [lon + side, lat + side],
      [lon, lat + side],
      [lon, lat],
    ];
    return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return { kind: 'drawing', geojson: { type: 'FeatureCollection', features } };
}

/** A result with all of its features is the only kind there is, at any moment. */
async function expectWholeResults(): Promise<void> {
  const { rows } = await observer.query(`
    select r.id from spatial.results r
    where (select count(*) from spatial.features f where f.result_id = r.id) <> (r.layers -> 0 ->> 'count')::int`);
  expect(rows).toEqual([]);
}

/** Zones around squares, in two branches, and zones around one of them. */
const chainOf = (round: number) => ({
  name: `Cadeia ${round}`,
  steps: [
    { id: 'perto', name: 'Perto', type: 'buffer', inputs: { features: squares(100 + round) } },
    { id: 'longe', name: 'Longe', type: 'buffer', inputs: { features: squares(200 + round) } },
    { id: 'fora', name: 'Fora', type: 'buffer', inputs: { features: { kind: 'step', step: 'perto' } } },
  ],
});

const kinds = ['spatial.analyse', 'spatial.run-chain'] as const;
const running = (name: string) => count(`jobs.job_runs where name = '${name}' and state = 'running'`);
const names = kinds.map((name) => `'${name}'`).join(', ');

test(`kill -9 during analyses and chains, ${rounds} times: each ends whole, or failed with the reason`, {
  timeout: killTimeoutMs(rounds + 2),
}, async () => {
  const random = seededRandom('spatial');
  const api = start('api');
  const signIn = await ask(api, authLogin, { body: administrator });
  const token = ((await signIn.json()) as Envelope<SignIn>).data.accessToken;
  const asked: string[] = [];
  const chained: string[] = [];
  const data = async <T>(endpoint: Endpoint, of: Parameters<typeof ask>[2]): Promise<T> =>
    ((await (await ask(api, endpoint, { ...of, token })).json()) as Envelope<T>).data;
  for (let round = 0; round < rounds; round += 1) {
    const body = { type: 'buffer', inputs: { features: squares(round) } };
    const answer = await ask(api, createAnalysis, { body, token });
    expect(answer.status).toBe(202);
    asked.push(((await answer.json()) as Envelope<SpatialAnalysis>).data.id);
    const chain = await data<SpatialChain>(createSpatialChain, { body: chainOf(round) });
    chained.push((await data<ChainRun>(runSpatialChain, { params: { id: chain.id } })).id);
    const worker = start('worker');
    const kind = kinds[round % kinds.length] ?? kinds[0];
    await until(async () => (await running(kind)) > 0);
    await delay(random() * longestMs);
    worker.child.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
    await expectWholeResults();
  }
  const last = start('worker');
  await until(
    async () => (await count(`jobs.job_runs where name in (${names}) and state in ('queued', 'running')`)) === 0,
  );
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  const ended = await Promise.all(asked.map((id) => data<SpatialAnalysis>(getAnalysis, { params: { id } })));
  const isWhole = ({ status, error, results }: SpatialAnalysis) =>
    status === 'completed'
      ? results?.layers[0]?.count === 400
      : status === 'failed' && error?.includes('Nada ficou publicado') === true;
  expect(ended.filter((analysis) => !isWhole(analysis))).toEqual([]);
  expect(ended.some(({ status }) => status === 'completed')).toBe(true);
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
  api.child.kill('SIGTERM');
  expect(await api.ended).toBe(0);
});

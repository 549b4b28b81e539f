import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, type Envelope, pathOf } from '@kianda/contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { createAnalysis, getAnalysis } from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { seededRandom } from '@kianda/geo';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../apps/server/src/platform/db/testing.ts';
import { type StartedPlatform, startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { killRounds, killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';

const rounds = killRounds(2);
/** How long an analysis has been under way when the process dies, at most: some die as they publish. */
const longestMs = 4_000;

let folder: string;
let base: Awaited<ReturnType<typeof createTestDatabase>>;
let observer: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-spatial-'));
  base = await createTestDatabase([]);
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

test(`kill -9 during an analysis, ${rounds} times: each ends whole, or failed with the reason`, {
  timeout: killTimeoutMs(rounds + 2),
}, async () => {
  const random = seededRandom('spatial');
  const api = start('api');
  const signIn = await ask(api, authLogin, { body: administrator });
  const token = ((await signIn.json()) as Envelope<SignIn>).data.accessToken;
  const asked: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const body = { type: 'buffer', inputs: { features: squares(round) } };
    const answer = await ask(api, createAnalysis, { body, token });
    expect(answer.status).toBe(202);
    asked.push(((await answer.json()) as Envelope<SpatialAnalysis>).data.id);
    const worker = start('worker');
    await until(async () => (await count(`jobs.job_runs where name = 'spatial.analyse' and state = 'running'`)) > 0);
    await delay(random() * longestMs);
    worker.child.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
    await expectWholeResults();
  }
  const last = start('worker');
  await until(
    async () => (await count(`jobs.job_runs where name = 'spatial.analyse' and state in ('queued', 'running')`)) === 0,
  );
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  const ended = await Promise.all(
    asked.map(async (id) => {
      const answer = await ask(api, getAnalysis, { params: { id }, token });
      return ((await answer.json()) as Envelope<SpatialAnalysis>).data;
    }),
  );
  const isWhole = ({ status, error, results }: SpatialAnalysis) =>
    status === 'completed'
      ? results?.layers[0]?.count === 400
      : status === 'failed' && error?.includes('Nada ficou publicado') === true;
  expect(ended.filter((analysis) => !isWhole(analysis))).toEqual([]);
  expect(ended.some(({ status }) => status === 'completed')).toBe(true);
  await expectWholeResults();
  api.child.kill('SIGTERM');
  expect(await api.ended).toBe(0);
});

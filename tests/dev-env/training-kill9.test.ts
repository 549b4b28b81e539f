import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectors } from '@kianda/connectors';
import { type Endpoint, type Envelope, pathOf } from '@kianda/contract';
import { trainModel } from '@kianda/contract/models/registry/models.contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { seededRandom } from '@kianda/geo';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../apps/server/src/platform/process/testing.ts';
import { createRestingDatabase } from '../../apps/server/src/testing/installation.ts';
import { killRounds, killTimeoutMs } from '../../apps/server/src/testing/kill-rounds.ts';

const rounds = killRounds(2);
/** How long a training has been under way when the process dies, at most: some die as it writes, some before it begins. */
const longestMs = 2_500;
/** One worker in five dies at any moment, also before it has begun. */
const blindShare = 0.2;
const type = 'abundance_estimator';

let folder: string;
let base: Awaited<ReturnType<typeof createRestingDatabase>>;
let observer: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-training-'));
  base = await createRestingDatabase(['angola-inipm']);
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

async function rows<Row>(query: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await observer.query(query, [...values])).rows as Row[];
}

async function count(query: string): Promise<number> {
  const [row] = await rows<{ count: number }>(`select count(*)::int as count from ${query}`);
  return row?.count ?? 0;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20);
}

async function post(
  platform: StartedPlatform,
  endpoint: Endpoint,
  of: { readonly params?: Record<string, string>; readonly body?: unknown; readonly token?: string },
) {
  const url = /http:\S+/.exec(await platform.line(/Endereço/))?.[0] ?? '';
  return fetch(`${url}${pathOf(endpoint, of.params ?? {})}`, {
    method: 'POST',
    headers: {
      ...(of.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(of.token === undefined ? {} : { authorization: `Bearer ${of.token}` }),
    },
    ...(of.body === undefined ? {} : { body: JSON.stringify(of.body) }),
  });
}

/** Catches of the national institute in the database, and every connector at rest. */
async function prepare(): Promise<void> {
  const first = start('api,worker,simulator');
  await first.line(/pronta em/);
  await until(async () => (await count('fisheries.catches')) >= 400);
  await rows(
    `insert into connectors.settings (connector_id, paused, updated_at, updated_by)
     select id, true, now(), 'ensaio' from unnest($1::text[]) id
     on conflict (connector_id) do update set paused = true`,
    [connectors.map(({ id }) => id)],
  );
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
}

/** A version whose file is whole is the only kind there is, at any moment. */
async function expectWholeVersions(): Promise<void> {
  const versions = await rows<{ artefact_key: string; artefact_sha256: string }>(
    'select artefact_key, artefact_sha256 from models.versions',
  );
  for (const { artefact_key: key, artefact_sha256: digest } of versions) {
    const bytes = await readFile(join(folder, 'objetos', 'objects', key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
  }
}

test(`kill -9 during a training, ${rounds} times: each one asked for makes one version, whole, and no other`, {
  timeout: killTimeoutMs(rounds),
}, async () => {
  await prepare();
  const random = seededRandom('training');
  const asked = new Set<string>();
  const api = start('api');
  const signIn = await post(api, authLogin, { body: administrator });
  const token = ((await signIn.json()) as Envelope<SignIn>).data.accessToken;
  let interrupted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answer = await post(api, trainModel, { params: { type }, token });
    // One that a death has left is under way again: it is not begun twice.
    expect([202, 409]).toContain(answer.status);
    if (answer.status === 202) asked.add(((await answer.json()) as Envelope<{ id: string }>).data.id);
    const worker = start('worker');
    if (random() >= blindShare)
      await until(async () => (await count(`jobs.job_runs where name = 'models.train' and state = 'running'`)) > 0);
    await delay(random() * longestMs);
    interrupted += await count('models.trainings where ended_at is null');
    worker.child.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
    await expectWholeVersions();
  }
  expect(interrupted).toBeGreaterThan(0);

  const last = start('worker');
  await until(async () => (await count('models.trainings where ended_at is null')) === 0);
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  api.child.kill('SIGTERM');
  expect(await api.ended).toBe(0);
  const trainings = await rows<{ run_id: string; version: number | null; error: string | null }>(
    'select run_id, version, error from models.trainings',
  );
  expect(new Set(trainings.map(({ run_id }) => run_id))).toEqual(asked);
  expect(trainings.filter(({ version }) => version === null)).toEqual([]);
  const versions = await rows<{ version: number }>('select version from models.versions order by version');
  expect(versions.map(({ version }) => version)).toEqual(Array.from(asked, (_, place) => place + 1));
  await expectWholeVersions();
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StacLoad } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../platform/clock/clock.ts';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import { serveBindings } from '../../../../testing/serve.ts';
import { catalogueMigrations } from '../catalogue.migrations.ts';
import { base, openLoader } from './testing/loader.ts';

const wait = { timeout: 240_000, interval: 50 };
let store: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let loader: Awaited<ReturnType<typeof openLoader>>;
let server: Awaited<ReturnType<typeof serveBindings>>;
beforeAll(async () => {
  store = await createTestDatabase([
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'catalogue', migrations: catalogueMigrations },
  ]);
  folder = await mkdtemp(join(tmpdir(), 'kianda-loads-'));
  await reopen(true);
});
afterAll(async () => {
  await server.close();
  await loader.close();
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

async function reopen(works: boolean): Promise<void> {
  loader = await openLoader({ database: store.database, folder, works });
  server = await serveBindings(loader.catalogue.bindings ?? [], systemClock);
}

const collection = '/stac/collections/published-products';
const item = (id: string, title = id) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  geometry: { type: 'Point', coordinates: [12, -9] },
  bbox: [12, -9, 12, -9],
  properties: { datetime: '2026-08-30T00:00:00Z', title },
  links: [],
  assets: { dados: { href: 'https://fora.test/dados.tif' } },
});
const lines = (...rows: unknown[]) =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');

const send = (payload: string | Buffer, contentType: string) =>
  server.ask('POST', `${collection}/loads`, {
    role: 'cientista',
    payload,
    headers: { 'content-type': contentType },
  });
const ask = (path: string) => server.ask('GET', path, { role: 'cientista' });

/** A load once it has ended. */
const ended = (location: string) =>
  vi.waitUntil(async () => {
    const { body } = await ask(location.replace(base, ''));
    return body.finished === undefined ? null : (body as StacLoad);
  }, wait);

async function load(payload: string | Buffer, contentType: string): Promise<StacLoad> {
  const accepted = await send(payload, contentType);
  expect([accepted.status, accepted.body.status]).toEqual([202, expect.stringMatching(/accepted|running|successful/)]);
  return ended(String(accepted.headers.location));
}

test('lines of items are loaded in the background; the refused ones are named with the reason, and downloaded', async () => {
  const text = lines(
    item('a'),
    '{"torto',
    '',
    item('b'),
    { ...item('c'), bbox: undefined },
    'null',
    item('a', 'outro'),
  );
  const done = await load(text, 'application/x-ndjson');
  expect(done).toMatchObject({ status: 'successful', progress: 100, format: 'ndjson', rows: 6, stored: 2, refused: 3 });
  expect((await ask(`${collection}/items/a`)).body.properties.title).toBe('outro');
  const refused = await ask(done.links.find(({ rel }) => rel === 'refused')?.href.replace(base, '') ?? '');
  expect(refused.headers['content-type']).toContain('application/x-ndjson');
  const rows = refused.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { row: number; id?: string });
  expect(rows).toMatchObject([{ row: 2 }, { row: 4, id: 'c', issues: [{ path: 'bbox' }] }, { row: 5 }]);
  expect(loader.audited.at(-1)).toMatchObject({
    change: 'publish',
    resource: 'published-products',
    metadata: { items: 2, refused: 3 },
  });
  // The file itself does not stay.
  expect(await Array.fromAsync(loader.storage.list('catalogue-loads/'))).toEqual([]);
});

test('an ItemCollection as other programs indent it is loaded; the same again changes nothing', async () => {
  const document = {
    numberMatched: 2,
    links: [{ rel: 'self', href: 'https://fora.test' }],
    title: 'chaves } ] " \\ e «features»',
    type: 'FeatureCollection',
    features: [item('fc1', 'com } e "aspas" \\'), item('fc2')],
    features_: 1,
  };
  const text = JSON.stringify(document, null, 2);
  expect(await load(text, 'application/geo+json')).toMatchObject({
    format: 'geojson',
    rows: 2,
    stored: 2,
    unchanged: 0,
  });
  expect(await load(text, 'application/json')).toMatchObject({ rows: 2, stored: 0, unchanged: 2, refused: 0 });
  expect((await ask(`${collection}/items/fc1`)).body.properties.title).toBe('com } e "aspas" \\');
});

test.each([
  [
    'cut in the middle',
    JSON.stringify({ type: 'FeatureCollection', features: [item('x1'), item('x2')] }).slice(0, -90),
    'a meio',
  ],
  ['without features', '{"type":"FeatureCollection","itens":[]}', 'features'],
])('a collection of items that is %s fails, and says why', async (_what, text, reason) => {
  const done = await load(text, 'application/geo+json');
  expect([done.status, done.message]).toEqual(['failed', expect.stringContaining(reason)]);
});

test('an empty file, a stranger and a collection of the platform are refused at once', async () => {
  expect((await send('', 'application/x-ndjson')).status).toBe(400);
  const other = await server.ask('POST', `${collection}/loads`, {
    role: 'cliente',
    payload: '{}',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(other.status).toBe(403);
  expect((await ask(`${collection}/loads/5a3c1d10-0000-4000-8000-000000000000`)).status).toBe(404);
});

test('a worker that is killed while it loads leaves nothing out and nothing twice', async () => {
  const many = 6_000;
  await server.close();
  await loader.close();
  await reopen(false);
  const rows = Array.from({ length: many }, (_, at) => (at % 100 === 50 ? { id: `m${at}` } : item(`m${at}`)));
  const accepted = await send(lines(...rows), 'application/x-ndjson');
  const doomed = fork(fileURLToPath(new URL('./testing/doomed-loader.ts', import.meta.url)), [
    store.database.url,
    folder,
  ]);
  const begun = () =>
    sql<{ rows: number }>`select rows from catalogue.loads where ended_at is null and rows > 0`.execute(
      store.database.for(),
    );
  await vi.waitUntil(async () => (await begun()).rows.length > 0, wait);
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');
  const [atDeath] = (await begun()).rows;
  expect(atDeath?.rows).toBeLessThan(many);
  await server.close();
  await loader.close();
  await reopen(true);
  const done = await ended(String(accepted.headers.location));
  expect(done).toMatchObject({ status: 'successful', rows: many, stored: many - 60, unchanged: 0, refused: 60 });
  const page = await ask(`${collection}/items?limit=1&filter=${encodeURIComponent("id LIKE 'm%'")}`);
  expect(page.body.numberMatched).toBe(many - 60);
}, 300_000);

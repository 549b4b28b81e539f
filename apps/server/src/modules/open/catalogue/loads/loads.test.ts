import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StacLoad } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../platform/clock/clock.ts';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { serveBindings } from '../../../../testing/serve.ts';
import { storageMigrations } from '../../storage/storage.migrations.ts';
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
    { name: 'storage', migrations: storageMigrations },
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
  server = await serveBindings([...(loader.catalogue.bindings ?? []), ...(loader.areas.bindings ?? [])], systemClock);
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

const act = (location: string, what: 'stop' | 'resume') =>
  server.ask('POST', `${location.replace(base, '')}/${what}`, { role: 'cientista' });
const discard = (location: string) => server.ask('DELETE', location.replace(base, ''), { role: 'cientista' });
const files = () => Array.fromAsync(loader.storage.list('catalogue-loads/'));
const matched = async (pattern: string) => {
  const count = sql<{ n: number }>`select count(*)::int as n from catalogue.items where id like ${pattern}`;
  return (await count.execute(store.database.for())).rows[0]?.n;
};

test('a load is stopped by whoever asks, waiting or half done, and goes on from where it was: nothing twice', async () => {
  await server.close();
  await loader.close();
  await reopen(false);
  const waiting = String((await send(lines(item('parado')), 'application/x-ndjson')).headers.location);
  const stopped = await act(waiting, 'stop');
  expect([stopped.status, stopped.body.status, stopped.body.rows, stopped.body.isResumable]).toEqual([
    200,
    'dismissed',
    0,
    true,
  ]);
  expect((await act(waiting, 'stop')).status).toBe(409);
  await server.close();
  await loader.close();
  await reopen(true);

  const many = 40_000;
  const rows = Array.from({ length: many }, (_, at) => (at === many - 1 ? { id: 'torto' } : item(`p${at}`)));
  const location = String((await send(lines(...rows), 'application/x-ndjson')).headers.location);
  await vi.waitUntil(async () => (await ask(location.replace(base, ''))).body.rows > 0, wait);
  const half = await act(location, 'stop');
  expect(half.body).toMatchObject({
    status: 'dismissed',
    isResumable: true,
    message: expect.stringMatching(/^Parado/),
  });
  expect(half.body.rows).toBeLessThan(many);
  // One that is sent later runs only after the stopped one has left its place.
  expect(await load(lines(item('depois')), 'application/x-ndjson')).toMatchObject({ status: 'successful', stored: 1 });
  const after = (await ask(location.replace(base, ''))).body as StacLoad;
  expect([after.status, after.rows, after.stored]).toEqual(['dismissed', half.body.rows, half.body.rows]);
  expect(await matched('p%')).toBe(after.stored);
  expect((await ask(`${collection}/items/parado`)).status).toBe(404);
  expect(await files()).toHaveLength(2);

  expect((await act(location, 'resume')).status).toBe(200);
  const whole = await ended(location.replace(base, ''));
  expect(whole).toMatchObject({ status: 'successful', rows: many, stored: many - 1, unchanged: 0, refused: 1 });
  expect(whole.refusals).toMatchObject([{ row: many, id: 'torto' }]);
  expect(await matched('p%')).toBe(many - 1);
  expect((await act(location, 'resume')).status).toBe(409);
  expect((await act(location, 'stop')).status).toBe(409);

  const given = await discard(waiting);
  expect([given.status, given.body.status, given.body.isResumable]).toEqual([200, 'dismissed', false]);
  expect((await act(waiting, 'resume')).status).toBe(409);
  expect((await discard(waiting)).status).toBe(409);
  expect(await files()).toEqual([]);
  expect(loader.audited.map(({ change }) => change)).toEqual([
    'stop-load',
    'publish',
    'resume-load',
    'publish',
    'discard-load',
  ]);
}, 300_000);

test('an object of the storage is loaded where it is; one that changed, or that the caller may not read, is not', async () => {
  const write = (text: string) =>
    server.ask('PUT', '/storage/buckets/campanhas/object?key=lote.ndjson', { payload: text, role: 'cientista' });
  const begin = (body: object, role: 'cientista' | 'cliente' = 'cientista') =>
    server.ask('POST', `${collection}/loads/object`, { payload: body, role });
  await server.ask('POST', '/storage/buckets', { payload: { name: 'campanhas' } });
  await write(lines(item('o1'), item('o2')));
  const object = { bucket: 'campanhas', key: 'lote.ndjson' };
  const accepted = await begin(object);
  expect(accepted.status).toBe(202);
  const done = await ended(String(accepted.headers.location));
  expect(done).toMatchObject({ status: 'successful', stored: 2, source: 'campanhas/lote.ndjson' });
  expect((await begin({ ...object, key: 'falta' })).status).toBe(404);
  expect((await begin(object, 'cliente')).status).toBe(403);
  await loader.storage.put('copias/segredo.ndjson', Buffer.from('{}'));
  expect((await begin({ bucket: 'copias', key: 'segredo.ndjson' })).status).toBe(403);

  await server.close();
  await loader.close();
  await reopen(false);
  const location = String((await begin(object)).headers.location);
  await write(lines(item('o3')));
  await server.close();
  await loader.close();
  await reopen(true);
  const changed = await ended(location);
  expect([changed.status, changed.message]).toEqual(['failed', expect.stringContaining('mudou')]);
  expect((await ask(`${collection}/items/o3`)).status).toBe(404);
}, 300_000);

test('the list has the loads of all collections and the collections that take items', async () => {
  const { body } = await ask('/stac/loads');
  expect(body.collections).toEqual([{ id: 'published-products', title: expect.any(String) }]);
  expect(body.jobs[0]).toMatchObject({ collection: 'published-products', source: 'campanhas/lote.ndjson' });
  expect((await server.ask('GET', '/stac/loads', { role: 'investigador' })).status).toBe(403);
});

test('what stood still for a month is given up with its file, and files without a load go', async () => {
  await server.close();
  await loader.close();
  await reopen(false);
  const location = String((await send(lines(item('velho')), 'application/x-ndjson')).headers.location);
  const recent = String((await send(lines(item('novo')), 'application/x-ndjson')).headers.location);
  for (const one of [location, recent]) await act(one, 'stop');
  const idOf = (one: string) => one.split('/').at(-1) ?? '';
  await sql`update catalogue.loads set stopped_at = now() - interval '31 days' where id = ${idOf(location)}`.execute(
    store.database.for(),
  );
  await loader.storage.put('catalogue-loads/de-ninguem', Buffer.from('x'));
  const old = new Date(Date.UTC(2026, 0, 1));
  await utimes(loader.storage.localPath?.('catalogue-loads/de-ninguem') ?? '', old, old);
  const job = loader.catalogue.jobs?.find(({ name }) => name === 'catalogue.forget-loads');
  const context = {
    ...{ runId: 'um', signal: new AbortController().signal, progress: async () => undefined },
    log: createLogger({ level: 'silent', pretty: false }),
  };
  expect(await job?.run({}, context)).toEqual({ files: 2 });
  expect(await job?.run({}, context)).toEqual({ files: 0 });
  expect((await ask(location.replace(base, ''))).body).toMatchObject({ status: 'dismissed', isResumable: false });
  expect((await ask(recent.replace(base, ''))).body).toMatchObject({ status: 'dismissed', isResumable: true });
  expect((await files()).map(({ key }) => key)).toEqual([`catalogue-loads/${idOf(recent)}`]);
  await discard(recent);
}, 120_000);

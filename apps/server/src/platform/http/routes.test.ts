import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../db/testing.ts';
import { AppError } from './errors.ts';
import { createIdempotency, idempotencyMigrations } from './idempotency.ts';
import { as, createSite, liveAt, type Site } from './testing/site.ts';

let nowMs = Date.parse('2026-08-31T09:00:00Z');
const clock = { nowMs: () => nowMs };
const instant = () => new Date(nowMs).toISOString();
let base: Awaited<ReturnType<typeof createTestDatabase>>;
let site: Site;

beforeAll(async () => {
  base = await createTestDatabase([{ name: 'http', migrations: idempotencyMigrations }]);
});
afterAll(() => base.drop());
afterEach(() => site.app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url: `/admin-api${url}`, headers: { ...as('cliente'), ...headers } });

test('unchanged data: 304 without a body, although obtained again at another time', async () => {
  let temperature = 20;
  site = await createSite(
    { readSea: async () => ({ data: { temperature }, provenance: liveAt('2026-08-31T08:00:00Z', instant()) }) },
    { clock },
  );
  const first = await get('/sea');
  const etag = String(first.headers.etag);
  nowMs += 60_000;
  const again = await get('/sea', { 'if-none-match': etag });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
  expect(again.headers.vary).toMatch(/authorization/);
  expect((await get('/sea', { 'if-none-match': `"outra", ${etag.replace('W/', '')}` })).statusCode).toBe(304);
  temperature = 20.1;
  const changed = await get('/sea', { 'if-none-match': etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test('what is observed for each answer anew does not count as a change; an observation does', async () => {
  let observedAt: string | null = null;
  site = await createSite(
    {
      readSea: async () => ({ data: { temperature: 20 }, provenance: liveAt(observedAt ?? instant(), instant()) }),
    },
    { clock },
  );
  const etag = String((await get('/sea')).headers.etag);
  nowMs += 60_000;
  expect((await get('/sea', { 'if-none-match': etag })).statusCode).toBe(304);
  observedAt = '2026-08-30T00:00:00Z';
  expect((await get('/sea', { 'if-none-match': etag })).statusCode).toBe(200);
});

test('a body fixed by a standard is sent as it is, with its time to live', async () => {
  site = await createSite({ readCatalogue: async () => ({ type: 'Catalog', status: 'degraded' }) }, { clock });
  const response = await site.app.inject('/admin-api/catalogue.json');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ type: 'Catalog', status: 'degraded' });
  expect(response.headers['cache-control']).toBe('private, max-age=60');
});

test('bytes have a tag over what they are, and none are no content', async () => {
  let bytes = Uint8Array.from([1, 2, 3]);
  site = await createSite({ readTile: async () => bytes }, { clock });
  const response = await site.app.inject('/admin-api/tile');
  expect(response.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'private, max-age=60',
  });
  expect([...response.rawPayload]).toEqual([1, 2, 3]);
  const asked = { url: '/admin-api/tile', headers: { 'if-none-match': String(response.headers.etag) } };
  expect(await site.app.inject(asked)).toMatchObject({ statusCode: 304, body: '' });
  bytes = new Uint8Array();
  expect(await site.app.inject(asked)).toMatchObject({ statusCode: 204, body: '' });
});

test('HEAD answers as GET, without a body', async () => {
  site = await createSite({ readCatalogue: async () => ({ type: 'Catalog' }) }, { clock });
  const response = await site.app.inject({ method: 'HEAD', url: '/admin-api/catalogue.json' });
  expect([response.statusCode, response.body]).toEqual([200, '']);
});

test('the envelope says when, from where, and what is missing', async () => {
  const provenance = liveAt('2026-08-31T08:00:00Z');
  site = await createSite(
    {
      readSea: async () => ({
        data: { temperature: 20 },
        provenance: { ...provenance, state: 'cached', staleAfter: '2026-08-31T08:30:00Z' },
        fields: { temperature: provenance },
        missing: { comment: 'Sem comentário.' },
        message: 'Atenção',
      }),
    },
    { clock },
  );
  expect((await get('/sea')).json()).toEqual({
    success: true,
    data: { temperature: 20 },
    message: 'Atenção',
    metadata: {
      timestamp: instant(),
      version: '2.0.0',
      cached: true,
      provenance: { ...provenance, state: 'cached', staleAfter: '2026-08-31T08:30:00Z' },
      fields: { temperature: provenance },
      missing: { comment: 'Sem comentário.' },
    },
  });
});

/** A site whose writes count how often they acted. */
async function writingSite(act: (body: unknown) => Promise<void> = async () => undefined) {
  let acts = 0;
  const write = async ({ body }: { body: unknown }) => {
    acts += 1;
    await act(body);
    return { data: { acts }, provenance: liveAt(instant()), status: 201 };
  };
  site = await createSite(
    { addBuoy: write, addSecret: write, addPlain: async () => ({ acts: ++acts }) },
    { clock, idempotency: createIdempotency(base.database, clock) },
  );
  const send = (name: string, key?: string, options: { as?: string; url?: string } = {}) =>
    site.app.inject({
      method: 'POST',
      url: options.url ?? '/admin-api/buoys',
      headers: { ...as(options.as ?? 'cliente'), ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: { name },
    });
  return { send, acts: () => acts };
}

test('a write replayed with its key answers the first answer and acts once', async () => {
  const { send, acts } = await writingSite();
  const first = await send('boia', 'chave-0001');
  nowMs += 3_600_000;
  const replay = await send('boia', 'chave-0001');
  expect(first.statusCode).toBe(201);
  expect(replay.statusCode).toBe(201);
  expect(replay.json()).toEqual(first.json());
  expect(acts()).toBe(1);
});

test('a body fixed by a standard is replayed as it is', async () => {
  const { send, acts } = await writingSite();
  const url = '/admin-api/plain';
  expect((await send('boia', 'chave-0009', { url })).json()).toEqual({ acts: 1 });
  expect((await send('boia', 'chave-0009', { url })).json()).toEqual({ acts: 1 });
  expect(acts()).toBe(1);
});

test('the same key with another body is refused; of another account it is another key', async () => {
  const { send, acts } = await writingSite();
  await send('boia', 'chave-0002');
  expect((await send('baliza', 'chave-0002')).json().code).toBe('idempotency_mismatch');
  expect((await send('baliza', 'chave-0002', { as: 'administrador' })).statusCode).toBe(201);
  expect(acts()).toBe(2);
});

test('a request that failed can be repeated with its key', async () => {
  let broken = true;
  const { send, acts } = await writingSite(async () => {
    if (broken) throw new AppError('conflict');
  });
  expect((await send('boia', 'chave-0003')).statusCode).toBe(409);
  broken = false;
  expect((await send('boia', 'chave-0003')).statusCode).toBe(201);
  expect(acts()).toBe(2);
});

test('of two at once, one acts and the other is told to come back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { send, acts } = await writingSite(() => promise);
  const first = send('boia', 'chave-0004');
  await expect.poll(acts).toBe(1);
  const second = await send('boia', 'chave-0004');
  expect(second.statusCode).toBe(409);
  expect(second.headers['retry-after']).toBe('1');
  resolve();
  expect((await first).statusCode).toBe(201);
  expect(acts()).toBe(1);
});

test('a key whose first bearer died with the process acts again after two minutes', async () => {
  let dies = true;
  const { send, acts } = await writingSite(() => (dies ? new Promise(() => undefined) : Promise.resolve()));
  void send('boia', 'chave-0005');
  await expect.poll(acts).toBe(1);
  dies = false;
  expect((await send('boia', 'chave-0005')).statusCode).toBe(409);
  nowMs += 121_000;
  expect((await send('boia', 'chave-0005')).statusCode).toBe(201);
  expect(acts()).toBe(2);
});

test('after a day a key is forgotten', async () => {
  const { send, acts } = await writingSite();
  await send('boia', 'chave-0006');
  nowMs += 25 * 3_600_000;
  await send('outra', 'chave-0007');
  expect((await send('diferente', 'chave-0006')).statusCode).toBe(201);
  expect(acts()).toBe(3);
});

test('an answer with a secret is never kept: each request acts', async () => {
  const { send, acts } = await writingSite();
  for (const _ of [1, 2]) await send('boia', 'chave-0008', { url: '/admin-api/secrets' });
  expect(acts()).toBe(2);
});

test('a key that is none is refused, and no key is no limit', async () => {
  const { send, acts } = await writingSite();
  expect((await send('boia', 'curta')).json().code).toBe('validation_failed');
  for (const _ of [1, 2]) expect((await send('boia')).statusCode).toBe(201);
  expect(acts()).toBe(2);
});

test('an unknown parameter is refused by its name, with those that are valid; so is an unknown field of a strict body', async () => {
  site = await createSite({}, { clock });
  const issuesOf = async (url: string) => {
    const response = await get(url);
    return [response.statusCode, response.json().issues];
  };
  expect(await issuesOf('/depths/a?limite=3')).toEqual([
    400,
    [{ path: 'query.limite', message: 'Parâmetro desconhecido: «limite». Os válidos são: limit, text.' }],
  ]);
  expect(await issuesOf('/depths/a?limit=x&offset=1')).toMatchObject([
    400,
    [{ path: 'query.limit' }, { path: 'query.offset' }],
  ]);
  expect(await issuesOf('/sea?page=2')).toEqual([
    400,
    [{ path: 'query.page', message: 'Parâmetro desconhecido: «page». Aqui não há nenhum.' }],
  ]);
  expect((await get('/depths/a?limit=3&text=b')).statusCode).toBe(200);
  const response = await site.app.inject({
    method: 'POST',
    url: '/admin-api/berths',
    headers: as('cliente'),
    payload: { name: 'a', place: { lon: 1, lot: 2 }, colour: 'b' },
  });
  expect([response.statusCode, response.json().issues]).toEqual([
    400,
    [
      { path: 'body.place.lot', message: 'Campo desconhecido: «lot». Os válidos são: lon.' },
      { path: 'body.colour', message: 'Campo desconhecido: «colour». Os válidos são: name, place.' },
    ],
  ]);
});

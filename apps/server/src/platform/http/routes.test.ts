import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { afterCommit } from '../db/request-scope.ts';
import { createTestDatabase } from '../db/testing.ts';
import { createAdmission } from './admission.ts';
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

test('bytes with a tag of their own are made only for who does not hold them', async () => {
  let made = 0;
  let tag = 'W/"um"';
  const make = async () => Uint8Array.of(++made);
  site = await createSite({ readTile: async () => ({ tag, make }) }, { clock });
  const asked = { url: '/admin-api/tile', headers: { 'if-none-match': tag } };
  const first = await site.app.inject('/admin-api/tile');
  expect([first.headers.etag, first.headers['content-type'], ...first.rawPayload]).toEqual([
    tag,
    'application/octet-stream',
    1,
  ]);
  const held = await site.app.inject(asked);
  expect(held).toMatchObject({
    statusCode: 304,
    body: '',
    headers: { etag: tag, 'cache-control': 'private, max-age=60' },
  });
  expect(made).toBe(1);
  tag = 'W/"outro"';
  expect([...(await site.app.inject(asked)).rawPayload]).toEqual([2]);
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

type Effects = { 'http.test_effects': { name: string } };

/** Writes one row in two steps, as a module does, and then whatever `then` says. */
async function effectSite(then: (name: string) => Promise<void> = async () => undefined) {
  const db = base.database.for<Effects>();
  await sql`create table if not exists http.test_effects (name text primary key)`.execute(db);
  await sql`truncate http.test_effects`.execute(db);
  const desk = await writingSite(async (body) => {
    const { name } = body as { name: string };
    await db.insertInto('http.test_effects').values({ name }).execute();
    await db.transaction().execute((trx) =>
      trx
        .insertInto('http.test_effects')
        .values({ name: `${name}/2` })
        .execute(),
    );
    await then(name);
  });
  const rows = async () =>
    (await db.selectFrom('http.test_effects').select('name').orderBy('name').execute()).map((row) => row.name);
  return { ...desk, db, rows };
}

/** Kills the session that writes to a table as it does so, as the death of its process would; answers how to stop that. */
async function deathAt(table: string) {
  const db = base.database.for<Effects>();
  await sql`create or replace function http.test_death() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$`.execute(db);
  await sql`create trigger test_death after insert on ${sql.table(table)} for each row execute function http.test_death()`.execute(
    db,
  );
  return () => sql`drop trigger test_death on ${sql.table(table)}`.execute(db);
}

test.each(['http.test_effects', 'http.idempotency_keys'])(
  'a write whose process dies as it writes to %s left nothing, and its key acts at once, once',
  async (table) => {
    const { send, rows } = await effectSite();
    const live = await deathAt(table);
    const interrupted = await send('boia', 'chave-0005');
    await live();
    expect(interrupted.statusCode).toBe(503);
    expect(await rows()).toEqual([]);
    const again = await send('boia', 'chave-0005');
    expect(again.statusCode).toBe(201);
    expect((await send('boia', 'chave-0005')).json()).toEqual(again.json());
    expect(await rows()).toEqual(['boia', 'boia/2']);
    await sql`delete from http.idempotency_keys`.execute(base.database.for());
  },
);

test('a fault leaves nothing of a keyed write; a refusal keeps what it recorded', async () => {
  let thrown: Error = new Error('avaria');
  const { send, rows } = await effectSite(async () => {
    throw thrown;
  });
  expect((await send('boia', 'chave-0006')).statusCode).toBe(500);
  expect(await rows()).toEqual([]);
  thrown = new AppError('conflict');
  expect((await send('boia', 'chave-0006')).statusCode).toBe(409);
  expect(await rows()).toEqual(['boia', 'boia/2']);
});

test('a statement that fails and is caught undoes itself alone', async () => {
  const db = base.database.for<Effects>();
  const { send, rows } = await effectSite(async (name) => {
    await db
      .insertInto('http.test_effects')
      .values({ name })
      .execute()
      .catch(() => undefined);
    await Promise.all(
      ['a', 'b'].map((part) =>
        db.transaction().execute((trx) => trx.insertInto('http.test_effects').values({ name: part }).execute()),
      ),
    );
    const undone = db.transaction().execute(async (trx) => {
      await trx.insertInto('http.test_effects').values({ name: 'c' }).execute();
      throw new Error('só esta parte');
    });
    await undone.catch(() => undefined);
  });
  expect((await send('boia', 'chave-0007')).statusCode).toBe(201);
  expect(await rows()).toEqual(['a', 'b', 'boia', 'boia/2']);
});

test('what follows a write is done once it is stored, and not where it is undone', async () => {
  const heard: string[][] = [];
  let fails = true;
  const desk = await effectSite(async () => {
    afterCommit(() => heard.push(['seguiu']));
    if (fails) throw new Error('avaria');
    expect(heard).toEqual([]);
  });
  await desk.send('boia', 'chave-0010');
  expect(heard).toEqual([]);
  fails = false;
  await desk.send('boia', 'chave-0010');
  expect(heard).toEqual([['seguiu']]);
});

test.each([undefined, 'chave-0011'])('a write answered as too late is not written later (key: %s)', async (key) => {
  const { db, rows } = await effectSite();
  await site.app.close();
  site = await createSite(
    {
      addBuoy: async ({ body }) => {
        await db
          .insertInto('http.test_effects')
          .values({ name: (body as { name: string }).name })
          .execute();
        return { data: {}, provenance: liveAt(instant()) };
      },
    },
    // With a key the wait for the lock ends at half of the limit: what comes before it must not take the other half.
    {
      ...{ clock, idempotency: createIdempotency(base.database, clock) },
      handlerTimeoutSeconds: () => (key === undefined ? 0.3 : 6),
    },
  );
  const locked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (trx) => {
    await sql`lock table http.test_effects in access exclusive mode`.execute(trx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const headers = { ...as('cliente'), ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const answer = await site.app.inject({ method: 'POST', url: '/admin-api/buoys', headers, payload: { name: 'boia' } });
  expect(answer.statusCode).toBe(key === undefined ? 504 : 503);
  held.resolve();
  await holder;
  await expect
    .poll(
      async () =>
        (
          await sql<{ n: number }>`select count(*)::int as n from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'test_effects' and not l.granted`.execute(db)
        ).rows[0]?.n,
    )
    .toBe(0);
  expect(await rows()).toEqual([]);
});

test('a body that was read does not end the signal of its request', async () => {
  let aborted: boolean | null = null;
  site = await createSite(
    {
      addBuoy: async ({ signal }) => {
        await new Promise((resolve) => setImmediate(resolve));
        aborted = signal.aborted;
        return { data: {}, provenance: liveAt(instant()) };
      },
    },
    { clock },
  );
  const address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}/admin-api/buoys`, {
    method: 'POST',
    headers: { ...as('cliente'), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'boia' }),
  });
  expect(answer.status).toBe(200);
  expect(aborted).toBe(false);
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

test('with too much to do a request hears so at once, and what comes first is answered', async () => {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const admission = createAdmission({ atOnce: 1, waiting: 0, waitMs: 60_000 }, () => 0);
  const sea = { data: { temperature: 20 }, provenance: liveAt(instant()) };
  site = await createSite(
    {
      async readSea() {
        begun.resolve();
        await held.promise;
        return sea;
      },
    },
    { clock, admission },
  );
  const slow = get('/sea');
  await begun.promise;
  const refused = await get('/depths/7');
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  expect((await get('/alarms')).statusCode).toBe(200);
  held.resolve();
  expect((await slow).statusCode).toBe(200);
  expect((await get('/depths/7')).statusCode).toBe(200);
  expect(admission.refused()).toBe(1);
});

test('an asker that goes while it is answered gives its place back, whenever it goes', async () => {
  const admission = createAdmission({ atOnce: 1, waiting: 0, waitMs: 60_000 }, () => 0);
  let release = Promise.withResolvers<void>();
  site = await createSite(
    {
      readSea: async () => {
        await release.promise;
        return { data: { temperature: 20 }, provenance: liveAt('2026-08-31T08:00:00Z', instant()) };
      },
    },
    { clock, admission },
  );
  /** Goes so many turns of the loop before, or after, its answer is made. */
  async function goes(turnsBefore: number, turnsAfter: number): Promise<void> {
    release = Promise.withResolvers<void>();
    const gone = new AbortController();
    const url = '/admin-api/sea';
    const asked = site.app.inject({ url, headers: as('cliente'), signal: gone.signal }).catch(() => null);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (let at = 0; at < 5; at += 1) await turn();
    if (turnsBefore > 0) gone.abort();
    for (let at = 0; at < turnsBefore; at += 1) await turn();
    release.resolve();
    for (let at = 0; at < turnsAfter; at += 1) await Promise.resolve();
    gone.abort();
    await asked;
    for (let at = 0; at < 5; at += 1) await turn();
  }
  for (const before of [1, 2, 3]) await goes(before, 0);
  for (let after = 0; after < 40; after += 1) await goes(0, after);
  release = Promise.withResolvers<void>();
  release.resolve();
  expect((await get('/sea')).statusCode).toBe(200);
  expect(admission.refused()).toBe(0);
});

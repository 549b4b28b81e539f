import { pathOf } from '@kianda/contract';
import { type JoinedAnswer, joinedAnswerSchema, joinedReads, mayBeJoined } from '@kianda/contract/core/joined-reads';
import { type JsonPatch, patched } from '@kianda/contract/core/json-patch';
import { afterEach, expect, test } from 'vitest';
import { createAdmission } from './admission.ts';
import { as, createSite, liveAt, type Site } from './testing/site.ts';

const clock = { nowMs: () => Date.parse('2026-08-31T09:00:00Z') };
let site: Site;
afterEach(() => site.app.close());

type Read = { readonly path: string; readonly tag?: string; readonly base?: string };
const ask = (reads: readonly Read[], headers: Record<string, string> = as('cliente')) =>
  site.app.inject({ method: 'POST', url: pathOf(joinedReads), headers, payload: { reads } });
/** The answers by read. */
const answersOf = ({ body }: { readonly body: string }): readonly JoinedAnswer[] =>
  body
    .trim()
    .split('\n')
    .map((line) => joinedAnswerSchema.parse(JSON.parse(line)))
    .toSorted((a, b) => a.read - b.read);

const sea = { readSea: async () => ({ data: { temperature: 20 }, provenance: liveAt('2026-08-31T08:00:00Z') }) };

test('each read is answered as it would be alone', async () => {
  site = await createSite(sea, { clock });
  const paths = ['/admin-api/sea', '/admin-api/depths/9?limit=3', '/admin-api/depths/9?limit=x', '/admin-api/nada'];
  const answer = await ask(paths.map((path) => ({ path })));
  expect(answer.statusCode).toBe(200);
  const answers = answersOf(answer);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 404]);
  const alone = await site.app.inject({ url: '/admin-api/sea', headers: as('cliente') });
  expect(answers[0]).toMatchObject({ headers: { etag: alone.headers.etag }, body: alone.json() });
  expect(answers[2]?.body).toMatchObject({ code: 'validation_failed', success: false });
});

test('what has not changed is told without its body', async () => {
  site = await createSite(sea, { clock });
  const [first] = answersOf(await ask([{ path: '/admin-api/sea' }]));
  const tag = String(first?.headers.etag);
  const [again, other] = answersOf(
    await ask([
      { path: '/admin-api/sea', tag },
      { path: '/admin-api/sea', tag: 'W/"x"' },
    ]),
  );
  expect(again).toEqual({ read: 0, status: 304, headers: {} });
  expect(other?.status).toBe(200);
});

test('who holds an answer is told what has changed in it', async () => {
  let at = 0;
  const depths = () => Array.from({ length: 50 }, (_, index) => ({ at: index + at, depth: index + at }));
  site = await createSite(
    { readDepth: async () => ({ data: { depths: depths() }, provenance: liveAt('2026-08-31T09:00:00Z') }) },
    { clock },
  );
  const path = '/admin-api/depths/1';
  const [first] = answersOf(await ask([{ path }]));
  at = 1;
  const held = { path, tag: String(first?.headers.etag), base: first?.base ?? '' };
  const [next, unknown] = answersOf(await ask([held, { ...held, base: 'outra' }]));
  expect(next?.body).toBeUndefined();
  expect(JSON.stringify(next?.patch).length).toBeLessThan(150);
  expect(patched(first?.body, next?.patch as JsonPatch)).toEqual(unknown?.body);
  // Who has the name of another path's answer has no answer of this one.
  const [other] = answersOf(await ask([{ ...held, path: '/admin-api/depths/2' }]));
  expect(other?.body).toEqual(unknown?.body);
});

test('a quick answer does not wait for a slow one', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const order: number[] = [];
  site = await createSite(
    {
      ...sea,
      readDepth: async () => {
        await held;
        return { data: null, provenance: liveAt('2026-08-31T09:00:00Z') };
      },
    },
    { clock },
  );
  const response = await site.app.inject({
    method: 'POST',
    url: pathOf(joinedReads),
    headers: as('cliente'),
    payload: { reads: [{ path: '/admin-api/depths/1' }, { path: '/admin-api/sea' }] },
    payloadAsStream: true,
  });
  for await (const chunk of response.stream()) {
    order.push(...answersOf({ body: String(chunk) }).map(({ read }) => read));
    release();
  }
  expect(order).toEqual([1, 0]);
});

test('nothing opens that would not open alone, and a refusal is recorded', async () => {
  site = await createSite(sea, { clock });
  const closed = [
    // No JSON, no read, no path of ours.
    { path: '/admin-api/tile' },
    { path: '/admin-api/buoys' },
    { path: '/healthz' },
    { path: '//elsewhere.test/admin-api/sea' },
    { path: '/admin-api/sea/../tile' },
    { path: '/admin-api/depths/%2e%2e' },
  ];
  expect(answersOf(await ask(closed)).map(({ status }) => status)).toEqual(closed.map(() => 404));
  expect((await ask([{ path: '/admin-api/sea' }], {})).statusCode).toBe(401);
  const [held] = answersOf(await ask([{ path: '/admin-api/sea' }], as('provisório')));
  expect(held?.body).toMatchObject({ code: 'password_change_required' });
  expect((await ask([{ path: '/admin-api/sea' }], as('interface'))).statusCode).toBe(403);
  expect(site.denied).toEqual(['joinedReads']);
  expect((await ask([])).statusCode).toBe(400);
  expect((await ask(Array.from({ length: 41 }, () => ({ path: '/admin-api/sea' })))).statusCode).toBe(400);
});

test('each read counts as a request', async () => {
  site = await createSite(sea, { clock, server: { rateLimitPerMinute: 5 } });
  const reads = Array.from({ length: 5 }, () => ({ path: '/admin-api/sea' }));
  expect(answersOf(await ask(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await site.app.inject({ url: '/admin-api/sea', headers: as('cliente') })).statusCode).toBe(429);
});

test('near the limit, the first reads are answered and the others told when to come back', async () => {
  site = await createSite(sea, { clock, server: { rateLimitPerMinute: 3 } });
  await site.app.inject({ url: '/admin-api/sea', headers: as('cliente') });
  const reads = Array.from({ length: 5 }, () => ({ path: '/admin-api/sea' }));
  const answers = answersOf(await ask(reads));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429, 429]);
  expect(answers[4]?.body).toMatchObject({ code: 'rate_limited', success: false });
  for (const { headers } of answers.slice(2)) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  // With nothing left, each is still told for itself; another account has its own.
  expect(answersOf(await ask(reads)).map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  const others = answersOf(await ask(reads.slice(0, 3), as('administrador')));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('requests of joined reads have a limit of their own', async () => {
  site = await createSite(sea, { clock, server: { rateLimitPerMinute: 2 } });
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) {
    const { statusCode } = await ask([{ path: '/admin-api/sea' }]);
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('it holds no place of its own where there are few', async () => {
  site = await createSite(sea, {
    clock,
    admission: createAdmission({ atOnce: 1, waiting: 10, waitMs: 60_000 }, () => 0.5),
  });
  const reads = Array.from({ length: 3 }, () => ({ path: '/admin-api/sea' }));
  const [one, two] = await Promise.all([ask(reads), ask(reads)]);
  expect([...answersOf(one), ...answersOf(two)].map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test('a read that takes too long is told as late, and the others stay', async () => {
  site = await createSite(
    { ...sea, readDepth: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)) },
    { clock, handlerTimeoutSeconds: () => 0.5 },
  );
  const [fast, slow] = answersOf(await ask([{ path: '/admin-api/sea' }, { path: '/admin-api/depths/1' }]));
  expect(fast?.status).toBe(200);
  expect(slow?.body).toMatchObject({ code: 'timeout' });
});

test('secrets and files are not joined', () => {
  const read = { method: 'GET', access: 'session', summary: '', id: 'x', service: 'admin-api', path: '/x' } as const;
  const response = joinedReads.response;
  expect(mayBeJoined({ ...read, response })).toBe(true);
  expect(mayBeJoined({ ...read, response, neverStored: true })).toBe(false);
  expect(mayBeJoined({ ...read, response, format: 'binary' })).toBe(false);
  expect(mayBeJoined({ ...read, response, method: 'POST' })).toBe(false);
});

test('whoever leaves before the first line is no failure of the platform', async () => {
  const { promise: asked, resolve: hasAsked } = Promise.withResolvers<void>();
  site = await createSite(
    {
      readDepth: ({ signal }) => {
        hasAsked();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    },
    { clock },
  );
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = new AbortController();
  const visit = fetch(`${origin}${pathOf(joinedReads)}`, {
    method: 'POST',
    headers: { ...as('cliente'), 'content-type': 'application/json', 'accept-encoding': 'br' },
    body: JSON.stringify({ reads: [{ path: '/admin-api/depths/1' }] }),
    signal: browser.signal,
  });
  await asked;
  browser.abort();
  await expect(visit).rejects.toThrow();
  await expect.poll(site.log).toContain('quem pediu saiu antes da resposta');
  expect(site.log()).not.toContain('pedido falhou');
});

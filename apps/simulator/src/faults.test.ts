import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSimulator } from './app.ts';
import { manualClock } from './clock.ts';
import { createFaults, type FaultKnobs, type Faults, faultKnobsSchema, noFaults } from './faults.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers.ts';

const nowMs = Date.UTC(2026, 8, 1);
const page = (number: number) => ({ total: 60, results: [{ id: `row-${number}`, depth: number }] });

/** A provider small enough to see what each fault does to it. */
const demo: Provider = {
  name: 'demo',
  routes(app, { clock }) {
    app.get<{ Querystring: { page?: string } }>('/demo/rows', async ({ query }) => page(Number(query.page ?? 1)));
    app.get('/demo/time', async () => ({ now: clock() }));
    app.get('/demo/text', async (_request, reply) => reply.type('text/csv').send(`${'time,sst\n'.repeat(5_000)}end`));
  },
};
const other: Provider = {
  name: 'other',
  routes: (app) => void app.get('/other/rows', async () => page(1)),
};

let app: FastifyInstance;
let faults: Faults;
let waits: number[];
let base: string;

beforeEach(async () => {
  waits = [];
  faults = createFaults({ seed: 1, wait: async (ms) => void waits.push(ms) });
  app = createSimulator({ seed: 1, clock: manualClock(nowMs), faults, providers: [demo, other] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await app.close();
});

const get = (path: string) => fetch(`${base}${path}`);
const put = (provider: string, body: unknown) =>
  fetch(`${base}/_faults/${provider}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('settings', () => {
  it('are all off at first and listed by provider', async () => {
    expect(await (await get('/_faults')).json()).toEqual({ demo: noFaults, other: noFaults });
    expect(await (await get('/demo/rows?page=3')).json()).toEqual(page(3));
    expect(waits).toEqual([]);
  });
  it('are replaced as a whole by PUT, and what is not named is off again', async () => {
    expect((await put('demo', { every429: 2, down: false })).status).toBe(200);
    expect(await (await get('/_faults/demo')).json()).toEqual({ ...noFaults, every429: 2 });
    await put('demo', { latencyMs: 5 });
    expect(await (await get('/_faults/demo')).json()).toEqual({ ...noFaults, latencyMs: 5 });
  });
  it('are refused when unknown, out of range, or of no provider', async () => {
    expect((await put('demo', { tsunami: true })).status).toBe(400);
    expect((await put('demo', { errorRate5xx: 1.5 })).status).toBe(400);
    const unknown = await put('nobody', {});
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('demo, other');
  });
  it('belong to this machine alone', async () => {
    const foreign = await app.inject({ method: 'PUT', url: '/_faults/demo', payload: {}, remoteAddress: '192.0.2.7' });
    expect(foreign.statusCode).toBe(403);
    expect((await app.inject({ url: '/_faults', remoteAddress: '::1' })).statusCode).toBe(200);
  });
  it('reach one provider only', async () => {
    faults.set('demo', { revokedCredentials: true });
    expect((await get('/demo/rows')).status).toBe(401);
    expect((await get('/other/rows')).status).toBe(200);
    faults.reset();
    expect((await get('/demo/rows')).status).toBe(200);
  });
});

describe('before the answer', () => {
  it('latency waits, jitter adds a share of itself', async () => {
    faults.set('demo', { latencyMs: 300, jitterMs: 100 });
    await get('/demo/rows');
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(300);
    expect(waits[0]).toBeLessThan(400);
  });
  it('every n-th request is 429 with Retry-After', async () => {
    faults.set('demo', { every429: 3, retryAfterSeconds: 7 });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => get('/demo/rows')));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(2);
    expect(limited[0]?.headers.get('retry-after')).toBe('7');
  });
  it('a share of requests fails with a server error, the same share for the same seed', async () => {
    const run = async () => {
      const fresh = createFaults({ seed: 5 });
      fresh.set('demo', { errorRate5xx: 0.4 });
      const simulator = createSimulator({ seed: 1, clock: manualClock(nowMs), faults: fresh, providers: [demo] });
      const codes: number[] = [];
      for (let i = 0; i < 60; i++) codes.push((await simulator.inject('/demo/rows')).statusCode);
      await simulator.close();
      return codes;
    };
    const codes = await run();
    const failed = codes.filter((code) => code >= 500).length;
    expect(failed).toBeGreaterThan(12);
    expect(failed).toBeLessThan(40);
    expect(await run()).toEqual(codes);
  });
  it('down closes the connection without an answer', async () => {
    faults.set('demo', { down: true });
    await expect(get('/demo/rows')).rejects.toThrow('fetch failed');
  });
});

describe('in the answer', () => {
  it('truncate breaks the connection in the middle of the body', async () => {
    faults.set('demo', { truncate: 1 });
    const answer = await get('/demo/text');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });
  it('malformed ends well but is cut short', async () => {
    faults.set('demo', { malformed: 1 });
    const text = await (await get('/demo/rows')).text();
    expect(text.length).toBeGreaterThan(5);
    expect(() => JSON.parse(text)).toThrow('JSON');
  });
  it('wrongContentType says html', async () => {
    faults.set('demo', { wrongContentType: 1 });
    expect((await get('/demo/rows')).headers.get('content-type')).toBe('text/html');
  });
  it('clock skew moves the provider and its Date header', async () => {
    faults.set('demo', { clockSkewMs: -3_600_000 });
    const answer = await get('/demo/time');
    expect(await answer.json()).toEqual({ now: nowMs - 3_600_000 });
    expect(answer.headers.get('date')).toBe(new Date(nowMs - 3_600_000).toUTCString());
  });
  it.each([
    ['extra', { id: 'row-1', depth: 1, x_new_field: 'new' }],
    ['missing', { depth: 1 }],
    ['renamed', { depth: 1, id_v2: 'row-1' }],
    ['typeFlip', { id: 'row-1', depth: 'n/a 1' }],
  ] satisfies [FaultKnobs['schemaDrift'], object][])('schema drift %s changes the records', async (drift, record) => {
    faults.set('demo', { schemaDrift: drift });
    expect(await (await get('/demo/rows')).json()).toEqual({ total: 60, results: [record] });
    expect((await get('/demo/text')).status).toBe(200); // what is not JSON stays
  });
  it('duplicatePage hands out every second page twice, then goes on', async () => {
    faults.set('demo', { duplicatePage: true });
    const ids: unknown[] = [];
    for (const number of [1, 2, 3, 4]) {
      const body = (await (await get(`/demo/rows?page=${number}`)).json()) as ReturnType<typeof page>;
      ids.push(body.results[0]?.id);
    }
    expect(ids).toEqual(['row-1', 'row-1', 'row-3', 'row-3']);
  });
});

describe('the simulator', () => {
  it('answers its health with the providers it plays', async () => {
    const simulator = createSimulator({ seed: 8478, clock: manualClock(nowMs) });
    const health = (await simulator.inject('/_health')).json() as { now: number; providers: string[] };
    expect(health).toEqual({ ok: true, seed: 8478, now: nowMs, providers: providers.map(({ name }) => name) });
    await simulator.close();
  });
  it('has no fault without a default', () => {
    expect(faultKnobsSchema.parse({})).toEqual(noFaults);
  });
});

import { randomUUID } from 'node:crypto';
import type { DataOf, Endpoint, Role } from '@kianda/contract';
import { usageReport } from '@kianda/contract/people/usage/usage.contract';
import { recordUsage, setUsageChoice, usageChoice } from '@kianda/contract/people/usage/usage-recording.contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../platform/http/bind.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { analysisName } from './analysis-name.rules.ts';
import { createUsage, type Usage } from './index.ts';
import { usageMigrations } from './usage.migrations.ts';

type Person = { readonly accountId: string; readonly sessionId: string; readonly role: Role };
const person = (role: Role = 'cientista'): Person => ({ accountId: randomUUID(), sessionId: randomUUID(), role });

let base: ModulePlatform;
let usage: Usage;
const start = (over: Partial<Parameters<typeof createUsage>[0]> = {}) =>
  createUsage({
    platform: base.platform,
    recording: { enabled: true, retentionDays: 400 },
    demonstrationSeed: null,
    ...over,
  });
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'usage', migrations: usageMigrations }]);
});
afterAll(() => base.close());
beforeEach(async () => {
  await sql`TRUNCATE usage.accounts, usage.activity, usage.visits`.execute(base.platform.database.for());
  usage = start();
});
afterEach(() => usage.stop?.());

async function ask<E extends Endpoint>(
  endpoint: E,
  who: Person,
  input: { readonly body?: object; readonly query?: object; readonly headers?: Record<string, string> } = {},
): Promise<Answer<DataOf<E>>> {
  const binding = usage.bindings?.find((one) => one.endpoint.id === endpoint.id);
  if (binding === undefined) throw new Error(`not bound: ${endpoint.id}`);
  const context = {
    principal: { ...who, email: 'x@kianda.test', name: 'X', mustChangePassword: false },
    headers: input.headers ?? {},
    body: endpoint.body?.parse(input.body ?? {}),
    query: endpoint.query?.parse(input.query ?? {}),
  };
  const answer = (await binding.handler(context as never)) as Answer<DataOf<E>>;
  endpoint.response.parse(answer.data);
  return answer;
}
const entry = (section: string, over: object = {}) => ({ section, opened: 1, seconds: 30, exports: 0, ...over });
const report = async (period = '7d') => (await ask(usageReport, person(), { query: { period } })).data;
const sent = (who: Person, entries: object[], visit = randomUUID(), headers = {}) =>
  ask(recordUsage, who, { body: { visit, device: 'desktop', entries }, headers });

describe('recording', () => {
  test('sections, exports, analyses and sign-ins come out of the report; reports of one visit add up', async () => {
    const ana = person('cientista');
    const visit = randomUUID();
    expect((await sent(ana, [entry('dashboard'), entry('system-health')], visit)).data).toEqual({ recorded: true });
    await usage.flush();
    await sent(ana, [entry('dashboard', { opened: 0, seconds: 60, exports: 2 }), entry('realtime-angola')], visit);
    // The same session in another tab is no second sign-in.
    await sent(ana, [entry('dashboard')]);
    usage.served(
      { ...recordUsage, id: 'computeFronts', access: 'ocean:compute' },
      { principal: asked(ana), headers: {} },
      200,
    );
    const { overview, sections, funnel, segments, devices } = await report();
    expect(overview.sectionsOpened.value).toBe(4);
    expect(overview.exports.value).toBe(2);
    expect(overview.analyses.value).toBe(1);
    expect(overview.signIns.value).toBe(1);
    expect(overview.sessionSeconds.value).toBe((30 + 30 + 60 + 30 + 30) / 2);
    expect(overview.bounce.value).toBe(50);
    expect(sections[0]).toEqual({ section: 'dashboard', opened: 2, users: 1 });
    expect(funnel.map(({ users }) => users)).toEqual([1, 1, 1, 1, 0]);
    expect(segments[0]).toMatchObject({ id: 'scientists', users: 1 });
    expect(devices[0]).toMatchObject({ visits: 2, share: 100 });
  });

  test('nothing is kept of a browser that asks not to be followed', async () => {
    const ana = person();
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      expect((await sent(ana, [entry('dashboard')], randomUUID(), headers)).data).toEqual({ recorded: false });
      usage.served({ ...recordUsage, access: 'ocean:compute' }, { principal: asked(ana), headers }, 200);
    }
    expect((await report()).recording.since).toBeNull();
  });

  test('opting out forgets what there was and what still waited; opting in begins anew', async () => {
    const ana = person();
    const rui = person('operador');
    await sent(ana, [entry('dashboard')]);
    await sent(rui, [entry('dashboard')]);
    await usage.flush();
    await sent(ana, [entry('system-health')]);
    expect((await ask(setUsageChoice, ana, { body: { optedOut: true } })).data).toEqual({
      enabled: true,
      optedOut: true,
    });
    expect((await sent(ana, [entry('dashboard')])).data).toEqual({ recorded: false });
    // An analysis is noticed by the server, without the page: it must leave no trace either.
    usage.served({ ...recordUsage, access: 'ocean:compute' }, { principal: asked(ana), headers: {} }, 200);
    const { overview, segments } = await report();
    expect([overview.sectionsOpened.value, overview.analyses.value, overview.weeklyUsers.value]).toEqual([1, 0, 1]);
    expect(segments[0]?.users).toBe(0);
    await ask(setUsageChoice, ana, { body: { optedOut: false } });
    expect((await ask(usageChoice, ana)).data).toEqual({ enabled: true, optedOut: false });
    await sent(ana, [entry('dashboard')]);
    expect((await report()).overview.weeklyUsers.value).toBe(2);
  });

  test('switched off by the setting nothing is recorded, and the page hears it', async () => {
    usage = start({ recording: { enabled: false, retentionDays: 400 } });
    const ana = person();
    expect((await sent(ana, [entry('dashboard')])).data).toEqual({ recorded: false });
    expect((await ask(usageChoice, ana)).data).toEqual({ enabled: false, optedOut: false });
    expect((await report()).recording).toEqual({ enabled: false, since: null, retentionDays: 400 });
  });

  test("the id of somebody else's visit adds nothing to it", async () => {
    const visit = randomUUID();
    await sent(person(), [entry('dashboard')], visit);
    await usage.flush();
    await sent(person(), [entry('dashboard', { seconds: 5_000 })], visit);
    expect((await report()).overview.sessionSeconds.value).toBe(30);
  });

  test('failed requests, readings and what nobody computes are no analyses', async () => {
    expect(analysisName({ id: 'a', method: 'POST', access: 'ocean:compute' })).toBe('a');
    expect(analysisName({ id: 'a', method: 'GET', access: 'ocean:compute' })).toBeNull();
    expect(analysisName({ id: 'a', method: 'POST', access: 'connectors:run' })).toBeNull();
    usage.served({ ...recordUsage, access: 'ocean:compute' }, { principal: asked(person()), headers: {} }, 422);
    usage.served({ ...recordUsage, access: 'ocean:compute' }, { principal: null, headers: {} }, 200);
    expect((await report()).recording.since).toBeNull();
  });
});

test('retention deletes what is older, and keeps the rest', async () => {
  const ana = person();
  await sent(ana, [entry('dashboard')]);
  await usage.flush();
  base.advance(401 * 86_400_000);
  await sent(ana, [entry('dashboard')]);
  await usage.flush();
  const job = usage.jobs?.find(({ name }) => name === 'usage.retention');
  const context = { signal: new AbortController().signal } as never;
  expect(await job?.run({}, context)).toEqual({ removed: 2 });
  expect(await job?.run({}, context)).toEqual({ removed: 0 });
  expect((await report('1y')).overview.sectionsOpened.value).toBe(1);
});

test('in the demonstration the analysis is simulated, and says so with its seed', async () => {
  usage = start({ demonstrationSeed: 8478 });
  const { data, provenance, missing } = await ask(usageReport, person(), { query: {} });
  expect(provenance).toMatchObject({ state: 'simulated', seed: 8478 });
  expect(data.period).toBe('30d');
  expect(data.overview.dailyUsers.value).toBeGreaterThan(5);
  expect(missing).toEqual({ 'segments.2.users': 'As contas não dizem quem é estudante.' });
  usage = start();
  expect((await ask(usageReport, person(), { query: {} })).provenance).toMatchObject({
    state: 'live',
    source: 'Kianda',
  });
});

function asked(who: Person) {
  return { ...who, email: 'x@kianda.test', name: 'X', mustChangePassword: false };
}

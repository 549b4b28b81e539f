import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import {
  homeBriefing,
  homeChanges,
  homeLayout,
  homeVisit,
  resetHomeLayout,
  saveHomeLayout,
  shareHomeLayout,
  unshareHomeLayout,
} from '@kianda/contract/operations/home/home.contract';
import { defaultTiles } from '@kianda/contract/operations/home/home-tiles';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

const layoutOf = async (token: string) => (await app.call<DataOf<typeof homeLayout>>(homeLayout, { token })).data;
const changesOf = async (token: string) => (await app.call<DataOf<typeof homeChanges>>(homeChanges, { token })).data;

test('a home is its role’s until its owner changes it, and is its owner’s alone', async () => {
  const ana = await app.newSession('cientista');
  const rui = await app.newSession('cientista');
  expect(await layoutOf(ana.token)).toEqual({ tiles: defaultTiles('cientista'), from: 'default', updatedAt: null });
  const tiles = ['species', 'map', 'condition'];
  const saved = await app.call<DataOf<typeof homeLayout>>(saveHomeLayout, { token: ana.token, body: { tiles } });
  expect(saved.data).toMatchObject({ tiles, from: 'own' });
  expect(await layoutOf(ana.token)).toMatchObject({ tiles, from: 'own' });
  expect((await layoutOf(rui.token)).from).toBe('default');
  await app.call(resetHomeLayout, { token: ana.token });
  expect((await layoutOf(ana.token)).from).toBe('default');
});

test('a layout with an unknown tile, with one twice, or with none is refused', async () => {
  const { token } = await app.newSession('operador');
  for (const tiles of [['nada'], ['map', 'map'], []])
    expect((await app.call(saveHomeLayout, { token, body: { tiles } })).status).toBe(400);
  expect((await layoutOf(token)).from).toBe('default');
});

test('tiles that a role may not see are not shown to it, though they are stored', async () => {
  const { token } = await app.newSession('cliente');
  await app.call(saveHomeLayout, { token, body: { tiles: ['vessel-alerts', 'briefing', 'backups'] } });
  expect((await layoutOf(token)).tiles).toEqual(['briefing']);
  await app.call(saveHomeLayout, { token, body: { tiles: ['backups'] } });
  expect(await layoutOf(token)).toMatchObject({ tiles: defaultTiles('cliente'), from: 'default' });
});

test('an administrator gives a layout to a role, which is audited; others may not', async () => {
  const { token } = await app.signIn('administrador');
  const operator = await app.newSession('operador');
  const params = { role: 'investigador' };
  const body = { tiles: ['vessel-alerts', 'backups', 'map'] };
  expect((await app.call(shareHomeLayout, { token: operator.token, params, body })).status).toBe(403);
  const shared = await app.call<{ tiles: string[] }>(shareHomeLayout, { token, params, body });
  expect(shared.data.tiles).toEqual(['vessel-alerts', 'map']);
  const person = await app.newSession('investigador');
  expect(await layoutOf(person.token)).toMatchObject({ tiles: ['vessel-alerts', 'map'], from: 'role' });
  const entries = await app.select<{ n: number }>(
    `select count(*)::int n from audit.events where resource = 'home/investigador'`,
  );
  expect(entries[0]?.n).toBe(1);
  await app.call(unshareHomeLayout, { token, params });
  expect((await layoutOf(person.token)).from).toBe('default');
});

/** The same person, after the token of the first session has ended. */
async function again({ email, password }: { readonly email: string; readonly password: string }): Promise<string> {
  const body = { email, password, deviceTokens: [] };
  return (await app.call<{ accessToken: string }>(authLogin, { body })).data.accessToken;
}

async function alert(raisedAt: Date, title: string): Promise<void> {
  await app.select(`
    insert into health.alerts (id, rule, subject, type, title, message, source, metadata, raised_at)
    values ('${randomUUID()}', 'ensaio', '${randomUUID()}', 'warning', '${title}', 'Ensaio', 'ensaio', '{}',
      '${raisedAt.toISOString()}')`);
}

async function run(stream: string, state: string, endedAt: Date): Promise<void> {
  await app.select(`
    insert into connectors.runs (id, connector_id, stream_id, mode, trigger, state, base_url, licence, citation,
      code_version, created_at, ended_at)
    values ('${randomUUID()}', 'gfw', '${stream}', 'incremental', 'schedule', '${state}', '', '', '', 'ensaio',
      '${endedAt.toISOString()}', '${endedAt.toISOString()}')`);
}

test('what changed is counted from the end of the last visit, by rows, of what the account may see', async () => {
  const officer = await app.newSession('investigador');
  const client = await app.newSession('cliente');
  const at = (minutes: number) => new Date(app.clock.nowMs() + minutes * 60_000);
  expect((await changesOf(officer.token)).lastVisitAt).toBeNull();
  const begun = app.clock.nowMs();
  for (const { token } of [officer, client]) await app.call(homeVisit, { token });
  const ended = app.clock.nowMs();
  await alert(at(-5), 'Antes da visita');
  await run('falha', 'succeeded', at(-5));
  await run('volta', 'failed', at(-5));
  app.clock.advance(31 * 60_000);

  for (let n = 1; n <= 6; n += 1) await alert(at(-n), `Depois ${n}`);
  await run('falha', 'failed', at(-2));
  await run('falha', 'failed', at(-1));
  await run('volta', 'succeeded', at(-2));
  const back = await again(officer);
  const { lastVisitAt, kinds, unavailable } = await changesOf(back);
  expect(unavailable).toEqual([]);
  expect(Date.parse(lastVisitAt ?? '')).toBeGreaterThanOrEqual(begun);
  expect(Date.parse(lastVisitAt ?? '')).toBeLessThanOrEqual(ended);
  const alerts = kinds.find(({ kind }) => kind === 'alert');
  expect(alerts?.count).toBe(6);
  expect(alerts?.newest.map(({ title }) => title)).toEqual(['Depois 1', 'Depois 2', 'Depois 3', 'Depois 4']);
  const failed = kinds.find(({ kind }) => kind === 'connector-failed');
  const recovered = kinds.find(({ kind }) => kind === 'connector-recovered');
  expect(failed).toMatchObject({ count: 1, newest: [{ target: { section: 'data-connectors' } }] });
  expect(failed?.newest[0]?.title).toMatch(/· falha$/);
  expect(recovered?.count).toBe(1);
  expect((await changesOf(await again(client))).kinds.map(({ kind }) => kind)).toEqual(['report', 'data']);

  // The visit that begins now tells of the same span for as long as it lasts.
  await app.call(homeVisit, { token: back });
  expect((await changesOf(back)).lastVisitAt).toBe(lastVisitAt);
  app.clock.advance(10 * 60_000);
  await app.call(homeVisit, { token: back });
  expect((await changesOf(back)).kinds.find(({ kind }) => kind === 'alert')?.count).toBe(6);
});

test('new alerts of vessels, finished reports and days of data are told, the reports by what their reader may read', async () => {
  const person = await app.newSession('cliente');
  const officer = await app.newSession('investigador');
  const at = new Date(app.clock.nowMs() - 60_000).toISOString();
  const day = (n: number) => `2026-06-0${n}T09:00:00Z`;
  const slice = (variable: string, observed: string, depth = 0) => `('ensaio', '${variable}', ${depth}, '${observed}',
    '°C', 8, -18, 0.1, 0.1, 1, 1, 'k', 'h', 1, 'noaa-sst', 'daily', '${randomUUID()}', '${at}')`;
  await app.select(`
    insert into ocean.field_slices (dataset, variable, depth_meters, observed_at, unit, west, south, lon_step_degrees,
      lat_step_degrees, columns, rows, storage_key, content_hash, coverage, connector_id, stream_id, run_id, retrieved_at)
    values ${[
      slice('salinity', day(1)),
      slice('salinity', day(1), 50),
      slice('salinity', day(2)),
      slice('chlorophyll', day(2)),
    ].join(', ')}`);
  const report = (name: string, template: string, state: string) => `('${randomUUID()}', '${name}', 'f.pdf', '',
    '${template}', 'relatorio', 'file', 'pdf', '${state}', '{}', '{}', 'none', 'Ensaio', '${at}', '${at}')`;
  await app.select(`
    insert into reports.reports (id, name, filename, description, template, type, icon, format, state, config, recipients,
      delivery, author_name, created_at, ended_at)
    values ${[
      report('Para todos', 'oceanographic', 'completed'),
      report('Falhado', 'oceanographic', 'failed'),
      report('Da auditoria', 'security', 'completed'),
    ].join(', ')}`);
  await app.select(`
    insert into surveillance.alerts (id, key, rule, severity, description, ship_ids, event_key, state, event_at, last_at,
      raised_at, updated_at, simulated)
    values ('${randomUUID()}', 'k', 'gap', 'low', 'LUCIRA 3 sem AIS', '{}', 'e', 'new', '${at}', '${at}', '${at}', '${at}', false)`);

  const told = (await changesOf(person.token)).kinds;
  const data = told.find(({ kind }) => kind === 'data');
  // Each variable once, however many of its days came.
  expect(data?.count).toBe(2);
  expect(data?.newest.map(({ title }) => title)).toEqual(['Clorofila-a, 02/06/2026', 'Salinidade, 02/06/2026']);
  expect(told.find(({ kind }) => kind === 'report')).toMatchObject({ count: 1, newest: [{ title: 'Para todos' }] });
  const toOfficer = (await changesOf(officer.token)).kinds.find(({ kind }) => kind === 'vessel-alert');
  expect(toOfficer).toMatchObject({ count: 1, newest: [{ title: 'LUCIRA 3 sem AIS' }] });

  const { data: week } = await app.call<DataOf<typeof homeBriefing>>(homeBriefing, { token: person.token });
  // Days of June that came today are no data of this week.
  expect(week.data).toMatchObject({ current: 0, all: 2 });
  await app.select(`update ocean.field_slices set observed_at = '${at}' where variable = 'chlorophyll'`);
  const { data: fresh } = await app.call<DataOf<typeof homeBriefing>>(homeBriefing, { token: person.token });
  expect(fresh.data).toEqual({ current: 1, all: 2, until: at.slice(0, 10) });
});

test('figures of the briefing that nothing is known of are null with their reasons, not zeros', async () => {
  const { token } = await app.newSession('cliente');
  const reply = await app.call<DataOf<typeof homeBriefing>>(homeBriefing, { token });
  expect(reply.status).toBe(200);
  const unknown = { current: null, previous: null, until: null };
  expect(reply.data.temperature).toEqual(unknown);
  expect(reply.data.vessels).toEqual(unknown);
  const { missing = {} } = reply.metadata;
  expect(missing['temperature.current']).toMatch(/\w/);
  expect(missing['vessels.previous']).toMatch(/\w/);
});

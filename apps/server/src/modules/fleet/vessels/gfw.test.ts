import type { DataOf } from '@kianda/contract';
import {
  gfwDatasets,
  gfwErrors,
  gfwEvents,
  gfwPermissionRequest,
  gfwPermissionStatus,
  gfwPermissionTest,
  gfwPresenceReport,
  gfwQuota,
  gfwVesselDetail,
  gfwVesselInsights,
  gfwVessels,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import { gfwDebug, gfwTestIntegration } from '@kianda/contract/fleet/vessels/gfw-integration.contract';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { dayMs } from '@kianda/geo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { type FaultSettings, spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
});
// The clock moves on between tests, further than a token lasts.
beforeEach(async () => {
  token = (await app.signIn('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

async function setFaults(knobs: FaultSettings = {}): Promise<void> {
  const response = await fetch(`${simulator.url}/_faults/gfw`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knobs),
  });
  expect(response.status).toBe(200);
}
afterEach(() => setFaults());

/** Longer than earlier answers are cached: a little more than two minutes. */
const forget = () => app.clock.advance(121_000);
const vesselsOf = async (query: Record<string, string>) => {
  const reply = await app.call(gfwVessels, { token, query });
  expect(reply.status).toBe(200);
  return reply.json() as DataOf<typeof gfwVessels>;
};

describe('vessels', () => {
  test("the specification's default query: Angolan vessels of the ZEE, fifty at most, with their place", async () => {
    const answer = await vesselsOf({});
    expect(answer).toMatchObject({ limit: 50, origin: 'provider', dataset: 'public-global-presence:v4.0' });
    expect(answer.attribution).toBe('Powered by Global Fishing Watch.');
    expect(answer.provenance).toMatchObject({ state: 'simulated', seed: 8478 });
    expect(answer.entries.length).toBeGreaterThan(0);
    expect(new Set(answer.entries.map(({ flag }) => flag))).toEqual(new Set(['AGO']));
    for (const { geom, vesselId, id } of answer.entries) {
      expect(id).toBe(vesselId);
      expect(geom.coordinates[0] > 7 && geom.coordinates[0] < 15 && geom.coordinates[1] < -3).toBe(true);
    }
    // The provider's data end 96 hours ago.
    expect(Date.parse(answer.to ?? '')).toBeLessThanOrEqual(app.clock.nowMs() - 4 * dayMs);
  });

  test('conditions: all, several flags, a part of a name; the limit limits entries and not the total', async () => {
    const all = await vesselsOf({ where: '', limit: '1000' });
    const two = await vesselsOf({ where: "flag in ('AGO', 'NA')", limit: '1' });
    expect(two.total).toBe(all.entries.filter(({ flag }) => flag === 'AGO' || flag === 'NAM').length);
    expect(two.entries).toHaveLength(1);
    const [first] = all.entries;
    const part = (first?.name ?? '').slice(1, 5);
    const named = await vesselsOf({ where: `shipname LIKE '*${part}*'`, limit: '1000' });
    expect(named.entries.map(({ id }) => id)).toContain(first?.id);
    expect(named.total).toBeLessThan(all.total);
  });

  test.each(['flag = ZZ', 'owner = X', 'flag', "flag = 'AO','NA'"])(
    '%s is refused, with what is known',
    async (where) => {
      const reply = await app.call(gfwVessels, { token, query: { where } });
      expect([reply.status, reply.problem.code]).toEqual([400, 'validation_failed']);
      expect(reply.problem.message).toContain('esperado campo = valor');
    },
  );

  test('the provider away: what is stored, once there is any', async () => {
    forget();
    await setFaults({ down: true });
    expect((await app.call(gfwVessels, { token })).status).toBe(502);
    await setFaults();
    await app.ingest('gfw');
    await setFaults({ down: true });
    const answer = await vesselsOf({ where: '', limit: '1000' });
    expect(answer).toMatchObject({ origin: 'stored', dataset: null });
    await setFaults();
    const live = await vesselsOf({ where: '', limit: '1000' });
    expect(live.origin).toBe('provider');
    const cells = (list: typeof live.entries) => new Map(list.map(({ id, geom }) => [id, geom.coordinates]));
    expect(cells(answer.entries)).toEqual(cells(live.entries));
  });

  test('an answer serves for two minutes, and not longer', async () => {
    forget();
    const first = await vesselsOf({ where: '' });
    await setFaults({ revokedCredentials: true });
    app.clock.advance(119_000);
    expect(await vesselsOf({ where: '' })).toEqual(first);
    app.clock.advance(2_000);
    expect((await app.call(gfwVessels, { token, query: { where: '' } })).status).toBe(503);
  });

  test('a token that the provider refuses is told as none', async () => {
    forget();
    await setFaults({ revokedCredentials: true });
    const reply = await app.call(gfwVessels, { token });
    expect([reply.status, reply.problem.message, reply.problem.downstream]).toEqual([
      503,
      gfwErrors.notConfigured,
      true,
    ]);
  });

  test('it needs a session and the permission to see vessels', async () => {
    expect((await app.call(gfwVessels)).status).toBe(401);
    const { token: client } = await app.signIn('cliente');
    expect((await app.call(gfwVessels, { token: client })).status).toBe(403);
  });

  test('one vessel and its insights; an unknown one is 404', async () => {
    forget();
    const all = await vesselsOf({ where: '', limit: '1000' });
    const [vessel] = all.entries.filter(({ imo }) => imo !== null);
    const params = { vesselId: vessel?.id ?? '' };
    const detail = (await app.call(gfwVesselDetail, { token, params })).json() as DataOf<typeof gfwVesselDetail>;
    expect(detail.reported[0]).toMatchObject({ mmsi: vessel?.mmsi, name: vessel?.name, flag: vessel?.flag });
    expect(detail.registered[0]).toMatchObject({ imo: vessel?.imo });
    const query = { from: '2026-01-01', to: '2026-02-01' };
    const insights = (await app.call(gfwVesselInsights, { token, params, query })).json();
    expect(insights).toMatchObject({ coveragePercent: 90, iuuListings: 0 });
    const unknown = await app.call(gfwVesselDetail, { token, params: { vesselId: 'nada' } });
    expect([unknown.status, unknown.problem.code]).toEqual([404, 'not_found']);
  });
});

test('fifty answers of a kind are kept, not more: the one used longest ago goes first', async () => {
  forget();
  const ids = Array.from({ length: 51 }, (_, index) => `nenhuma-${index}`);
  const statusOf = async (vesselId = '') => (await app.call(gfwVesselDetail, { token, params: { vesselId } })).status;
  for (const id of ids.slice(0, 50)) expect(await statusOf(id)).toBe(404);
  // The first is used once more: the second is the one to go.
  expect(await statusOf(ids[0])).toBe(404);
  expect(await statusOf(ids[50])).toBe(404);
  // A cached answer needs no provider.
  await setFaults({ down: true });
  const statuses = new Map<string, number>();
  for (const id of ids) statuses.set(id, await statusOf(id));
  expect([...statuses].filter(([, status]) => status !== 404)).toEqual([[ids[1], 502]]);
});

describe('4wings report', () => {
  test("the caller's parameters reach the provider, and its rows come back", async () => {
    const query = { 'group-by': 'FLAG', 'temporal-resolution': 'ENTIRE', 'filters[0]': "flag in ('AGO')" };
    const reply = await app.call(gfwPresenceReport, { token, query });
    const answer = reply.json() as DataOf<typeof gfwPresenceReport>;
    expect(answer.data.length).toBeGreaterThan(0);
    expect(answer.data.every(({ flag, hours }) => flag === 'AGO' && Number(hours) > 0)).toBe(true);
    expect(answer).toMatchObject({ total: answer.data.length, dataset: 'public-global-presence:v4.0' });
  });

  test.each(['2026-02-01,2026-01-01', '2024-01-01,2026-01-01'])('days %s are refused', async (range) => {
    const reply = await app.call(gfwPresenceReport, { token, query: { 'date-range': range } });
    expect([reply.status, reply.problem.code]).toEqual([400, 'validation_failed']);
  });

  test('a filter that the provider does not understand is its fault told, not ours', async () => {
    const reply = await app.call(gfwPresenceReport, { token, query: { 'filters[0]': 'mmsi=1' } });
    expect([reply.status, reply.problem.code, reply.problem.downstream]).toEqual([502, 'provider_failed', true]);
  });
});

describe('permissions', () => {
  const status = async () =>
    (await app.call(gfwPermissionStatus, { token })).json() as DataOf<typeof gfwPermissionStatus>;
  const live = async (query = {}) =>
    (await app.call(gfwPermissionTest, { token, query })).json() as DataOf<typeof gfwPermissionTest>;

  test('before any test: no access known, no request', async () => {
    expect(await status()).toMatchObject({
      request_submitted: false,
      submission_date: null,
      last_updated: null,
      overall_status: 'no_access',
      datasets: {},
      live_test_results: {},
      token_configured: true,
      provenance: { state: 'fallback' },
    });
  });

  test('a live test asks for each data set; the status then says what it found, for ten minutes', async () => {
    const { results } = await live();
    expect(Object.keys(results).toSorted()).toEqual(Object.keys(gfwDatasets).toSorted());
    for (const result of Object.values(results)) expect(result).toMatchObject({ accessible: true, status_code: 200 });
    expect(await status()).toMatchObject({ overall_status: 'full_access' });
    await setFaults({ revokedCredentials: true });
    expect((await live()).results).toEqual(results);
    const forced = (await live({ force: 'true' })).results;
    for (const result of Object.values(forced)) expect(result).toMatchObject({ accessible: false, status_code: 401 });
    expect(await status()).toMatchObject({ overall_status: 'no_access' });
    await setFaults();
    app.clock.advance(601_000);
    token = (await app.signIn('cientista')).token;
    expect(Object.values((await live()).results).every(({ accessible }) => accessible)).toBe(true);
  });

  test('the formal request is noted and taken back by staff alone', async () => {
    const body = { submission_date: '2026-03-01' };
    expect((await app.call(gfwPermissionRequest, { token, body })).status).toBe(403);
    const { token: staff } = await app.signIn('operador');
    expect((await app.call(gfwPermissionRequest, { token: staff, body })).status).toBe(200);
    expect(await status()).toMatchObject({ request_submitted: true, submission_date: '2026-03-01' });
    await app.call(gfwPermissionRequest, { token: staff, body: { submission_date: null } });
    expect(await status()).toMatchObject({ request_submitted: false, submission_date: null });
    const { token: admin } = await app.signIn('administrador');
    const query = { search: 'gfw/permission-request' };
    const reply = await app.call(listAuditEvents, { token: admin, query });
    const { data: trail } = reply.json() as { data: DataOf<typeof listAuditEvents> };
    expect(trail.data.map(({ metadata }) => metadata)).toEqual([
      { submissionDate: null },
      { submissionDate: '2026-03-01' },
    ]);
  });
});

test('the quota is what the headers say', async () => {
  const quota = (await app.call(gfwQuota, { token })).json() as DataOf<typeof gfwQuota>;
  expect(quota).toMatchObject({ daily: { limit: 50_000 }, monthly: { limit: 1_500_000 }, reason: null });
  expect(quota.daily.usage).toBeGreaterThan(0);
  expect((quota.daily.usage ?? 0) + (quota.daily.remaining ?? 0)).toBe(50_000);
});

describe('events', () => {
  const events = async (query: Record<string, string>) =>
    (await app.call(gfwEvents, { token, query })).json() as DataOf<typeof gfwEvents>;

  test('stored by the connector beside our own, newest first, by kind and vessel; the same run twice changes nothing', async () => {
    await app.ingest('gfw', { mode: 'full' });
    const all = await events({ limit: '1000' });
    expect(all.total).toBeGreaterThan(20);
    expect(all.entries.every(({ origin }) => origin === 'gfw')).toBe(true);
    expect(all.entries.map(({ start }) => start)).toEqual(
      all.entries
        .map(({ start }) => start)
        .toSorted()
        .toReversed(),
    );
    const visits = await events({ type: 'port_visit', limit: '1' });
    expect(visits.entries[0]).toMatchObject({ type: 'port_visit', details: { confidence: 4 } });
    const [first] = all.entries;
    const own = await events({ vessel: first?.vessel.mmsi ?? '', limit: '1000' });
    expect(own.entries.map(({ id }) => id)).toContain(first?.id);
    expect(own.total).toBeLessThan(all.total);
    await app.ingest('gfw', { mode: 'full' });
    expect((await events({ limit: '1' })).total).toBe(all.total);
  });

  test('as a collection each says its hours, from its start to its end', async () => {
    const { features } = (
      await app.inject<unknown>({
        url: '/features/collections/vessel-events/items?limit=1000',
        headers: { authorization: `Bearer ${token}` },
      })
    ).json() as { features: { properties: { start: string; end: string; hours: number } }[] };
    expect(features.length).toBeGreaterThan(0);
    for (const { properties } of features) {
      const { start, end, hours } = properties;
      expect(hours).toBeCloseTo((Date.parse(end) - Date.parse(start)) / 3_600_000, 6);
    }
    expect(new Set(features.map(({ properties }) => properties.hours)).size).toBeGreaterThan(1);
  });
});

describe('the connection as a whole', () => {
  test('says whether every data set was given, and what of the provider is stored', async () => {
    const reply = await app.call(gfwTestIntegration, { token });
    const answer = reply.json() as DataOf<typeof gfwTestIntegration>;
    expect(answer).toMatchObject({ token_configured: true, datasets_tested: Object.keys(gfwDatasets).length });
    expect(answer.success).toBe(answer.datasets_accessible === answer.datasets_tested);
    expect(answer.errors).toHaveLength(answer.datasets_tested - answer.datasets_accessible);
    expect(answer.provenance).toMatchObject({ state: 'simulated', seed: 8478 });
  });

  test('its setup is for who configures it, and names no secret', async () => {
    expect((await app.call(gfwDebug, { token })).status).toBe(403);
    const admin = (await app.signIn('administrador')).token;
    const reply = await app.call(gfwDebug, { token: admin });
    expect(reply.json()).toMatchObject({
      base_url: expect.stringContaining(simulator.url),
      ...{ token_configured: true, simulated: true, disabled_reason: null, request_limit_seconds: 25 },
    });
    expect(JSON.stringify(reply.json())).not.toMatch(/bearer|"token"/i);
  });
});

import type { DataOf } from '@kianda/contract';
import {
  addIncidentUpdate,
  createIncident,
  createMaintenance,
  deleteIncident,
  deleteMaintenance,
  editIncident,
  editMaintenance,
  type Incident,
  listAnnouncements,
  type Maintenance,
} from '@kianda/contract/operations/services/announcements.contract';
import { servicesHistory, startService, stopService } from '@kianda/contract/operations/services/services.contract';
import {
  serviceBadge,
  servicesCondition,
  statusBadge,
  statusFeed,
  statusPage,
} from '@kianda/contract/operations/services/status-page.contract';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';

/** Markup of every kind, quotes, and a character that XML can't hold. */
const hostile = `</title><script>alert("1")</script> ]]> &amp; '"\u0007 <img src=x onerror=alert(1)>`;

let app: TestApplication;
let token: string;
beforeAll(async () => {
  app = await createTestApplication({
    settings: { KIANDA_STATUS_PUBLIC: 'true', KIANDA_OPERATOR_NAME: 'Mar & <Costa>' },
  });
  // One round of checks was made; another one in the middle of a test would be counted with it.
  await app.composition.modules.find(({ name }) => name === 'health')?.stop?.();
  ({ token } = await app.signIn('operador'));
});
afterAll(() => app.close());

const instant = (aheadMs: number) => new Date(app.clock.nowMs() + aheadMs).toISOString();
const hour = 3_600_000;
const condition = async (id: string) => {
  const { services } = (await app.call<DataOf<typeof servicesCondition>>(servicesCondition, { token })).data;
  return services.find((service) => service.id === id);
};
const incidentBody = (title: string) => ({
  title,
  severity: 'major',
  services: ['ingestion'],
  text: `${title}: estamos a ver.`,
});
const openIncident = async (title: string) =>
  (await app.call<Incident>(createIncident, { token, body: incidentBody(title) })).data;
const parsed = (text: string, type: 'text/html' | 'application/xml') =>
  new new Window().DOMParser().parseFromString(text, type);

describe('incidents', () => {
  test('go from one state to the next, reopen, and show on their services', async () => {
    const { id, state, resolvedAt } = await openIncident('Catálogo lento');
    expect([state, resolvedAt]).toEqual(['investigating', null]);
    expect(await condition('ingestion')).toEqual({
      id: 'ingestion',
      state: 'degraded',
      reason: 'Incidente: Catálogo lento',
    });
    const update = async (next: string) =>
      (
        await app.call<Incident>(addIncidentUpdate, {
          token,
          params: { id },
          body: { state: next, text: `agora ${next}` },
        })
      ).data;
    await update('identified');
    await update('monitoring');
    const resolved = await update('resolved');
    expect(resolved.resolvedAt).not.toBeNull();
    expect(resolved.updates.map((one) => one.state)).toEqual(['resolved', 'monitoring', 'identified', 'investigating']);
    expect(resolved.updates[0]?.by).toMatch(/^operador\d+@exemplo.ao$/);
    expect((await condition('ingestion'))?.state).toBe('operational');
    expect((await update('investigating')).resolvedAt).toBeNull();
    const edited = await app.call<Incident>(editIncident, {
      token,
      params: { id },
      body: { title: 'Catálogo parado', severity: 'critical', services: ['ingestion', 'ingestion', 'features'] },
    });
    expect(edited.data).toMatchObject({ title: 'Catálogo parado', services: ['ingestion', 'features'] });
    expect((await condition('features'))?.state).toBe('down');
    expect((await app.call(deleteIncident, { token, params: { id } })).status).toBe(200);
    expect((await app.call(deleteIncident, { token, params: { id } })).status).toBe(404);
    const trail = await app.select<{ event: string }>(
      `SELECT event FROM audit.events WHERE resource = 'incident/${id}' ORDER BY seq`,
    );
    expect(trail.map(({ event }) => event)).toEqual([...Array(6).fill('data.modify'), 'data.delete']);
    expect(await app.select('SELECT 1 FROM services.incident_updates')).toEqual([]);
  });

  test('only staff write them; what makes no sense is refused', async () => {
    const { token: reader } = await app.signIn('cientista');
    expect((await app.call(createIncident, { token: reader, body: incidentBody('Nada') })).status).toBe(403);
    expect((await app.call(listAnnouncements, { token: reader })).status).toBe(200);
    expect((await app.call(listAnnouncements)).status).toBe(401);
    const write = (changes: object) =>
      app.call(createIncident, { token, body: { ...incidentBody('Falha geral'), ...changes } });
    for (const wrong of [
      { services: [] },
      { services: ['database'] },
      { title: ' x ' },
      { startedAt: instant(hour) },
    ]) {
      expect((await write(wrong)).problem.code).toBe('validation_failed');
    }
    const nobody = { token, params: { id: '00000000-0000-4000-8000-000000000000' } };
    const body = { state: 'resolved', text: 'acabou' };
    expect((await app.call(addIncidentUpdate, { ...nobody, body })).status).toBe(404);
    expect((await app.call(editIncident, { ...nobody, body: incidentBody('Falha geral') })).status).toBe(404);
  });
});

describe('maintenance', () => {
  const body = (fromMs: number, toMs: number) => {
    const from = instant(fromMs);
    // From the same reading of the clock: a second one may come a millisecond later.
    const to = new Date(Date.parse(from) + toMs - fromMs).toISOString();
    return { title: 'Troca de discos', text: 'Os mapas podem faltar.', services: ['gfw-api'], from, to };
  };

  test('hides a stopped service while it lasts, can be changed and taken away', async () => {
    await app.call(stopService, { token, params: { id: 'gfw-api' }, body: {} });
    await expect.poll(async () => (await condition('gfw-api'))?.state).toBe('down');
    const { data } = await app.call<Maintenance>(createMaintenance, { token, body: body(-hour, hour) });
    expect(await condition('gfw-api')).toMatchObject({ state: 'maintenance', reason: 'Manutenção: Troca de discos' });
    const params = { id: data.id };
    await app.call(editMaintenance, { token, params, body: body(hour, 2 * hour) });
    expect((await condition('gfw-api'))?.state).toBe('down');
    expect((await app.call(deleteMaintenance, { token, params })).status).toBe(200);
    expect((await app.call(editMaintenance, { token, params, body: body(0, hour) })).status).toBe(404);
    await app.call(startService, { token, params: { id: 'gfw-api' } });
    expect((await app.call(createMaintenance, { token, body: body(hour, hour) })).status).toBe(400);
    expect((await app.call(createMaintenance, { token, body: body(0, 31 * 24 * hour) })).status).toBe(400);
  });

  test('uptime of a day, a week and a quarter counts no check of it, whatever it found', async () => {
    // Ten checks a day for 90 days, hours 1 to 10 before now; the newest day fails 4 times, day 3 five, day 40 all.
    await app.select(`INSERT INTO health.checks (component_id, at, state, detail, latency_ms)
      SELECT 'ocean-api', to_timestamp(${app.clock.nowMs() / 1000}) - d * interval '1 day' - h * interval '1 hour',
        CASE WHEN (d = 0 AND h <= 4) OR (d = 3 AND h <= 5) OR d = 40 THEN 'offline' ELSE 'online' END, '', 10
      FROM generate_series(0, 89) d, generate_series(1, 10) h`);
    const uptime = async () => {
      const { services } = (await app.call<DataOf<typeof servicesHistory>>(servicesHistory, { token })).data;
      return services.find(({ id }) => id === 'ocean-api');
    };
    // Only the checks above are reckoned with: those of the running platform are taken away.
    await app.select(`DELETE FROM health.checks WHERE component_id = 'ocean-api' AND detail <> ''`);
    const announce = async (fromMs: number, toMs: number) =>
      (
        await app.call<Maintenance>(createMaintenance, {
          token,
          body: { ...body(fromMs, toMs), services: ['ocean-api'] },
        })
      ).data.id;
    const later = await announce(hour, 2 * hour);
    // Older than the counts are kept: they are renewed behind whoever asks.
    app.clock.advance(301_000);
    await expect.poll(async () => (await uptime())?.uptime.quarter).toBeCloseTo((100 * 881) / 900, 6);
    const bare = (await uptime())?.uptime;
    expect(bare?.day).toBeCloseTo(60, 6);
    expect(bare?.week).toBeCloseTo((100 * 61) / 70, 6);
    expect(bare?.quarter).toBeCloseTo((100 * 881) / 900, 6);
    // From 4 h 30 min to 2 h 30 min ago: two of the four failures of today.
    await announce(-4.5 * hour, -2.5 * hour);
    const day = 24 * hour;
    // All of day 40.
    await announce(-40 * day - 10.5 * hour, -40 * day - 0.5 * hour);
    const found = await uptime();
    expect(found?.uptime.day).toBeCloseTo((100 * 6) / 8, 6);
    expect(found?.uptime.week).toBeCloseTo((100 * 61) / 68, 6);
    expect(found?.uptime.quarter).toBeCloseTo((100 * 881) / 888, 6);
    const planned = found?.days.reduce((sum, one) => sum + (one.maintenance * one.checks) / 100, 0);
    expect(planned).toBeCloseTo(12, 6);
    await app.call(deleteMaintenance, { token, params: { id: later } });
  });
});

describe('the page without a sign-in', () => {
  test('says what is so, keeps hostile titles text, and names nobody and nothing inside', async () => {
    const { id } = await openIncident(hostile);
    const reply = await app.call(statusPage);
    expect(reply.status).toBe(200);
    expect(String(reply.headers['content-type'])).toContain('text/html');
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(reply.text).not.toMatch(/<script|<img|style="|@exemplo\.ao|127\.0\.0\.1|2\.0\.0/);
    const page = parsed(reply.text, 'text/html');
    expect(page.documentElement.getAttribute('lang')).toBe('pt-PT');
    const article = page.getElementById(`incidente-${id}`);
    expect(article?.querySelector('h3')?.textContent).toBe(hostile.replace('\u0007', ''));
    expect(page.querySelectorAll('.services > li')).toHaveLength(12);
    const bars = [...page.querySelectorAll('#servico-ingestion svg rect')];
    expect(bars).toHaveLength(90);
    expect(bars.at(-1)?.getAttribute('class')).toBe('operational');
    expect(page.querySelector('#servico-ingestion .state')?.textContent).toBe('Degradado');
    expect(page.title).toBe('Estado dos serviços · Mar & <Costa>');
  });

  test('the feed is Atom whatever the titles say', async () => {
    const { text, headers } = await app.call(statusFeed);
    expect(String(headers['content-type'])).toContain('application/atom+xml');
    const feed = parsed(text, 'application/xml');
    expect(feed.querySelector('parsererror')).toBeNull();
    expect(feed.documentElement.getAttribute('xmlns')).toBe('http://www.w3.org/2005/Atom');
    const entries = [...feed.querySelectorAll('entry')];
    const ids = entries.map((entry) => entry.querySelector('id')?.textContent ?? '');
    expect(new Set(ids).size).toBe(entries.length);
    expect(ids.every((id) => /^urn:uuid:[0-9a-f-]{36}$/.test(id))).toBe(true);
    const dates = entries.map((entry) => entry.querySelector('updated')?.textContent ?? '');
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(feed.querySelector('feed > updated')?.textContent).toBe(dates[0]);
    const titles = entries.map((entry) => entry.querySelector('title')?.textContent);
    expect(titles).toContain(`${hostile.replace('\u0007', '')} (Investigado)`);
    expect(text).not.toContain('@exemplo.ao');
    expect(text).not.toContain('\u0007');
  });

  test('badges of the whole and of each service; what did not change is not sent again', async () => {
    const badge = await app.call(statusBadge);
    expect(badge.headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(badge.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const one = await app.call(serviceBadge, { params: { id: 'ingestion' } });
    expect(parsed(one.text, 'application/xml').querySelector('title')?.textContent).toBe(
      'Tarefas de ingestão: degradado',
    );
    expect((await app.call(serviceBadge, { params: { id: 'database' } })).status).toBe(400);
    for (const endpoint of [statusBadge, statusFeed, statusPage]) {
      const { headers } = await app.call(endpoint);
      const again = await app.call(endpoint, { headers: { 'if-none-match': String(headers.etag) } });
      expect([endpoint.id, again.status, again.text]).toEqual([endpoint.id, 304, '']);
    }
  });

  test('is closed unless the operator opens it, and says so', async () => {
    const closed = await createTestApplication({ installation: app, settings: { KIANDA_ROLES: 'api' } });
    const page = await closed.call(statusPage);
    expect([page.status, parsed(page.text, 'text/html').querySelector('h1')?.textContent]).toEqual([
      404,
      'Página não disponível',
    ]);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    for (const path of ['/status/feed.atom', '/status/badge.svg', '/status/stac/badge.svg']) {
      expect((await closed.inject({ url: path })).status).toBe(404);
    }
    const state = await closed.call<DataOf<typeof servicesCondition>>(servicesCondition, { token });
    expect(state.data.publicPage).toBeNull();
    await closed.close();
  });
});

import type { DataOf, Endpoint } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { cacheStats, clearCache, optimizeCache, warmupCache } from '@kianda/contract/operations/caches/caches.contract';
import {
  changeConfiguration,
  configurationHistory,
  readConfiguration,
  restoreConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { platformFeatures } from '@kianda/contract/operations/configuration/features';
import { operatingMode } from '@kianda/contract/operations/configuration/mode.contract';
import { dashboardOverview, platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { runSql } from '@kianda/contract/operations/databases/databases.contract';
import { searchLogs } from '@kianda/contract/operations/diagnostics/logs.contract';
import { reportTemplatesList } from '@kianda/contract/operations/reports/reports.contract';
import { statusPage } from '@kianda/contract/operations/services/status-page.contract';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { listDeliveryChannels } from '@kianda/contract/people/delivery/delivery.contract';
import { usersCreate, usersSummary } from '@kianda/contract/people/identity/users.contract';
import { usageChoice } from '@kianda/contract/people/usage/usage-recording.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeSettings, usableStored } from '../../../config/describe.ts';
import { settingNames } from '../../../config/settings.ts';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { startMailSink } from '../../people/delivery/testing/receivers.ts';
import { readStoredSettings } from './index.ts';

type Configuration = DataOf<typeof readConfiguration>;

let app: TestApplication;
let admin: string;
const administratorToken = async () => (await app.signIn('administrador')).token;
beforeAll(async () => {
  app = await createTestApplication({ settings: { KIANDA_OPERATOR_NAME: 'Ensaio' } });
  admin = await administratorToken();
});
afterAll(() => app.close());

const read = async () => (await app.call<Configuration>(readConfiguration, { token: admin })).data;
const change = async (body: object) => {
  const { version } = await read();
  return app.call<Configuration>(changeConfiguration, { token: admin, body: { version, ...body } });
};
const settingOf = (told: Configuration, name: string) => told.settings.find((setting) => setting.name === name);

describe('settings', () => {
  it('are all there, with where each comes from; secrets without their value', async () => {
    const told = await read();
    expect(told.settings.map(({ name }) => name).toSorted()).toEqual([...settingNames].toSorted());
    expect(told.settings.filter(({ name, title }) => title === name)).toEqual([]);
    expect(settingOf(told, 'KIANDA_OPERATOR_NAME')).toMatchObject({
      value: 'Ensaio',
      origin: 'environment',
      lockedBy: 'environment',
    });
    expect(settingOf(told, 'KIANDA_SECRET_KEY')).toMatchObject({ value: null, isSet: true, kind: 'secret' });
    expect(settingOf(told, 'KIANDA_REQUEST_TIMEOUT_SECONDS')).toMatchObject({
      value: '30',
      default: '30',
      origin: 'default',
      kind: 'integer',
      min: 1,
      max: 3600,
      effect: 'now',
      lockedBy: null,
    });
  });

  it('one that counts from the next start on is pending until then, and the next start finds it', async () => {
    const name = 'KIANDA_OCEAN_API_URLS';
    const changed = await change({ settings: { [name]: 'https://mar.exemplo.ao' }, note: 'outra máquina' });
    expect(changed.data.isRestartPending).toBe(true);
    expect(settingOf(changed.data, name)).toMatchObject({
      value: null,
      stored: 'https://mar.exemplo.ao',
      isPending: true,
    });
    const stored = await readStoredSettings(app.database);
    expect(stored).toEqual({ [name]: 'https://mar.exemplo.ao' });
    const next = describeSettings({}, stored).find((setting) => setting.name === name);
    expect(next).toMatchObject({ value: 'https://mar.exemplo.ao', origin: 'database' });
    await change({ settings: { [name]: null } });
    expect((await read()).isRestartPending).toBe(false);
  });

  it('what this version no longer allows, and what the environment sets, is left out at the start', () => {
    const stored = {
      KIANDA_REQUEST_TIMEOUT_SECONDS: '0',
      KIANDA_RUN_RETENTION_DAYS: '9',
      KIANDA_SECRET_KEY: 'x'.repeat(40),
    };
    expect(usableStored(stored, {})).toEqual({ KIANDA_RUN_RETENTION_DAYS: '9' });
    expect(usableStored(stored, { KIANDA_RUN_RETENTION_DAYS: '20' })).toEqual({});
  });

  it('refuses what may not be: a bad value, one the environment sets, a secret, an unknown name', async () => {
    const bad = await change({
      settings: {
        KIANDA_RATE_LIMIT_PER_MINUTE: '0',
        KIANDA_OPERATOR_NAME: 'Outro',
        KIANDA_SECRET_KEY: 'segredo',
        KIANDA_NADA: '1',
      },
    });
    expect(bad.status).toBe(400);
    expect(bad.problem.issues?.map(({ path }) => path.split('.').at(-1))).toEqual([
      'KIANDA_RATE_LIMIT_PER_MINUTE',
      'KIANDA_OPERATOR_NAME',
      'KIANDA_SECRET_KEY',
      'KIANDA_NADA',
    ]);
  });

  it('retention, recording of use and the two steps count at once, where they are used', async () => {
    const kept = async () =>
      (await app.call<{ retentionDays: number }>(searchLogs, { token: admin })).data.retentionDays;
    const recorded = async () => (await app.call<{ enabled: boolean }>(usageChoice, { token: admin })).data.enabled;
    expect([await kept(), await recorded()]).toEqual([14, true]);
    const changed = await change({ settings: { KIANDA_LOG_RETENTION_DAYS: '3', KIANDA_USAGE: 'off' } });
    expect(settingOf(changed.data, 'KIANDA_LOG_RETENTION_DAYS')).toMatchObject({
      value: '3',
      effect: 'now',
      isPending: false,
    });
    expect(changed.data.isRestartPending).toBe(false);
    expect([await kept(), await recorded()]).toEqual([3, false]);
    await change({ settings: { KIANDA_LOG_RETENTION_DAYS: null, KIANDA_USAGE: null } });
    expect([await kept(), await recorded()]).toEqual([14, true]);
  });

  it('who operates, how long reports are kept, the second step and the log count at once', async () => {
    const seen = async () => {
      const of = async <T>(endpoint: Endpoint) => (await app.call<T>(endpoint, { token: admin })).data;
      const { supportEmail } = await of<DataOf<typeof platformInfo>>(platformInfo);
      const { retentionDays } = await of<DataOf<typeof reportTemplatesList>>(reportTemplatesList);
      const { twoStepGraceDays } = await of<DataOf<typeof usersSummary>>(usersSummary);
      return [supportEmail, retentionDays, twoStepGraceDays, settingOf(await read(), 'KIANDA_LOG_LEVEL')?.value];
    };
    const before = ['', 365, 7, 'warn'];
    expect(await seen()).toEqual(before);
    const settings = {
      KIANDA_SUPPORT_EMAIL: 'apoio@exemplo.ao',
      KIANDA_REPORT_RETENTION_DAYS: '0',
      KIANDA_TWO_STEP_GRACE_DAYS: '3',
      KIANDA_LOG_LEVEL: 'debug',
    };
    expect((await change({ settings })).data.isRestartPending).toBe(false);
    expect(await seen()).toEqual(['apoio@exemplo.ao', null, 3, 'debug']);
    await change({ settings: Object.fromEntries(Object.keys(settings).map((name) => [name, null])) });
    expect(await seen()).toEqual(before);
  });

  it('a mail server counts at once; its address, which may carry a password, is sealed and shown to nobody', async () => {
    const server = await startMailSink();
    onTestFinished(server.close);
    const url = server.url.replace('//', '//kianda:sardinha-azul@');
    const smtp = async () =>
      (await app.call<DataOf<typeof listDeliveryChannels>>(listDeliveryChannels, { token: admin })).data.smtp;
    expect(await smtp()).toEqual({ configured: false, from: null });
    const stored = await change({ settings: { KIANDA_SMTP_URL: url, KIANDA_SMTP_FROM: 'kianda@exemplo.ao' } });
    expect(settingOf(stored.data, 'KIANDA_SMTP_URL')).toMatchObject({
      kind: 'secret',
      value: null,
      stored: null,
      isSet: true,
      origin: 'database',
      lockedBy: null,
    });
    expect(await smtp()).toEqual({ configured: true, from: 'kianda@exemplo.ao' });
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT jsonb_agg(v) FROM configuration.versions v)::text || (SELECT jsonb_agg(e) FROM audit.events e)::text AS text
    `.execute(app.database.for());
    const history = await app.call(configurationHistory, { token: admin });
    for (const text of [stored.text, history.text, rows[0]?.text ?? '']) {
      expect(text).not.toContain('sardinha-azul');
      expect(text).toContain('KIANDA_SMTP_URL');
    }
    await app.call(usersCreate, { token: admin, body: { email: 'nova@exemplo.ao', name: 'Nova', role: 'cliente' } });
    expect(server.mails.map(({ to }) => to)).toEqual([['nova@exemplo.ao']]);
    await change({ settings: { KIANDA_SMTP_URL: null, KIANDA_SMTP_FROM: null } });
    expect(await smtp()).toEqual({ configured: false, from: null });
  });

  it('one that counts at once opens the status page without a sign-in, and closes it again', async () => {
    expect((await app.call(statusPage)).status).toBe(404);
    await change({ settings: { KIANDA_STATUS_PUBLIC: 'true' } });
    expect((await app.call(statusPage)).status).toBe(200);
    await change({ settings: { KIANDA_STATUS_PUBLIC: null } });
    expect((await app.call(statusPage)).status).toBe(404);
  });
});

describe('versions', () => {
  it('of two changes made from the same version one is refused; each is kept with who, what and why', async () => {
    const { version } = await read();
    const both = await Promise.all(
      ['41', '42'].map((days) =>
        app.call<Configuration>(changeConfiguration, {
          token: admin,
          body: { version, settings: { KIANDA_RUN_RETENTION_DAYS: days }, note: `para ${days}` },
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const history = await app.call<DataOf<typeof configurationHistory>>(configurationHistory, { token: admin });
    const [newest] = history.data.versions;
    expect(newest?.version).toBe(version + 1);
    expect(newest?.changes).toEqual([
      { name: 'KIANDA_RUN_RETENTION_DAYS', from: null, to: newest?.note?.slice(-2) ?? '' },
    ]);
    const events = await app.call<DataOf<typeof listAuditEvents>>(listAuditEvents, { token: admin });
    expect(events.data.data.some(({ event }) => event === 'system.config.change')).toBe(true);
  });

  it('an older one can be put back', async () => {
    const { version } = await read();
    const back = await app.call<Configuration>(restoreConfiguration, {
      token: admin,
      params: { version: String(version - 1) },
      body: { version },
    });
    expect(settingOf(back.data, 'KIANDA_RUN_RETENTION_DAYS')?.stored).toBeNull();
    const missing = await app.call(restoreConfiguration, {
      token: admin,
      params: { version: '9999' },
      body: { version: version + 1 },
    });
    expect(missing.status).toBe(404);
  });
});

describe('functions and maintenance', () => {
  it('every endpoint of a function exists', () => {
    const ids = new Set(allEndpoints.map(({ id }) => id));
    const named = Object.values(platformFeatures).flatMap(({ endpoints }) => endpoints);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('a function that is off is refused to everybody, and comes back', async () => {
    const query = { token: admin, body: { query: 'select 1' } };
    await change({ features: { 'sql-console': false } });
    const refused = await app.call(runSql, query);
    expect([refused.status, refused.problem.code]).toEqual([403, 'feature_off']);
    const mode = await app.call<DataOf<typeof operatingMode>>(operatingMode, { token: admin });
    expect(mode.data.features['sql-console']).toBe(false);
    await change({ features: { 'sql-console': true } });
    expect((await app.call(runSql, query)).problem.code).not.toBe('feature_off');
  });

  it('in maintenance only administrators go on; the others read why, and when to come back', async () => {
    const scientist = await app.signIn('cientista');
    const until = new Date(app.clock.nowMs() + 600_000).toISOString();
    await change({ maintenance: { message: 'Mudança de servidor', until } });
    const shut = await app.call(dashboardOverview, { token: scientist.token });
    expect([shut.status, shut.problem.code, shut.problem.message]).toEqual([503, 'maintenance', 'Mudança de servidor']);
    expect(Number(shut.headers['retry-after'])).toBeGreaterThan(500);
    const mode = await app.call<DataOf<typeof operatingMode>>(operatingMode, { token: scientist.token });
    expect(mode.data.maintenance?.message).toBe('Mudança de servidor');
    expect((await app.call(dashboardOverview, { token: admin })).status).toBe(200);
    await change({ maintenance: null });
    expect((await app.call(dashboardOverview, { token: scientist.token })).status).toBe(200);
  });
});

describe('caches', () => {
  const stats = async () => (await app.call<DataOf<typeof cacheStats>>(cacheStats, { token: admin })).data;
  const overviewOf = async () => (await stats()).caches.find(({ name }) => name === 'dashboard/overview');

  it('count what was found and what was not, and let go of one of them', async () => {
    await app.call(clearCache, { token: admin, body: {} });
    const before = await overviewOf();
    await app.call(dashboardOverview, { token: admin });
    await app.call(dashboardOverview, { token: admin });
    const after = await overviewOf();
    expect(after?.entries).toBe(1);
    expect(after?.bytes).toBeGreaterThan(100);
    expect([(after?.misses ?? 0) - (before?.misses ?? 0), (after?.hits ?? 0) - (before?.hits ?? 0)]).toEqual([1, 1]);
    const cleared = await app.call<DataOf<typeof clearCache>>(clearCache, {
      token: admin,
      body: { cache: 'dashboard/overview' },
    });
    expect(cleared.data.cleared).toBe(1);
    expect((await overviewOf())?.entries).toBe(0);
  });

  it('what is too old to be handed out goes when optimised', async () => {
    await app.call(dashboardOverview, { token: admin });
    app.clock.advance(600_000);
    const { data } = await app.call<DataOf<typeof optimizeCache>>(optimizeCache, {
      token: await administratorToken(),
    });
    expect(data.removed).toBeGreaterThanOrEqual(1);
    expect(data.freedBytes).toBeGreaterThan(0);
  });

  it('are filled step by step', async () => {
    admin = await administratorToken();
    await app.call(clearCache, { token: admin, body: {} });
    const begun = await app.call<DataOf<typeof warmupCache>>(warmupCache, { token: admin });
    expect(begun.status).toBe(202);
    await expect.poll(async () => (await stats()).warmup?.state).toBe('done');
    const { warmup } = await stats();
    expect(warmup?.steps.map(({ state, error }) => error ?? state)).toEqual(begun.data.steps.map(() => 'done'));
    expect((await overviewOf())?.entries).toBe(1);
  });
});

it('the versions are in the order they were made', async () => {
  const { rows } = await sql<{
    version: number;
  }>`SELECT version FROM configuration.versions ORDER BY at, version`.execute(app.database.for());
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
});

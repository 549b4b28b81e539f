import type { DataOf, Endpoint } from '@kianda/contract';
import { alertHistory } from '@kianda/contract/operations/alerts/casework.contract';
import { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { listAlerts, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { reportFile } from '@kianda/contract/operations/reports/reports.contract';
import { listNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReportsDesk, type ReportOperations } from './testing/reports-world.ts';

let desk: ReportOperations;
beforeAll(async () => {
  desk = await openReportsDesk();
});
afterAll(() => desk.close());

const rule = 'ensaio_contagem';
const raise = (subject: string, type: 'critical' | 'warning') =>
  desk.app.composition.health.alerting.raise({
    ...{ rule, subject, type, title: `Boia ${subject}`, message: 'Sem dados', source: 'Boias', metadata: {} },
  });

/**
 * How many alerts are open, and how many of them critical, by everything that tells it: the bell, the dashboards, the
 * list, the history, the report. Each set has one value where all agree.
 */
async function told(): Promise<{ active: number[]; critical: number[] }> {
  const token = await desk.token('administrador');
  const ask = async <T>(endpoint: Endpoint, query: Readonly<Record<string, string>> = {}) =>
    (await desk.app.call<T>(endpoint, { token, query })).data;
  const bell = await ask<DataOf<typeof listNotifications>>(listNotifications);
  const overview = await ask<DataOf<typeof dashboardOverview>>(dashboardOverview);
  const stats = await ask<DataOf<typeof dashboardStats>>(dashboardStats);
  const health = await ask<DataOf<typeof systemHealth>>(systemHealth);
  const list = await ask<DataOf<typeof listAlerts>>(listAlerts, { limit: '500' });
  const history = await ask<DataOf<typeof alertHistory>>(alertHistory, { pageSize: '200' });
  const report = await desk.generate({ type: 'health', config: { format: 'html' } });
  const file = await desk.app.call(reportFile, { token, params: { id: report.id } });
  const written = /Alertas ativos da plataforma<\/dt><dd>(\d+), (\d+) críticos/.exec(file.text);
  const open = list.alerts.filter(({ resolvedAt }) => resolvedAt === null);
  const active = [
    bell.activeAlerts ?? Number.NaN,
    overview.alerts.active,
    stats.activeAlerts,
    health.alerts.active,
    list.active,
    open.length,
    history.data.filter(({ resolvedAt }) => resolvedAt === null).length,
    Number(written?.[1]),
  ];
  const critical = [
    health.alerts.critical,
    open.filter(({ type }) => type === 'critical').length,
    Number(written?.[2]),
  ];
  return { active: [...new Set(active)], critical: [...new Set(critical)] };
}

test('open alerts are counted the same by the bell, the dashboards, the list, the history and the report', async () => {
  // Alerts that the application raised by itself stay: the comparison is of changes.
  const before = await told();
  const [base = Number.NaN, ...others] = before.active;
  expect(others).toEqual([]);
  const [critical = Number.NaN] = before.critical;
  await raise('Lobito', 'critical');
  await raise('Namibe', 'warning');
  await raise('Soyo', 'warning');
  expect(await told()).toEqual({ active: [base + 3], critical: [critical + 1] });
  await desk.app.composition.health.alerting.resolveOthers(rule, ['Soyo']);
  expect(await told()).toEqual({ active: [base + 1], critical: [critical] });
});

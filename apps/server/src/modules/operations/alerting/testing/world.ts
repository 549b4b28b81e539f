import { randomBytes, randomUUID } from 'node:crypto';
import * as contract from '@kianda/contract/operations/alerts/rules.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { AlertMetric } from '../../../../platform/alert-metric.ts';
import { createRequestMetrics } from '../../../../platform/http/request-metrics.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import { askModule } from '../../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { createDelivery, type DeliveryModule } from '../../../people/delivery/index.ts';
import { startWebhookSink } from '../../../people/delivery/testing/receivers.ts';
import { createHealth, type HealthModule } from '../../health/index.ts';
import { monitoredMachine } from '../../health/testing/machine.ts';
import { type AlertingModule, createAlerting } from '../index.ts';

const signal = new AbortController().signal;
/** The one account, beside the tests' own, that alerts may be given to. */
export const officerId = '00000000-0000-4000-8000-0000000000aa';

/** A rule on the water level, to be changed where a test needs another. */
export const draft: contract.RuleDraft = {
  title: 'Água alta',
  note: '',
  metric: 'ensaio.water',
  subject: null,
  comparison: 'gte',
  thresholds: { info: null, warning: 3, error: null, critical: 5 },
  forSeconds: 120,
  hysteresis: 0.5,
  cooldownSeconds: 0,
  schedule: null,
  tellsEnd: false,
  labels: ['marés'],
  enabled: true,
};

/** The part of a read rule that an editor sends back. */
export function written(view: contract.AlertRuleView | undefined): contract.RuleDraft {
  return contract.ruleDraftSchema.parse(view);
}

type Parts = { health: HealthModule; delivery: DeliveryModule; alerting: AlertingModule };

/** Alert rules with the modules they work on, a webhook that listens, and gauges whose water tests raise. */
export async function openAlertingWorld() {
  const web = await startWebhookSink();
  const base: ModulePlatform = await createModulePlatform(await schemas());
  const audited: AuditEntry[] = [];
  const woken: string[] = [];
  const { platform } = base;

  const gauges: AlertMetric = {
    id: 'ensaio.water',
    group: 'platform',
    label: 'Nível da água',
    unit: 'm',
    note: '',
    read: async () =>
      Object.entries(world.water).map(([subject, value]) => ({
        subject,
        label: `Marégrafo ${subject}`,
        value,
        atMs: platform.clock.nowMs(),
        reason: value === null ? 'Marégrafo calado.' : null,
      })),
  };

  let parts: Parts;
  /** The modules as a process has them; another call is another start of the platform. */
  async function start(): Promise<void> {
    const queue = (): JobQueue => ({
      enqueue: async (name) => {
        woken.push(name);
        return randomUUID();
      },
      cancel: async () => false,
      list: async () => [],
      get: async () => null,
      remove: async () => false,
      nextRun: () => null,
    });
    const audit = { record: async (entry: AuditEntry) => audited.push(entry) };
    const delivery = createDelivery({
      platform,
      audit,
      masterKey: randomBytes(32),
      smtp: () => null,
      allowPrivateHosts: [web.host],
      publicUrl: 'https://kianda.exemplo.ao',
      userAgent: () => 'Kianda/2.0.0',
      queue,
      retentionDays: 180,
    });
    const health = createHealth({
      platform,
      requests: createRequestMetrics({ nowMs: () => platform.clock.nowMs(), random: platform.random }),
      checks: () => [],
      deliver: delivery.deliver,
      isSilenced: (...asked) => alerting.isSilenced(...asked),
      deliveries: delivery.deliveriesOf,
      audit,
      accountName: async (id) => (id === officerId ? 'Oficial de Serviço' : null),
      ...monitoredMachine(base.platform),
      version: '2.0.0',
      instance: 'a',
      connections: () => 1,
      operatingStatusOf: () => ({ url: '', isOutside: false, stopped: null }),
      activeUsers: async () => 1,
    });
    const alerting = createAlerting({
      platform,
      alerts: health.alerting,
      builtin: () => health.builtinRules(),
      metrics: () => [gauges, ...(health.metrics ?? [])],
      sendTest: delivery.tell,
      audit,
      queue,
    });
    parts = { health, delivery, alerting };
    await alerting.start?.();
  }

  const create = async (over: Partial<contract.RuleDraft> = {}) =>
    (await askModule(world.alerting, contract.createAlertRule, { body: { ...draft, ...over } })).data;
  const rules = async () => (await askModule(world.alerting, contract.listAlertRules)).data.rules;

  const world = {
    get health() {
      return parts.health;
    },
    get delivery() {
      return parts.delivery;
    },
    get alerting() {
      return parts.alerting;
    },
    base,
    web,
    audited,
    woken,
    gauges,
    /** Level of the water at each gauge; null where it is silent. */
    water: { lobito: 1, namibe: 1 } as Record<string, number | null>,
    start,
    create,
    rules,
    rule: async (id: string) => (await rules()).find((one) => one.id === id),
    open: async () =>
      (await askModule(world.health, listAlerts)).data.alerts.filter(({ resolvedAt }) => resolvedAt === null),
    /** Minutes pass, and the job runs at the end of each. */
    async minutes(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute += 1) {
        base.advance(60_000);
        await world.alerting.evaluate(signal);
      }
    },
    async close(): Promise<void> {
      await Promise.all([world.alerting.stop?.(), world.health.stop?.(), world.delivery.stop?.(), web.close()]);
      await base.close();
    },
  };
  await start();
  return world;
}
export type AlertingWorld = Awaited<ReturnType<typeof openAlertingWorld>>;

/** Migrations of the three modules, which know no database yet. */
async function schemas() {
  const [a, b, c] = await Promise.all([
    import('../../health/health.migrations.ts'),
    import('../../../people/delivery/delivery.migrations.ts'),
    import('../alerting.migrations.ts'),
  ]);
  return [
    { name: 'health', migrations: a.healthMigrations },
    { name: 'delivery', migrations: b.deliveryMigrations },
    { name: 'alerting', migrations: c.alertingMigrations },
  ];
}

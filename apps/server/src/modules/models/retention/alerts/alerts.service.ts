import type { BodyOf } from '@kianda/contract';
import type {
  configureRetentionAlerts,
  RetentionAlert,
  RetentionAlertSettings,
} from '@kianda/contract/models/retention/statistics.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { AlertRule } from '../../../../platform/module.ts';
import type { Figures } from '../figures/figures.service.ts';
import { type RetentionActor, type RetentionContext, recordAct } from '../retention.context.ts';
import type { AlertRow } from '../retention.tables.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import { alertsOf, usualAlertSettings } from './alerts.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An alert that comes back within it is the same one. */
const cooldownMs = 900_000;

const view = (row: AlertRow): RetentionAlert => ({
  ...{ alert_id: row.alert_id, type: row.type, severity: row.severity, message: row.message },
  ...{ created_at: row.created_at.toISOString(), acknowledged: row.acknowledged_by !== null },
  ...{ acknowledged_by: row.acknowledged_by, muted_until: row.muted_until?.toISOString() ?? null },
});

/** Alerts about the stores: their limits, what is open, and who took note. */
export function createAlerts(
  context: RetentionContext,
  { alerts, figures }: { readonly alerts: AlertsRepository; readonly figures: () => Figures },
) {
  const { clock } = context.platform;
  const settings = async (): Promise<RetentionAlertSettings> => ({
    ...usualAlertSettings,
    max_size_gb: context.quotaGb,
    ...(await alerts.settings()),
  });
  const isMuted = ({ muted_until }: AlertRow) => muted_until !== null && muted_until.getTime() > clock.nowMs();

  async function changed(id: string, change: Parameters<AlertsRepository['change']>[1], actor: RetentionActor) {
    const row = await alerts.change(id, change);
    if (row === undefined) throw new AppError('not_found', { detail: 'Não existe este alerta.' });
    const act = 'muted_until' in change ? 'mute' : 'acknowledge';
    const metadata = { act, type: row.type };
    await recordAct(
      context,
      { event: 'data.modify', severity: 'low', resource: `retention/alert/${id}`, metadata },
      actor,
    );
    return view(row);
  }

  return {
    settings,
    quotaGb: async (): Promise<number> => (await settings()).max_size_gb,

    /** Looks at the figures, and opens and closes what follows from them. */
    async judge(): Promise<number> {
      const [metrics, tables, limits] = await Promise.all([figures().metrics(), figures().byTable(), settings()]);
      const caches = await figures().caches();
      const answers = caches.cache_statistics.reduce((sum, { hits, misses }) => sum + hits + misses, 0);
      const oldest = tables.flatMap(({ oldest_record }) => (oldest_record === null ? [] : [Date.parse(oldest_record)]));
      const oldestDays = oldest.length === 0 ? null : (clock.nowMs() - Math.min(...oldest)) / dayMs;
      const raised = alertsOf({ ...metrics, answers, oldestDays }, limits);
      await alerts.reconcile(raised, new Date(clock.nowMs()), cooldownMs);
      return raised.length;
    },

    /** Open alerts; those that are muted come too, and say so. */
    list: async () => ({ alerts: (await alerts.open()).map(view), settings: await settings() }),
    active: async (): Promise<number> => (await alerts.open()).filter((row) => !isMuted(row)).length,

    acknowledge: (id: string, actor: RetentionActor) => changed(id, { acknowledged_by: actor.principal.name }, actor),
    mute: (id: string, hours: number, actor: RetentionActor) =>
      changed(id, { muted_until: new Date(clock.nowMs() + hours * hourMs) }, actor),

    async configure(parts: BodyOf<typeof configureRetentionAlerts>, actor: RetentionActor) {
      const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
      const next = { ...(await settings()), ...given };
      await alerts.saveSettings(next);
      const act = { event: 'system.config.change', severity: 'medium', resource: 'retention/alerts' } as const;
      await recordAct(context, { ...act, metadata: next }, actor);
      return next;
    },

    /** The platform's own alerts, where the settings say that people are told. */
    rule: {
      rule: 'retention.limits',
      title: 'Limites da retenção dos modelos',
      condition: 'As tabelas dos modelos passam um limite de acertos, tempo, espaço, qualidade ou idade.',
      async judge() {
        if (!(await settings()).email_notifications) return [];
        const open = (await alerts.open()).filter((row) => !isMuted(row) && row.acknowledged_by === null);
        return open.map(({ type, severity, message }) => ({
          ...({ subject: type, severity: severity === 'critical' ? 'critical' : 'warning', message } as const),
          ...{ title: 'Retenção dos modelos', source: 'retention', metadata: {} },
        }));
      },
    } satisfies AlertRule,
  };
}

export type Alerts = ReturnType<typeof createAlerts>;

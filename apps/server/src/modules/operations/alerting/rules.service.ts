import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import {
  type AlertMetricView,
  type AlertRuleView,
  type AlertSilence,
  alertTypeNames,
  type listAlertRules,
  type previewAlertRule,
  type RuleDraft,
  type testAlertRule,
} from '@kianda/contract/operations/alerts/rules.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { dayMs } from '@kianda/geo';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type AlertService, deliverySeverity } from '../health/index.ts';
import type { AlertingRepository, RuleRow, SilenceRow, StateRow } from './alerting.repository.ts';
import { presets } from './presets.rules.ts';
import { tryOnPast } from './preview.rules.ts';

export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
type ListedChannels = DataOf<typeof testAlertRule>['channels'];

const seededBy = 'Kianda';
/** Silences over for longer than this are not shown. */
const shownSilenceMs = 30 * dayMs;
const stateOrder = ['firing', 'pending', 'no_data', 'inactive'] as const;

/** Rules and silences as people handle them. */
export function createRulesService(options: {
  repository: AlertingRepository;
  alerts: AlertService;
  metrics: () => readonly AlertMetric[];
  builtin: () => DataOf<typeof listAlertRules>['builtin'];
  /** Sends a message through the real channels, and tells which take it. */
  sendTest: (message: AlertMessage) => Promise<ListedChannels>;
  audit: { record(entry: AuditEntry): Promise<unknown> };
  clock: Clock;
  /** Has the rules judged soon. */
  wake(): void;
}) {
  const { repository, alerts, metrics, clock, wake } = options;
  const now = () => new Date(clock.nowMs());
  const metricOf = (id: string) => metrics().find((metric) => metric.id === id);
  const missing = () => new AppError('not_found', { detail: 'Esta regra não existe.' });
  const writtenBy = (rule: RuleDraft, by: string) => ({ rule, at: now(), by });

  async function record(
    actor: Actor,
    change: string,
    resource: string,
    metadata: AuditEntry['metadata'] = {},
  ): Promise<void> {
    const { principal, ipAddress, userAgent } = actor;
    await options.audit.record({
      event: 'system.config.change',
      severity: change === 'test' ? 'low' : 'medium',
      actorId: principal.accountId,
      actorName: principal.email,
      resource,
      ipAddress,
      userAgent,
      metadata: { change, ...metadata },
    });
  }

  /** Throws `validation_failed` where nobody measures that. */
  function checkMetric({ metric }: RuleDraft): AlertMetric {
    const found = metricOf(metric);
    if (found !== undefined) return found;
    throw new AppError('validation_failed', {
      issues: [{ path: 'body.metric', message: `esperada uma medida conhecida, recebida «${metric}»` }],
    });
  }

  function view(row: RuleRow, states: readonly StateRow[]): AlertRuleView {
    const metric = metricOf(row.body.metric);
    return {
      ...row.body,
      id: row.id,
      isPreset: row.preset_version !== null,
      version: row.version,
      metricLabel: metric?.label ?? row.body.metric,
      unit: metric?.unit ?? '',
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
      evaluatedAt: row.evaluated_at?.toISOString() ?? null,
      states: row.body.enabled
        ? states
            .filter(({ rule_id }) => rule_id === row.id)
            .map(stateView)
            .toSorted(
              (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) || a.label.localeCompare(b.label),
            )
        : [],
    };
  }
  const viewOf = async (row: RuleRow) => view(row, await repository.statesOf(row.id));

  async function silenceViews(rows: readonly SilenceRow[]): Promise<AlertSilence[]> {
    const titles = new Map((await repository.rules()).map(({ id, body }) => [id, body.title]));
    for (const { rule, title } of options.builtin()) titles.set(rule, title);
    return rows.map((row) => ({
      id: row.id,
      ruleId: row.rule_id,
      ruleTitle: row.rule_id === null ? null : (titles.get(row.rule_id) ?? null),
      subject: row.subject,
      reason: row.reason,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      createdBy: row.created_by,
      isActive: row.starts_at.getTime() <= clock.nowMs() && row.ends_at.getTime() > clock.nowMs(),
    }));
  }
  async function silenceView(row: SilenceRow): Promise<AlertSilence> {
    const [shown] = await silenceViews([row]);
    if (shown === undefined) throw new Error('a silence has no view');
    return shown;
  }

  return {
    /** Writes the rules that come with the platform; those that somebody changed stay as they are. */
    async seed(): Promise<void> {
      for (const { id, version, rule } of presets) await repository.seed(id, version, writtenBy(rule, seededBy));
    },

    async list(): Promise<DataOf<typeof listAlertRules>> {
      const [rows, states] = await Promise.all([repository.rules(), repository.states()]);
      return { rules: rows.map((row) => view(row, states)), builtin: options.builtin() };
    },
    async create(rule: RuleDraft, actor: Actor): Promise<AlertRuleView> {
      checkMetric(rule);
      const row = await repository.insert(randomUUID(), writtenBy(rule, actor.principal.name));
      await record(actor, 'create', `alert-rule/${row.id}`, { title: rule.title, metric: rule.metric });
      wake();
      return viewOf(row);
    },
    /** Throws `not_found`, and `conflict` where somebody changed it meanwhile. */
    async update(id: string, version: number, rule: RuleDraft, actor: Actor): Promise<AlertRuleView> {
      const before = await repository.rule(id);
      if (before === undefined) throw missing();
      checkMetric(rule);
      const row = await repository.update(id, version, writtenBy(rule, actor.principal.name));
      if (row === undefined) {
        throw new AppError('conflict', { detail: 'A regra foi alterada por outra pessoa entretanto: abra-a de novo.' });
      }
      if (!rule.enabled) await alerts.resolveOthers(id, []);
      await record(actor, 'update', `alert-rule/${id}`, {
        before: JSON.stringify(before.body),
        after: JSON.stringify(rule),
      });
      wake();
      return viewOf(row);
    },
    /** Throws `not_found`, and `conflict` for one that comes with the platform. */
    async remove(id: string, actor: Actor): Promise<void> {
      const before = await repository.rule(id);
      if (before === undefined) throw missing();
      if (before.preset_version !== null) {
        throw new AppError('conflict', { detail: 'Esta regra vem com a plataforma: desligue-a em vez de a eliminar.' });
      }
      await repository.remove(id, now(), actor.principal.name);
      await alerts.resolveOthers(id, []);
      await record(actor, 'delete', `alert-rule/${id}`, { before: JSON.stringify(before.body) });
    },

    async preview(rule: RuleDraft, days: number): Promise<DataOf<typeof previewAlertRule>> {
      const metric = checkMetric(rule);
      const afterMs = clock.nowMs() - days * dayMs;
      const points =
        metric.history === undefined
          ? await repository.readings(metric.id, new Date(afterMs))
          : await metric.history(afterMs);
      const tried = tryOnPast(
        rule,
        points.filter(({ subject }) => rule.subject === null || subject === rule.subject),
      );
      const [first] = points;
      return {
        days,
        ...tried,
        notes: [
          ...(metric.history === undefined
            ? ['Desta medida guarda-se um valor a cada 5 minutos, desde que a plataforma a conhece.']
            : [metric.note]),
          ...(first !== undefined && first.atMs - afterMs > dayMs
            ? ['O histórico não cobre todo o período pedido.']
            : []),
        ].filter((text) => text !== ''),
      };
    },

    /** Throws `not_found`. */
    async test(id: string, actor: Actor): Promise<DataOf<typeof testAlertRule>> {
      const row = await repository.rule(id);
      if (row === undefined) throw missing();
      const type = alertTypeNames.findLast((name) => row.body.thresholds[name] !== null) ?? 'warning';
      const testId = randomUUID();
      const channels = await options.sendTest({
        key: `alert-test/${testId}`,
        change: 'raised',
        source: 'platform',
        severity: deliverySeverity[type],
        alertId: testId,
        title: `ENSAIO: ${row.body.title}`,
        description: `Este é um ensaio da regra «${row.body.title}», pedido por ${actor.principal.name}. Não há nenhum alerta.`,
        at: now().toISOString(),
        path: `/?section=auto-alerts&tab=rules`,
        simulated: false,
      });
      await record(actor, 'test', `alert-rule/${id}`, { channels: channels.length });
      return { type, channels };
    },

    async metrics(): Promise<AlertMetricView[]> {
      return Promise.all(
        metrics().map(async (metric) => {
          const { id, group, label, unit, note } = metric;
          const readings = await metric.read();
          return {
            id,
            group,
            label,
            unit,
            note,
            objects: readings.map(({ atMs, ...reading }) => ({
              ...reading,
              at: atMs === null ? null : new Date(atMs).toISOString(),
            })),
            problem: readings.length === 0 ? 'Ainda não há nada para vigiar com esta medida.' : null,
          };
        }),
      );
    },

    silences: async () => silenceViews(await repository.silences(new Date(clock.nowMs() - shownSilenceMs))),
    async silence(
      wanted: Pick<AlertSilence, 'ruleId' | 'subject' | 'reason'>,
      minutes: number,
      actor: Actor,
    ): Promise<AlertSilence> {
      const row: SilenceRow = {
        id: randomUUID(),
        rule_id: wanted.ruleId,
        subject: wanted.subject,
        reason: wanted.reason,
        starts_at: now(),
        ends_at: new Date(clock.nowMs() + minutes * 60_000),
        created_by: actor.principal.name,
      };
      await repository.addSilence(row);
      await record(actor, 'silence', `alert-silence/${row.id}`, {
        rule: row.rule_id,
        subject: row.subject,
        minutes,
        reason: row.reason,
      });
      return silenceView(row);
    },
    /** Throws `not_found`, and `conflict` where it is over already. */
    async endSilence(id: string, actor: Actor): Promise<AlertSilence> {
      if ((await repository.silence(id)) === undefined)
        throw new AppError('not_found', { detail: 'Este silêncio não existe.' });
      const row = await repository.endSilence(id, now());
      if (row === undefined) throw new AppError('conflict', { detail: 'Este silêncio já acabou.' });
      await record(actor, 'silence-end', `alert-silence/${id}`);
      wake();
      return silenceView(row);
    },
  };
}

export type RulesService = ReturnType<typeof createRulesService>;

function stateView(row: StateRow): AlertRuleView['states'][number] {
  const state =
    row.level !== null
      ? 'firing'
      : row.reason !== null
        ? 'no_data'
        : row.rising_since !== null
          ? 'pending'
          : 'inactive';
  const since = state === 'firing' ? row.fired_at : state === 'pending' ? row.rising_since : null;
  return {
    subject: row.subject,
    label: row.label,
    state,
    value: row.value,
    since: since?.toISOString() ?? null,
    reason: row.reason,
  };
}

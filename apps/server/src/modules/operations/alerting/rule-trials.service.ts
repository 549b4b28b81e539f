import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import {
  type AlertMetricView,
  alertTypeNames,
  type previewAlertRule,
  type RuleDraft,
  type testAlertRule,
} from '@kianda/contract/operations/alerts/rules.contract';
import { dayMs } from '@kianda/geo';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { deliverySeverity } from '../health/index.ts';
import { tryOnPast } from './preview.rules.ts';
import type { Actor, RulesContext } from './rules.context.ts';

/** The metric that a rule watches. Throws `validation_failed` where no module measures it. */
export function knownMetric({ metricOf }: Pick<RulesContext, 'metricOf'>, { metric }: RuleDraft): AlertMetric {
  const found = metricOf(metric);
  if (found !== undefined) return found;
  throw new AppError('validation_failed', {
    issues: [{ path: 'body.metric', message: `esperada uma medida conhecida, recebida «${metric}»` }],
  });
}

async function metricView(metric: AlertMetric): Promise<AlertMetricView> {
  const { id, group, label, unit, note } = metric;
  const readings = await metric.read();
  const objects = readings.map(({ atMs, ...reading }) => ({
    ...reading,
    at: atMs === null ? null : new Date(atMs).toISOString(),
  }));
  const problem = readings.length === 0 ? 'Ainda não há nada para vigiar com esta medida.' : null;
  return { id, group, label, unit, note, objects, problem };
}

/** Trials of a rule before it counts: on the past, and through the real channels. */
export function createRuleTrials(context: RulesContext) {
  const { repository, metrics, clock, now, record, sendTest } = context;
  return {
    metrics: (): Promise<AlertMetricView[]> => Promise.all(metrics().map(metricView)),

    async preview(rule: RuleDraft, days: number): Promise<DataOf<typeof previewAlertRule>> {
      const metric = knownMetric(context, rule);
      const afterMs = clock.nowMs() - days * dayMs;
      const points =
        metric.history === undefined
          ? await repository.readings(metric.id, new Date(afterMs))
          : await metric.history(afterMs);
      const watched = points.filter(({ subject }) => rule.subject === null || subject === rule.subject);
      const [first] = points;
      const isPartial = first !== undefined && first.atMs - afterMs > dayMs;
      const notes = [
        metric.history === undefined
          ? 'Desta medida guarda-se um valor a cada 5 minutos, desde que a plataforma a conhece.'
          : metric.note,
        isPartial ? 'O histórico não cobre todo o período pedido.' : '',
      ];
      return { days, ...tryOnPast(rule, watched), notes: notes.filter((text) => text !== '') };
    },

    /** Sends a test message of a rule with its gravest severity. Throws `not_found`. */
    async test(id: string, actor: Actor): Promise<DataOf<typeof testAlertRule>> {
      const row = await repository.rule(id);
      if (row === undefined) throw new AppError('not_found', { detail: 'Esta regra não existe.' });
      const { title, thresholds } = row.body;
      const type = alertTypeNames.findLast((name) => thresholds[name] !== null) ?? 'warning';
      const testId = randomUUID();
      const channels = await sendTest({
        key: `alert-test/${testId}`,
        change: 'raised',
        source: 'platform',
        severity: deliverySeverity[type],
        alertId: testId,
        title: `ENSAIO: ${title}`,
        description: `Este é um ensaio da regra «${title}», pedido por ${actor.principal.name}. Não há nenhum alerta.`,
        at: now().toISOString(),
        path: `/?section=auto-alerts&tab=rules`,
        simulated: false,
      });
      await record(actor, 'test', `alert-rule/${id}`, { channels: channels.length });
      return { type, channels };
    },
  };
}

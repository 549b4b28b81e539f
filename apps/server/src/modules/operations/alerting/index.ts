import { dayMs } from '@kianda/geo';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deliveryModule } from '../../people/delivery/index.ts';
import { notificationsModule } from '../../people/notifications/index.ts';
import { alertSilences, healthModule } from '../health/index.ts';
import { alertingMigrations } from './alerting.migrations.ts';
import { createAlertingRepository } from './alerting.repository.ts';
import { alertingBindings } from './alerting.routes.ts';
import { createEvaluation, type Evaluation } from './evaluation.service.ts';
import type { RulesDependencies } from './rules.context.ts';
import { createRulesService } from './rules.service.ts';

const evaluateJob = 'alerts.evaluate';
/** Readings stay for the trial of a rule on the past; silences, to explain later why a message was not sent. */
const retentionMs = { readings: 35 * dayMs, silences: 400 * dayMs };

export type AlertingModule = Module & {
  /** One run of the evaluating job. */
  readonly evaluate: Evaluation['run'];
  /** Whether a rule and object are silenced now. */
  isSilenced(ruleId: string, subject: string): Promise<boolean>;
};

/** Front door of alert rules, which are evaluated on the metrics that every module declares. */
export function createAlerting(
  options: Pick<RulesDependencies, 'alerts' | 'builtin' | 'audit' | 'sendTest'> & {
    platform: Platform;
    /** Metrics of every module, collected by the composition. */
    metrics: () => readonly AlertMetric[];
    queue: () => JobQueue;
  },
): AlertingModule {
  const { platform, metrics, alerts } = options;
  const { clock, log } = platform;
  const repository = createAlertingRepository(platform.database);
  const evaluation = createEvaluation({ repository, alerts, metrics, clock, log });
  const waker = createWaker({ log, enqueue: () => options.queue().enqueue(evaluateJob, {}, { trigger: 'event' }) });
  const rules = createRulesService({ ...options, repository, clock, wake: waker.soon });

  return {
    name: 'alerting',
    migrations: alertingMigrations,
    bindings: alertingBindings(rules, clock),
    evaluate: evaluation.run,
    isSilenced: (ruleId, subject) => repository.isSilenced(ruleId, subject, new Date(clock.nowMs())),
    jobs: [
      minutely({
        name: evaluateJob,
        label: 'Avaliação das regras de alerta',
        key: 'evaluate',
        timeoutSeconds: 300,
        run: evaluation.run,
      }),
      nightlyRetention({
        name: 'alerts.retention',
        label: 'Retenção das leituras das regras de alerta',
        minute: 40,
        remove: () =>
          repository.prune(
            new Date(clock.nowMs() - retentionMs.readings),
            new Date(clock.nowMs() - retentionMs.silences),
          ),
      }),
    ],
    start: () => rules.seed(),
    stop: () => waker.stop(),
  };
}

export const alertingModule = defineModule({
  name: 'alerting',
  needs: { audit: auditModule, health: healthModule, notifications: notificationsModule, delivery: deliveryModule },
  fills: { silences: alertSilences },
  collects: ['metrics'],
  create({ platform, jobs, needs: { audit, health, notifications, delivery }, collected }) {
    const alerting = createAlerting({
      platform,
      alerts: health.alerting,
      builtin: health.builtinRules,
      metrics: collected.metrics,
      async sendTest(message) {
        await notifications.tell(message);
        return delivery.tell(message);
      },
      audit,
      queue: () => jobs,
    });
    return { manifest: alerting, fills: { silences: alerting.isSilenced } };
  },
});

import type { DataOf } from '@kianda/contract';
import type { listAlertRules, testAlertRule } from '@kianda/contract/operations/alerts/rules.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { AlertService } from '../health/index.ts';
import type { AlertingRepository } from './alerting.repository.ts';

export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

export type RulesDependencies = {
  readonly repository: AlertingRepository;
  readonly alerts: AlertService;
  readonly metrics: () => readonly AlertMetric[];
  readonly builtin: () => DataOf<typeof listAlertRules>['builtin'];
  /** Sends a message through the real channels, and answers which of them take it. */
  readonly sendTest: (message: AlertMessage) => Promise<DataOf<typeof testAlertRule>['channels']>;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly clock: Clock;
  /** Evaluates the rules soon, ahead of the next minute. */
  readonly wake: () => void;
};

export type RulesContext = RulesDependencies & {
  readonly now: () => Date;
  readonly metricOf: (id: string) => AlertMetric | undefined;
  readonly record: (actor: Actor, change: string, resource: string, metadata?: AuditEntry['metadata']) => Promise<void>;
};

/** Dependencies of the rules with their clock, their metrics by id and their audit trail. */
export function createRulesContext(dependencies: RulesDependencies): RulesContext {
  const { audit, clock, metrics } = dependencies;
  return {
    ...dependencies,
    now: () => new Date(clock.nowMs()),
    metricOf: (id) => metrics().find((metric) => metric.id === id),
    async record({ principal, ipAddress, userAgent }, change, resource, metadata = {}) {
      await audit.record({
        event: 'system.config.change',
        severity: change === 'test' ? 'low' : 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource,
        ipAddress,
        userAgent,
        metadata: { change, ...metadata },
      });
    },
  };
}

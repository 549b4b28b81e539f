import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { AlertRule } from '../../../platform/module.ts';
import type { AlertService } from './alerts.service.ts';
import { gapMs } from './availability.rules.ts';
import { componentRule, componentWithOwnRule } from './builtin.alerts.ts';
import type { HealthRepository } from './health.repository.ts';
import type { CheckedComponent, HealthRegistry } from './health-registry.service.ts';

/** Rounds of checks that wait in memory while the database is away. */
const maxUnsavedRounds = 100;

export type ComponentCheckDependencies = {
  readonly repository: HealthRepository;
  readonly registry: HealthRegistry;
  /** Rules of the modules below. */
  readonly rules: () => readonly AlertRule[];
  readonly alerts: AlertService;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
};

/** Raises an alert for each component that is not well, and ends those of components that recovered. */
async function alertOnComponents(alerts: AlertService, components: readonly CheckedComponent[]): Promise<void> {
  const unhealthy = components.filter(({ id, report }) => report.state !== 'online' && id !== componentWithOwnRule);
  // Alerts of an earlier process end here too: it may have ended before its component recovered.
  await alerts.resolveOthers(
    componentRule,
    unhealthy.map(({ id }) => id),
  );
  for (const { id, label, report } of unhealthy) {
    const isOffline = report.state === 'offline';
    await alerts.raise({
      rule: componentRule,
      subject: id,
      type: isOffline ? 'critical' : 'warning',
      title: isOffline ? `${label} indisponível` : `${label} com avisos`,
      message: report.detail,
      source: label,
      metadata: { component: id },
      tellsEnd: true,
    });
  }
}

/** Evaluates the modules' own rules: their alerts are raised, updated, and closed once the rule no longer holds. */
async function alertOnRules({ rules, alerts, log }: ComponentCheckDependencies): Promise<void> {
  for (const { rule, judge } of rules()) {
    try {
      const found = await judge();
      const subjects = found.map(({ subject }) => subject);
      await alerts.resolveOthers(rule, subjects);
      for (const { severity, ...alert } of found)
        await alerts.raise({ ...alert, rule, type: severity, tellsEnd: true });
    } catch (error) {
      // The rule of one module must not keep the others from being evaluated.
      log.warn({ err: error, rule }, 'regra de alerta por avaliar');
    }
  }
}

/** A round of checks over every component, recorded and turned into alerts; called every 30 s. */
export function createComponentChecks(dependencies: ComponentCheckDependencies, onRecorded: () => void) {
  const { repository, registry, alerts, events, clock } = dependencies;
  let hasRecorded = false;
  let unsaved: { readonly at: Date; readonly components: readonly CheckedComponent[] }[] = [];

  /** The time since the last round of any process, where that is too long: the first round of a process finds an outage. */
  async function recordGap(at: Date): Promise<void> {
    const newest = await repository.newestCheckAt();
    const [fromMs, toMs] = [newest?.getTime() ?? at.getTime(), at.getTime()];
    if (toMs - fromMs > gapMs) await repository.addGap({ kind: hasRecorded ? 'unknown' : 'outage', fromMs, toMs });
    hasRecorded = true;
  }

  return async (): Promise<void> => {
    const before = new Map(registry.components.map((component) => [component.id, component.report.state]));
    const components = await registry.checkAll();
    unsaved = [...unsaved.slice(1 - maxUnsavedRounds), { at: new Date(clock.nowMs()), components }];
    // Rounds taken while the database was away are recorded once it is back, its own absence among them.
    for (const round of [...unsaved]) {
      await recordGap(round.at);
      await repository.addChecks(round.at, round.components);
      unsaved = unsaved.filter((waiting) => waiting !== round);
    }
    onRecorded();
    await alertOnComponents(alerts, components);
    await alertOnRules(dependencies);
    if (components.some((component) => before.get(component.id) !== component.report.state)) {
      events.publish({ channel: 'alerts', type: 'health.changed', payload: { components: components.length } });
    }
  };
}

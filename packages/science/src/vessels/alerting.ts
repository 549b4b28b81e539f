/** State of the alerts under one key (rule, vessel, area). */
export type AlertMemory = {
  /** The alert that has not been closed, if there is one. */
  readonly openAlertId: string | null;
  /** Event that raised the last one, and when it ended; null while that event goes on. */
  readonly lastEventKey: string | null;
  readonly lastEndedMs: number | null;
  readonly lastRaisedMs: number | null;
  /** Set by a person: nothing is raised until then. */
  readonly snoozedUntilMs: number | null;
};

export type AlertPolicy = {
  /** After an alert, nothing new under the same key for so long. */
  readonly coolDownMs: number;
  /** A new event this soon after the last one ended goes on with it: hysteresis in time. */
  readonly reopenMs: number;
};

export type AlertDecision = 'raise' | 'update' | 'quiet_same_event' | 'quiet_snoozed' | 'quiet_cooling';

/** Key of an alert: rule, vessel and area, and nothing else, so that the same vessel cannot flood a screen. */
export const alertKey = (rule: string, vesselId: string, areaId: string | null): string =>
  JSON.stringify([rule, vesselId, areaId]);

/**
 * Decides if an event raises an alert, continues the open one, or changes nothing. An event that raised an alert never
 * raises another, also after that was closed.
 */
export function decideAlert(
  event: { readonly key: string; readonly startMs: number },
  memory: AlertMemory | null,
  policy: AlertPolicy,
  nowMs: number,
): AlertDecision {
  if (memory === null) return 'raise';
  if (memory.lastEventKey === event.key) return memory.openAlertId === null ? 'quiet_same_event' : 'update';
  if (memory.snoozedUntilMs !== null && nowMs < memory.snoozedUntilMs) return 'quiet_snoozed';
  const isSoonAfter = memory.lastEndedMs === null || event.startMs - memory.lastEndedMs <= policy.reopenMs;
  if (memory.openAlertId !== null && isSoonAfter) return 'update';
  if (memory.lastRaisedMs !== null && nowMs - memory.lastRaisedMs < policy.coolDownMs) return 'quiet_cooling';
  return 'raise';
}

import type { SystemCondition } from '@kianda/contract/operations/health/condition';

/** The server's answer about the whole platform. */
export function conditionOf(level: SystemCondition['level'], sentence: string): SystemCondition {
  const services = { total: 5, online: 4, warning: 1, offline: 0, unknown: 0 };
  return { level, sentence, findings: [], services, checkedAt: '2026-08-31T08:59:48.000Z' };
}

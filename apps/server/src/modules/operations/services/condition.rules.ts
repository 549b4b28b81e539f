import type { Incident, Maintenance } from '@kianda/contract/operations/services/announcements.contract';
import type { ServiceCondition } from '@kianda/contract/operations/services/status-page.contract';
import type { HealthState } from '../../../platform/module.ts';

export type RecentCheck = { readonly atMs: number; readonly state: HealthState; readonly latencyMs: number | null };
export type Condition = { readonly state: ServiceCondition; readonly reason: string };

/** How many checks, the newest ones, a service is judged by: five minutes of them. */
export const evaluatedChecks = 10;
/** A service without a check for this long is unknown. */
const staleMs = 5 * 60_000;
/** Failures in a row that make an outage: a single lost packet makes none. */
const failuresInARow = 2;
/** Slower than usual by this factor, and slow enough for a person to notice. */
const slowFactor = 3;
const noticedMs = 500;

/**
 * Condition of a service, and the reason. `checks` oldest first; `usualMs` is the 95th percentile that its days have as a rule.
 * Maintenance hides failures, an open incident shows where checks see nothing.
 */
export function evaluateService(given: {
  readonly nowMs: number;
  readonly isStopped: boolean;
  readonly checks: readonly RecentCheck[];
  readonly usualMs: number | null;
  /** All incidents or maintenances of this service. */
  readonly incidents: readonly Incident[];
  readonly maintenances: readonly Maintenance[];
}): Condition {
  const { nowMs, isStopped, checks, usualMs, incidents, maintenances } = given;
  const planned = maintenances.find((window) => isUnderWay(window, nowMs));
  if (planned !== undefined) return { state: 'maintenance', reason: `Manutenção: ${planned.title}` };
  if (isStopped) return { state: 'down', reason: 'Parado por um operador' };
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const critical = open.find(({ severity }) => severity === 'critical');
  if (critical !== undefined) return { state: 'down', reason: `Incidente: ${critical.title}` };
  const measured = judgeChecks(checks, usualMs, nowMs);
  const [incident] = open;
  if (incident !== undefined && measured.state !== 'down') {
    return { state: 'degraded', reason: `Incidente: ${incident.title}` };
  }
  return measured;
}

export function isUnderWay({ from, to }: Pick<Maintenance, 'from' | 'to'>, nowMs: number): boolean {
  return Date.parse(from) <= nowMs && nowMs < Date.parse(to);
}

function judgeChecks(checks: readonly RecentCheck[], usualMs: number | null, nowMs: number): Condition {
  const judged = checks.slice(-evaluatedChecks);
  const newest = judged.at(-1);
  if (newest === undefined) return { state: 'unknown', reason: 'Ainda sem verificações' };
  if (nowMs - newest.atMs > staleMs) return { state: 'unknown', reason: 'Sem verificações recentes' };
  if (judged.slice(-failuresInARow).every(({ state }) => state === 'offline')) {
    return { state: 'down', reason: 'Não responde' };
  }
  const failed = judged.filter(({ state }) => state === 'offline').length;
  if (failed > 0) {
    return { state: 'degraded', reason: `Falhou ${failed} das últimas ${judged.length} verificações` };
  }
  if (newest.state === 'warning') return { state: 'degraded', reason: 'Responde com falhas' };
  const latencyMs = medianOf(judged.flatMap(({ latencyMs: ms }) => (ms === null ? [] : [ms])));
  if (latencyMs !== null && usualMs !== null && latencyMs > Math.max(noticedMs, slowFactor * usualMs)) {
    return { state: 'degraded', reason: 'Responde mais devagar do que é habitual' };
  }
  return { state: 'operational', reason: 'Responde' };
}

/** Null of nothing. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Without these the rest is of no use. */
const essential: readonly string[] = ['console', 'admin-api', 'identity'];

/** The whole: down with what everything needs or with everything, degraded with anything. */
export function overallCondition(services: readonly { id: string; state: ServiceCondition }[]): ServiceCondition {
  const judged = services.filter(({ state }) => state !== 'unknown');
  const inUse = judged.filter(({ state }) => state !== 'maintenance');
  if (judged.length === 0) return 'unknown';
  if (inUse.length === 0) return 'maintenance';
  const down = inUse.filter(({ state }) => state === 'down');
  if (down.length === inUse.length || down.some(({ id }) => essential.includes(id))) return 'down';
  if (inUse.some(({ state }) => state !== 'operational')) return 'degraded';
  return 'operational';
}

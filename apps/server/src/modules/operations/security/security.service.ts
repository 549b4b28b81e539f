import type { SecurityCheckResult } from '@kianda/contract/operations/security/security.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { messageOf } from '../../../platform/process/startup-error.ts';

type Finding = Pick<SecurityCheckResult, 'state' | 'summary'> & {
  /** Label and value, in Portuguese. */
  readonly evidence: readonly (readonly [string, string])[];
};

/** Something the installation should impose, and how to find out whether it does. */
export type SecurityCheck = Pick<SecurityCheckResult, 'id' | 'title' | 'section'> & {
  /** Settles within the time limit; a rejection is reported as unknown. */
  run(signal: AbortSignal): Promise<Finding>;
};

const limitMs = 5_000;
/** Two requests within this time share one answer: the checks call the platform's own pages. */
const resultsMs = 5_000;
const scoreMs = 60_000;

/** Runs the security checks and computes their score. */
export function createSecurityService(clock: Clock, checks: readonly SecurityCheck[]) {
  const results = createCache<{ checkedAt: string; checks: SecurityCheckResult[] }>({
    name: 'security/checks',
    clock,
    ttlMs: resultsMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  /** Open dashboards ask for the score all the time, and it hardly ever changes. */
  const scores = createCache<number | null>({
    name: 'security/score',
    clock,
    ttlMs: scoreMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  const latest = async () =>
    (
      await results.get('all', async () => ({
        checkedAt: nowIso(clock),
        checks: await Promise.all(checks.map(resultOf)),
      }))
    ).value;
  return {
    latest,
    /** Share of the verifiable checks that are enforced, in percent; null where none could be verified. */
    score: async () => (await scores.get('all', async () => scoreOf((await latest()).checks))).value,
  };
}

export type SecurityService = ReturnType<typeof createSecurityService>;

async function resultOf(check: SecurityCheck): Promise<SecurityCheckResult> {
  const { id, title, section, run } = check;
  const startedMs = performance.now();
  const finding = await run(AbortSignal.timeout(limitMs)).catch((error: unknown): Finding => {
    return { state: 'unknown', summary: `Não foi possível verificar: ${messageOf(error)}`, evidence: [] };
  });
  return {
    id,
    title,
    section,
    state: finding.state,
    summary: finding.summary,
    evidence: finding.evidence.map(([label, value]) => ({ label, value })),
    durationMs: performance.now() - startedMs,
  };
}

function scoreOf(checks: readonly SecurityCheckResult[]): number | null {
  const known = checks.filter(({ state }) => state !== 'unknown');
  const enforced = known.filter(({ state }) => state === 'enforced');
  return known.length === 0 ? null : (100 * enforced.length) / known.length;
}

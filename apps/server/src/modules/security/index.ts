import { type SecurityCheckResult, securityChecks } from '@kianda/contract/security/security.contract';
import { createCache } from '../../platform/cache/cache.ts';
import { nowIso } from '../../platform/clock/clock.ts';
import { bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { messageOf } from '../../platform/process/startup-error.ts';

type Found = Pick<SecurityCheckResult, 'state' | 'summary'> & {
  /** Label and value, in Portuguese. */
  readonly evidence: readonly (readonly [string, string])[];
};

/** Something the installation should impose, and how to find out whether it does. */
export type SecurityCheck = Pick<SecurityCheckResult, 'id' | 'title' | 'section'> & {
  /** Settles within the time limit; what it throws is told as unknown. */
  run(signal: AbortSignal): Promise<Found>;
};

const limitMs = 5_000;
/** Whoever looks twice within this time sees the same: the checks ask the platform's own pages. */
const keptMs = 5_000;
const scoreMs = 60_000;

async function judged(check: SecurityCheck): Promise<SecurityCheckResult> {
  const { id, title, section, run } = check;
  const startedMs = performance.now();
  const found = await run(AbortSignal.timeout(limitMs)).catch((error: unknown): Found => {
    return { state: 'unknown', summary: `Não foi possível verificar: ${messageOf(error)}`, evidence: [] };
  });
  return {
    id,
    title,
    section,
    state: found.state,
    summary: found.summary,
    evidence: found.evidence.map(([label, value]) => ({ label, value })),
    durationMs: performance.now() - startedMs,
  };
}

export type SecurityModule = Module & {
  /** Share of what could be verified that is imposed, in percent; null where nothing could. */
  score(): Promise<number | null>;
};

/** Front door of the security panel: each line is looked at when it is asked for. */
export function createSecurity(options: { platform: Platform; checks: readonly SecurityCheck[] }): SecurityModule {
  const { clock } = options.platform;
  const kept = createCache<{ checkedAt: string; checks: SecurityCheckResult[] }>({
    name: 'security/checks',
    clock,
    ttlMs: keptMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  /** Open dashboards ask all the time, and it hardly ever changes. */
  const scored = createCache<number | null>({
    name: 'security/score',
    clock,
    ttlMs: scoreMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  const look = async () =>
    (
      await kept.get('all', async () => ({
        checkedAt: nowIso(clock),
        checks: await Promise.all(options.checks.map(judged)),
      }))
    ).value;
  return {
    name: 'security',
    migrations: [],
    score: async () => (await scored.get('all', async () => scoreOf((await look()).checks))).value,
    bindings: [
      bind(securityChecks, async () => {
        const data = await look();
        return { data, provenance: ownProvenance(clock, data.checkedAt) };
      }),
    ],
  };
}

function scoreOf(checks: readonly SecurityCheckResult[]): number | null {
  const known = checks.filter(({ state }) => state !== 'unknown');
  const enforced = known.filter(({ state }) => state === 'enforced');
  return known.length === 0 ? null : (100 * enforced.length) / known.length;
}

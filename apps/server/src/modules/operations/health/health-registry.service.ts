import type { Clock } from '../../../platform/clock/clock.ts';
import type { HealthCheck, HealthReport } from '../../../platform/module.ts';

/** A check that has not answered by then counts as offline. */
const checkTimeoutMs = 5_000;

export type CheckedComponent = {
  readonly id: string;
  readonly label: string;
  readonly report: HealthReport;
  readonly checkedAt: string;
};

/** Runs every declared check, side by side, and remembers the last outcome of each. */
export function createHealthRegistry(checks: () => readonly HealthCheck[], clock: Clock) {
  let last: readonly CheckedComponent[] = [];

  return {
    get components(): readonly CheckedComponent[] {
      return last;
    },
    get total(): number {
      return checks().length;
    },
    async checkAll(): Promise<readonly CheckedComponent[]> {
      last = await Promise.all(
        checks().map(async (check) => ({
          id: check.id,
          label: check.label,
          report: await outcome(check),
          checkedAt: new Date(clock.nowMs()).toISOString(),
        })),
      );
      return last;
    },
  };
}

export type HealthRegistry = ReturnType<typeof createHealthRegistry>;

async function outcome(check: HealthCheck): Promise<HealthReport> {
  const startedMs = performance.now();
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const expired = new Promise<HealthReport>((resolve) => {
    const late = { state: 'offline' as const, detail: `Sem resposta em ${checkTimeoutMs / 1000} s`, latencyMs: null };
    signal.addEventListener('abort', () => resolve(late), { once: true });
  });
  try {
    const report = await Promise.race([check.check(signal), expired]);
    return {
      ...report,
      latencyMs: report.latencyMs ?? (report.state === 'offline' ? null : performance.now() - startedMs),
    };
  } catch (error) {
    return { state: 'offline', detail: error instanceof Error ? error.message : String(error), latencyMs: null };
  }
}

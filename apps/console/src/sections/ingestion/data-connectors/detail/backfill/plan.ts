const dayMs = 86_400_000;
export const maxWindows = 1_000;

export type Plan = { readonly from: string; readonly to: string; readonly windowDays: number };

/** Instants of a plan in whole UTC days (`to` included), and how many windows it gives; null where it is not one. */
export function windowsOf(plan: Plan): { readonly from: string; readonly to: string; readonly count: number } | null {
  const fromMs = Date.parse(`${plan.from}T00:00:00Z`);
  const toMs = Date.parse(`${plan.to}T00:00:00Z`) + dayMs;
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs) || fromMs >= toMs) return null;
  if (!Number.isInteger(plan.windowDays) || plan.windowDays < 1 || plan.windowDays > 366) return null;
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    count: Math.ceil((toMs - fromMs) / (plan.windowDays * dayMs)),
  };
}

/** The ten whole years before today, in windows of a year: what a climatology asks for. */
export function tenYearsTo(nowMs: number): Plan {
  const day = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  const now = new Date(nowMs);
  const from = Date.UTC(now.getUTCFullYear() - 10, now.getUTCMonth(), now.getUTCDate());
  return { from: day(from), to: day(nowMs - dayMs), windowDays: 366 };
}

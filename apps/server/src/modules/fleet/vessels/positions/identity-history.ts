import { dayMs } from '@kianda/geo';

/** Fields that distinguish one identity from another. Null: not given. */
export type IdentityCore = {
  readonly name: string | null;
  readonly callsign: string | null;
  readonly imo: string | null;
  readonly flag: string | null;
  readonly registration: string | null;
};

/** Identity that a vessel gave over a time without contradicting itself. */
export type IdentityPeriod = IdentityCore & { readonly fromMs: number; readonly toMs: number };

/** A vessel that was silent for longer may have been given away meanwhile: the same name afterwards is a new period. */
const longestSilenceMs = 30 * dayMs;

const coreFields = ['name', 'callsign', 'imo', 'flag', 'registration'] as const;

/** True when no field that both give differs: half of a type 24 message agrees with the other half. */
export function agree(a: IdentityCore, b: IdentityCore): boolean {
  return coreFields.every((field) => a[field] === null || b[field] === null || a[field] === b[field]);
}

/** Fields of both; they agree, so that the order does not matter. */
export function joined(a: IdentityCore, b: IdentityCore): IdentityCore {
  return {
    name: a.name ?? b.name,
    callsign: a.callsign ?? b.callsign,
    imo: a.imo ?? b.imo,
    flag: a.flag ?? b.flag,
    registration: a.registration ?? b.registration,
  };
}

/**
 * Which period of a ship and feed a report belongs to, in whatever order reports come: the nearest that it agrees with,
 * within 30 days of it. Null: it begins a period of its own.
 */
export function periodOf<P extends IdentityPeriod>(
  periods: readonly P[],
  report: IdentityCore & { readonly timeMs: number; readonly untilMs?: number },
): P | null {
  let nearest: { period: P; distanceMs: number } | null = null;
  for (const period of periods) {
    const distanceMs = Math.max(0, period.fromMs - (report.untilMs ?? report.timeMs), report.timeMs - period.toMs);
    if (distanceMs > longestSilenceMs || !agree(period, report)) continue;
    if (nearest === null || distanceMs < nearest.distanceMs) nearest = { period, distanceMs };
  }
  return nearest?.period ?? null;
}

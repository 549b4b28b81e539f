/** A time without checks: the platform was off (`outage`), or it ran and nobody knows (`unknown`). */
export type ObservationGap = { readonly kind: 'outage' | 'unknown'; readonly fromMs: number; readonly toMs: number };

/** Rounds of checks are half a minute apart: four that are missing in a row are a gap. */
export const gapMs = 120_000;
/** Part of a window that may be missing at its beginning: the oldest checks are deleted a little early or late. */
const tolerance = 0.02;

/** Milliseconds of the gaps of a kind between two instants. */
export function overlapMs(
  gaps: readonly ObservationGap[],
  kind: ObservationGap['kind'],
  fromMs: number,
  toMs: number,
): number {
  return gaps
    .filter((gap) => gap.kind === kind)
    .reduce((sum, gap) => sum + Math.max(0, Math.min(gap.toMs, toMs) - Math.max(gap.fromMs, fromMs)), 0);
}

/** The time between two instants by what is known of it, in parts of one that add up to one. */
export function partsOf(gaps: readonly ObservationGap[], fromMs: number, toMs: number) {
  const elapsed = Math.max(1, toMs - fromMs);
  const outage = Math.min(1, overlapMs(gaps, 'outage', fromMs, toMs) / elapsed);
  const unknown = Math.min(1 - outage, overlapMs(gaps, 'unknown', fromMs, toMs) / elapsed);
  return { outage, unknown, observed: 1 - outage - unknown };
}

/**
 * Availability (0–100) over the known time: `upShare` of the checks that passed, less the time that the platform itself
 * was off. What is unknown counts neither way.
 */
export function timeShare(
  upShare: number | null,
  gaps: readonly ObservationGap[],
  span: { readonly fromMs: number; readonly toMs: number },
): number | null {
  if (upShare === null) return null;
  const { outage, observed } = partsOf(gaps, span.fromMs, span.toMs);
  return observed + outage === 0 ? null : (upShare * observed) / (observed + outage);
}

/** Whether checks reach back over a whole window: one longer than the life of the installation has no figure. */
export function coversWindow(firstMs: number | null, nowMs: number, windowMs: number): boolean {
  return firstMs !== null && firstMs <= nowMs - windowMs * (1 - tolerance);
}

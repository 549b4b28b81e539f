/** Moments in ms since 1970, oldest first. */
export type Moments = readonly number[];

const dayMs = 86_400_000;

/** Index of the moment nearest to an instant; −1 for an empty list. */
export function nearestIndex(moments: Moments, instantMs: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  moments.forEach((moment, index) => {
    const away = Math.abs(moment - instantMs);
    if (away < distance) [best, distance] = [index, away];
  });
  return best;
}

/**
 * The moment of another variable that belongs to an instant: of the same UTC day where there is one, since one day's
 * fields carry different hours, else the newest before; null when all are later.
 */
export function matchingMoment(moments: Moments, instantMs: number): number | null {
  const day = Math.floor(instantMs / dayMs);
  const sameDay = moments.filter((moment) => Math.floor(moment / dayMs) === day);
  if (sameDay.length > 0) return sameDay[nearestIndex(sameDay, instantMs)] ?? null;
  return moments.filter((moment) => moment <= instantMs).at(-1) ?? null;
}

/** True when two instants lie on one UTC day. */
export function isSameDay(aMs: number, bMs: number): boolean {
  return Math.floor(aMs / dayMs) === Math.floor(bMs / dayMs);
}

/** Frames to load ahead of a running animation: ten and half as much again as it shows in a second. */
export function bufferAhead(framesPerSecond: number): number {
  return Math.ceil(10 + 1.5 * framesPerSecond);
}

/** Order in which frames are fetched: the present one, those ahead, then the one behind for stepping back. */
export function framesWanted(count: number, index: number, ahead: number): readonly number[] {
  if (count === 0) return [];
  const forward = Array.from({ length: Math.min(ahead, count - 1) }, (_, step) => (index + step + 1) % count);
  const back = (index - 1 + count) % count;
  return [...new Set([index, ...forward.slice(0, 1), back, ...forward.slice(1)])];
}

/** Days between the dates written under a time bar, so that at most `fitting` of them stand there. */
export function labelStepDays(spanMs: number, fitting: number): number {
  const days = spanMs / dayMs;
  return [1, 2, 5, 7, 14, 30, 61, 92, 183, 365].find((step) => days / step <= fitting) ?? 730;
}

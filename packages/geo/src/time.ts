export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** `YYYY-MM-DD` of an epoch time, in UTC. */
export function isoDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Epoch of midnight UTC of a `YYYY-MM-DD` date; throws on anything else, also on 30 February. */
export function parseIsoDate(date: string): number {
  const timeMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(timeMs) || isoDate(timeMs) !== date) {
    throw new RangeError(`date: expected an existing YYYY-MM-DD, received ${JSON.stringify(date)}`);
  }
  return timeMs;
}

/** Midnight UTC of the day that contains the time. */
export function startOfUtcDay(timeMs: number): number {
  return Math.floor(timeMs / dayMs) * dayMs;
}

/** Share of its year that has passed at an instant, [0, 1), in UTC. */
export function yearFraction(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const start = Date.UTC(year, 0, 1);
  return (timeMs - start) / (Date.UTC(year + 1, 0, 1) - start);
}

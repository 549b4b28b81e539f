import { dayMs, hourMs } from '@kianda/geo';

/** Free use, by clock minute, hour and day; every point of a request counts. */
const limits = [
  { name: 'Minutely', spanMs: 60_000, most: 600, again: 'in one minute' },
  { name: 'Hourly', spanMs: hourMs, most: 5_000, again: 'in the next hour' },
  { name: 'Daily', spanMs: dayMs, most: 10_000, again: 'tomorrow' },
] as const;

/** Counts calls; answers the provider's words when one is too many, else null. */
export function createLimiter(): (calls: number, nowMs: number) => string | null {
  const used = limits.map(() => ({ span: -1, calls: 0 }));
  return (calls, nowMs) => {
    for (const [index, { name, spanMs, most, again }] of limits.entries()) {
      const slot = used[index];
      if (slot === undefined) continue;
      const span = Math.floor(nowMs / spanMs);
      if (slot.span !== span) {
        slot.span = span;
        slot.calls = 0;
      }
      if (slot.calls + calls > most) return `${name} API request limit exceeded. Please try again ${again}.`;
    }
    for (const slot of used) slot.calls += calls;
    return null;
  };
}

import { dayMs, hourMs } from '@kianda/geo';

/** Free use, in requests by clock minute, hour and day. */
const limits = [
  { name: 'Minutely', spanMs: 60_000, most: 600, again: 'in one minute' },
  { name: 'Hourly', spanMs: hourMs, most: 5_000, again: 'in the next hour' },
  { name: 'Daily', spanMs: dayMs, most: 10_000, again: 'tomorrow' },
] as const;

/** Counts a request; answers the provider's words when it is one too many, else null. */
export function createLimiter(): (nowMs: number) => string | null {
  const used = limits.map(() => ({ span: -1, requests: 0 }));
  return (nowMs) => {
    for (const [index, { name, spanMs, most, again }] of limits.entries()) {
      const slot = used[index];
      if (slot === undefined) continue;
      const span = Math.floor(nowMs / spanMs);
      if (slot.span !== span) {
        slot.span = span;
        slot.requests = 0;
      }
      if (slot.requests >= most) return `${name} API request limit exceeded. Please try again ${again}.`;
    }
    for (const slot of used) slot.requests += 1;
    return null;
  };
}

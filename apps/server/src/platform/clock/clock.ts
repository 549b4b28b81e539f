/** Source of the present instant. An argument everywhere, so that tests can move it. */
export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

/** ISO 8601 UTC instant of the clock. */
export function nowIso(clock: Clock): string {
  return new Date(clock.nowMs()).toISOString();
}

/** Milliseconds since the epoch. The only thing that moves the simulated world. */
export type Clock = () => number;

/** Clock of the machine. */
export const systemClock: Clock = () => Date.now();

/** A clock that a test or a replay sets. */
export function manualClock(startMs: number): Clock & { set(timeMs: number): void; advance(ms: number): void } {
  let now = startMs;
  return Object.assign(() => now, {
    set: (timeMs: number) => {
      now = timeMs;
    },
    advance: (ms: number) => {
      now += ms;
    },
  });
}

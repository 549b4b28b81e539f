/** Time that a parser has for all its work, counted only while somebody waits for it. */
export type WorkTime = {
  run(): void;
  pause(): void;
  /** How much of it is used up. */
  spentMs(): number;
};

export function createWorkTime(limitMs: number, onEnd: () => void): WorkTime {
  let leftMs = limitMs;
  let sinceMs = 0;
  let timer: NodeJS.Timeout | null = null;
  return {
    run() {
      sinceMs = performance.now();
      timer ??= setTimeout(onEnd, leftMs);
    },
    pause() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      leftMs = Math.max(0, leftMs - (performance.now() - sinceMs));
    },
    spentMs: () => limitMs - leftMs + (timer === null ? 0 : performance.now() - sinceMs),
  };
}

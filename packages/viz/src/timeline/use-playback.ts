import { useEffect, useRef } from 'react';

type Options = {
  readonly playing: boolean;
  readonly framesPerSecond: number;
  /** True when the next frame can be shown at once. */
  readonly isNextReady: () => boolean;
  readonly advance: () => void;
};

/** Calls `advance` at a steady rate while playing: waits for frames that are not ready, rests while the page is hidden. */
export function usePlayback(options: Options): void {
  const { playing, framesPerSecond } = options;
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!playing) return;
    const stepMs = 1000 / framesPerSecond;
    let dueMs = performance.now() + stepMs;
    let frame = requestAnimationFrame(tick);
    // A hidden page gets no animation frames: playback stops with it and goes on where it was.
    function tick(nowMs: number) {
      frame = requestAnimationFrame(tick);
      if (nowMs < dueMs || !latest.current.isNextReady()) return;
      dueMs = Math.max(dueMs + stepMs, nowMs);
      latest.current.advance();
    }
    return () => cancelAnimationFrame(frame);
  }, [playing, framesPerSecond]);
}

import { useClock } from '@kianda/ui';
import { useCallback, useRef } from 'react';

/** The same call, at most once in `everyMs`; calls in between are dropped. */
export function useThrottled(call: () => void, everyMs: number): () => void {
  const clock = useClock();
  const last = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef(call);
  latest.current = call;
  return useCallback(() => {
    const now = clock();
    if (now - last.current < everyMs) return;
    last.current = now;
    latest.current();
  }, [clock, everyMs]);
}

import { useSyncExternalStore } from 'react';

const reducedMotion = '(prefers-reduced-motion: reduce)';

/** True for who asked the system for less motion. */
export function usePrefersStill(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(reducedMotion);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(reducedMotion).matches,
  );
}

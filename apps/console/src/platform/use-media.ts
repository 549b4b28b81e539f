import { useSyncExternalStore } from 'react';

/** Whether a CSS media query holds, kept current. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Below this width the sidebar slides in. */
export const narrowQuery = '(max-width: 1023.98px)';

/** A phone held upright: one column, and only the most important stands unfolded. */
export const phoneQuery = '(max-width: 640px)';

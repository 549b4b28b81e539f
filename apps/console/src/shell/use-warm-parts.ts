import { useEffect } from 'react';

const afterMs = 2_000;

/** Loads the parts that show a lost network and the queued writes: they must open when nothing can be fetched any more. */
const parts = [
  () => import('./notifications-panel.tsx'),
  () => import('../platform/toasts.tsx'),
  () => import('./user-panel.tsx'),
  () => import('./palette/palette.tsx'),
];

/** Fetches parts of the shell that open later, once the page is at rest. */
export function usePrefetchedParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A part that does not arrive now is fetched when it is opened, and only then reported as missing.
      for (const load of parts) load().catch((cause: unknown) => console.warn('kianda: parte por carregar', cause));
    }, afterMs);
    return () => clearTimeout(timer);
  }, []);
}

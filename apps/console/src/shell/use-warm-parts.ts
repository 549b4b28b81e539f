import { useEffect } from 'react';

const afterMs = 2_000;

/** What says that the network is away, and what waits for it: it must open when nothing can be fetched any more. */
const parts = [
  () => import('./notifications-panel.tsx'),
  () => import('../platform/toasts.tsx'),
  () => import('./user-panel.tsx'),
  () => import('./palette.tsx'),
];

/** Fetches parts of the shell that open later, once the page is at rest. */
export function useWarmParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // One that does not arrive now is fetched when it is opened, and then said to be missing.
      for (const load of parts) load().catch((cause: unknown) => console.warn('kianda: parte por carregar', cause));
    }, afterMs);
    return () => clearTimeout(timer);
  }, []);
}

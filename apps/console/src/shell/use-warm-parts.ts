import { useEffect } from 'react';
import { isGoodLine } from '../platform/good-line.ts';

const afterMs = 2_000;
/** On a bad line what the person asks for comes first, and these one after the other. */
const afterBadMs = 30_000;

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
    const isGood = isGoodLine(navigator);
    const loadParts = async () => {
      for (const load of parts) {
        // A part that does not arrive now is fetched when it is opened, and only then reported as missing.
        const loaded = load().catch((cause: unknown) => console.warn('kianda: parte por carregar', cause));
        if (!isGood) await loaded;
      }
    };
    const timer = setTimeout(() => void loadParts(), isGood ? afterMs : afterBadMs);
    return () => clearTimeout(timer);
  }, []);
}

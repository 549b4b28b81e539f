import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isGoodLine } from '../platform/good-line.ts';

const afterMs = 2_000;
/** On a bad line what the person asks for comes first, and these one after the other. */
const afterBadMs = 30_000;

/** Loads the parts that show a lost network and the queued writes: they must open when nothing can be fetched any more. */
const ofShell = [
  () => import('./notifications-panel.tsx'),
  () => import('../platform/toasts.tsx'),
  () => import('./user-panel.tsx'),
  () => import('./palette/palette.tsx'),
];

/** Fetches parts of the shell that open later, once no read of the screen has been under way for a while. */
export function usePrefetchedParts(parts: readonly (() => Promise<unknown>)[] = ofShell): void {
  const isAtRest = useIsFetching() === 0;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isAtRest || hasBegun.current) return undefined;
    const isGood = isGoodLine(window);
    const loadParts = async () => {
      hasBegun.current = true;
      for (const load of parts) {
        // A part that does not arrive now is fetched when it is opened, and only then reported as missing.
        const loaded = load().catch((cause: unknown) => console.warn('kianda: parte por carregar', cause));
        if (!isGood) await loaded;
      }
    };
    const timer = setTimeout(() => void loadParts(), isGood ? afterMs : afterBadMs);
    return () => clearTimeout(timer);
  }, [isAtRest, parts]);
}

import { allows } from '@kianda/contract';
import { createContext, type ReactNode, use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAccount } from '../client/context.tsx';
import { noticeHeight, rememberNoticeHeight } from '../platform/notice-height.ts';
import { narrowQuery, useMedia } from '../platform/use-media.ts';

const HoldContext = createContext<() => () => void>(() => () => undefined);

/** Keeps the space of the notices while what is to be said is not known yet. */
export function useHeldSpace(isPending: boolean): void {
  const hold = use(HoldContext);
  useLayoutEffect(() => (isPending ? hold() : undefined), [hold, isPending]);
}

/** In place of a notice whose code is under way. */
export function HeldSpace(): null {
  useHeldSpace(true);
  return null;
}

/** Heights of the notices on a first visit, px: of the second step's, and of the question for the support contact. */
const firstHeights = { wide: { twoStep: 36, support: 51 }, narrow: { twoStep: 60, support: 130 } } as const;

/**
 * Place of the notices above the page. They come when the page is read already, and would push it down: as much room as
 * they took last time is kept until they are there. Room that proves too much goes with the next section.
 */
export function NoticeSpace({ sectionId, children }: { readonly sectionId: string; readonly children: ReactNode }) {
  const view = useMedia(narrowQuery) ? 'narrow' : 'wide';
  const expected = useExpectedHeight(view);
  const [kept, setKept] = useState({ height: expected, sectionId, view });
  const [holders, setHolders] = useState(0);
  const hold = useCallback(() => {
    setHolders((count) => count + 1);
    return () => setHolders((count) => count - 1);
  }, []);
  const isKnown = holders === 0;
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = inner.current;
    if (element === null || !isKnown) return undefined;
    let before = 0;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      rememberNoticeHeight(window.localStorage, view, height);
      // Put away by the person, who expects the page to move up.
      if (height < before) setKept((last) => ({ ...last, height: 0 }));
      before = height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isKnown, view]);
  const isKept = !isKnown || (kept.sectionId === sectionId && kept.view === view);
  return (
    <HoldContext value={hold}>
      <div style={isKept && kept.height > 0 ? { minHeight: kept.height } : undefined}>
        <div ref={inner}>{children}</div>
      </div>
    </HoldContext>
  );
}

/** Height that was reached last time, or else what the account lets expect. */
function useExpectedHeight(view: keyof typeof firstHeights): number {
  const { role, twoStepDueAt } = useAccount();
  const known = noticeHeight(window.localStorage, view);
  if (known !== null) return known;
  const { twoStep, support } = firstHeights[view];
  return (twoStepDueAt === null ? 0 : twoStep) + (allows('config:write', role) ? support : 0);
}

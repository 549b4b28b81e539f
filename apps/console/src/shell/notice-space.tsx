import { createContext, type ReactNode, use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Notice, noticeHeight, rememberNoticeHeight } from '../platform/notice-height.ts';
import { useMedia } from '../platform/use-media.ts';
import styles from './notice-space.module.css';

const HoldContext = createContext<() => () => void>(() => () => undefined);

/** Keeps the room of a notice while what it has to say is not known yet. */
export function useHeldSpace(isPending: boolean): void {
  const hold = use(HoldContext);
  useLayoutEffect(() => (isPending ? hold() : undefined), [hold, isPending]);
}

/** In place of a notice whose code is under way. */
export function HeldSpace(): null {
  useHeldSpace(true);
  return null;
}

/** As in the style sheet of the notices: below it their buttons stand under the words. */
const wrapQuery = '(max-width: 720px)';

/** Heights of the notices on a first visit, px. */
const firstHeights: Readonly<Record<Notice, { readonly wide: number; readonly narrow: number }>> = {
  maintenance: { wide: 0, narrow: 0 },
  'two-step': { wide: 51, narrow: 97 },
  support: { wide: 51, narrow: 117 },
};

type Props = {
  readonly notice: Notice;
  readonly sectionId: string;
  /** Whether the account lets expect it, before anything was asked. */
  readonly isExpected: boolean;
  readonly children: ReactNode;
};

/**
 * Place of a notice above the page. It comes when the page is read already, and would push it down: as much room as it took
 * last time is kept until it is there. Room that proves too much goes with the next section.
 */
export function NoticeSpace({ notice, sectionId, isExpected, children }: Props) {
  const view = useMedia(wrapQuery) ? 'narrow' : 'wide';
  const [kept, setKept] = useState(() => {
    const first = isExpected ? firstHeights[notice][view] : 0;
    return { height: noticeHeight(window.localStorage, notice, view) ?? first, sectionId, view };
  });
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
    const look = () => {
      const height = element.firstElementChild?.scrollHeight ?? 0;
      rememberNoticeHeight(window.localStorage, { notice, view, height });
      // Put away by the person, who expects the page to move up.
      if (height === 0 && before > 0) setKept((last) => ({ ...last, height: 0 }));
      before = height;
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    // A notice that is put away changes no size, as its room is kept: only the change of content tells of it.
    const contents = new MutationObserver(look);
    contents.observe(element, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, [isKnown, notice, view]);
  const isKept = !isKnown || (kept.sectionId === sectionId && kept.view === view);
  return (
    <HoldContext value={hold}>
      <div
        ref={inner}
        className={styles.space}
        style={isKept && kept.height > 0 ? { minHeight: kept.height } : undefined}
      >
        {children}
      </div>
    </HoldContext>
  );
}

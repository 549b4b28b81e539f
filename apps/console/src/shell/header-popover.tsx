import { cx, SkeletonLines } from '@kianda/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './header.module.css';
import { LazyBoundary } from './lazy-boundary.tsx';
import { shellTexts } from './texts.pt.ts';

type Props = {
  readonly label: string;
  readonly icon: ReactNode;
  /** Number on the button, for what needs a person; 0 for none. */
  readonly count?: number;
  readonly width: number;
  readonly className?: string | undefined;
  /** Drawn only while open, so that its code may load then. `close` puts the focus back on the button. */
  readonly children: (close: () => void) => ReactNode;
};

/**
 * A button of the header with a panel below it. The browser's own popover closes on Escape and on a click elsewhere and
 * gives the focus back, without any script of ours in the first load.
 */
export function HeaderPopover({ label, icon, count = 0, width, className, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    const onToggle = (event: Event) => {
      const opened = (event as ToggleEvent).newState === 'open';
      setOpen(opened);
      const anchor = button.current?.getBoundingClientRect();
      if (!opened || anchor === undefined) return;
      const room = document.documentElement.clientWidth;
      element.style.right = `${Math.max(8, Math.min(room - anchor.right, room - width - 8))}px`;
    };
    element.addEventListener('beforetoggle', onToggle);
    return () => element.removeEventListener('beforetoggle', onToggle);
  }, [width]);

  const close = () => panel.current?.hidePopover();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(styles.tool, className)}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
      >
        {icon}
        {count > 0 ? (
          // Drawn by the style sheet: the button's name says the whole number, and «9+» is no part of it.
          <span className={styles.count} aria-hidden="true" data-count={count > 9 ? '9+' : count} />
        ) : null}
      </button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.popover}
        style={{ width }}
        role="dialog"
        aria-label={label}
      >
        {isOpen ? (
          <LazyBoundary onClose={close} waiting={<Waiting />}>
            {children(close)}
          </LazyBoundary>
        ) : null}
      </div>
    </>
  );
}

/** An empty box would look like nothing to show: it says that it loads. */
function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label={shellTexts.loadingPart}>
      <SkeletonLines lines={4} />
    </div>
  );
}

import { formatNumber } from '@kianda/format';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { named } from '../named.ts';
import { uiTexts } from '../texts.pt.ts';
import styles from './more.module.css';

const texts = uiTexts.more;

type Props = {
  /** Names what is folded, in the button. */
  readonly of: string;
  /** How many things are folded, where they are counted. */
  readonly count?: number;
  readonly children: ReactNode;
};

/** The less important rest of a page, folded behind a button: the browser's search opens it, and paper shows it whole. */
export function More({ of, count, children }: Props) {
  const id = useId();
  const rest = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = rest.current;
    const reveal = () => setOpen(true);
    element?.addEventListener('beforematch', reveal);
    return () => element?.removeEventListener('beforematch', reveal);
  }, []);
  // React writes `hidden` as a plain switch, and what is hidden so is lost to the search of the browser.
  useLayoutEffect(() => {
    if (isOpen) rest.current?.removeAttribute('hidden');
    else rest.current?.setAttribute('hidden', 'until-found');
  }, [isOpen]);
  const words = isOpen ? texts.less : texts.more(count === undefined ? null : formatNumber(count, { maxDecimals: 0 }));
  return (
    <div className={styles.more}>
      <div ref={rest} id={id} className={styles.rest}>
        {children}
      </div>
      <div className="k-no-print">
        <Button
          variant="default"
          size="compact-md"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={named(words, of)}
          onClick={() => setOpen(!isOpen)}
        >
          {words}
        </Button>
      </div>
    </div>
  );
}

type FirstProps<T> = {
  readonly items: readonly T[];
  /** How many are shown before the button. */
  readonly first: number;
  readonly of: string;
  /** Draws some of the items; twice where there are more than the first. */
  readonly children: (items: readonly T[]) => ReactNode;
};

/** The first of a list, and the rest behind «Ver mais». A rest of one is shown at once: the button would take its room. */
export function FirstOf<T>({ items, first, of, children }: FirstProps<T>) {
  if (items.length <= first + 1) return children(items);
  return (
    <div className={styles.parts}>
      {children(items.slice(0, first))}
      <More of={of} count={items.length - first}>
        {children(items.slice(first))}
      </More>
    </div>
  );
}

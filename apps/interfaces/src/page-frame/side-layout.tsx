import { type ReactNode, useState } from 'react';
import styles from './page-frame.module.css';
import { frameTexts as texts } from './texts.pt.ts';

type Props = {
  /** Name of the side; 'Filtros' unless given. */
  readonly label?: string;
  readonly side: ReactNode;
  readonly children: ReactNode;
};

/** Filters beside the content, which a narrow page folds behind a button above it. */
export function SideLayout({ label = texts.filters, side, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.sides}>
      <button
        type="button"
        className={`${styles.fold} k-no-print`}
        aria-expanded={isOpen}
        aria-controls="page-side"
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      <section id="page-side" className={styles.side} data-open={isOpen} aria-label={label}>
        {side}
      </section>
      <div className={styles.blocks}>{children}</div>
    </div>
  );
}

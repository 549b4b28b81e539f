import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './layout.module.css';

type HeaderProps = {
  /** Purpose of the page in a sentence. */
  readonly description?: ReactNode;
  /** Badge or status next to the description. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
};

/** First row of a page. The title, its only h1, is drawn by the shell from the section's entry. */
export function PageHeader({ description, mark, actions }: HeaderProps) {
  return (
    <div className={styles.pageHeader}>
      <div className={styles.pageTitles}>
        {description === undefined ? null : <p className={styles.pageDescription}>{description}</p>}
        {mark}
      </div>
      {actions === undefined ? null : <div className={cx(styles.pageActions, 'k-no-print')}>{actions}</div>}
    </div>
  );
}

/** Blocks of a page, one below the other. */
export function PageStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Wider ones hold more than a figure: a phone shows them one below the other. */
const widestInPairs = 240;

/** Tiles in rows, as many as fit; `minWidth` in pixels. Those of one figure stand two in a row on a phone. */
export function TileGrid({ children, minWidth = 220 }: { readonly children: ReactNode; readonly minWidth?: number }) {
  return (
    <div
      className={cx(styles.grid, minWidth <= widestInPairs && styles.pairs)}
      style={{ '--tile-min': `${minWidth}px` } as CSSProperties}
    >
      {children}
    </div>
  );
}

/** Panels in rows, as many as fit; `minWidth` in pixels. */
export function PanelGrid({ children, minWidth = 340 }: { readonly children: ReactNode; readonly minWidth?: number }) {
  return <TileGrid minWidth={minWidth}>{children}</TileGrid>;
}

type FactProps = { readonly items: readonly (readonly [label: string, value: ReactNode])[] };

/** Labels and values, aligned. */
export function FactList({ items }: FactProps) {
  return (
    <dl className={styles.facts}>
      {items.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

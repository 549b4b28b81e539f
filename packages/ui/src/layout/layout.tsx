import type { ReactNode } from 'react';
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

/** Tiles in rows, as many as fit; `minWidth` in pixels. */
export function TileGrid({ children, minWidth = 220 }: { readonly children: ReactNode; readonly minWidth?: number }) {
  return (
    <div
      className={styles.grid}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))` }}
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

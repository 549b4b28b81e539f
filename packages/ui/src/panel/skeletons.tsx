import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { uiTexts } from '../texts.pt.ts';
import styles from './panel.module.css';

/** One breathing bar; width in CSS units, height in pixels. */
export function SkeletonBar({ width = '100%', height = 12 }: { readonly width?: string; readonly height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}

const widths = ['92%', '78%', '86%', '64%', '88%', '72%'];

function keys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `skeleton-${index}`);
}

/** Bars in the place of what is on its way. What is said of them stands outside: readers are silent about what is busy. */
function Waiting({ className, children }: { readonly className: string | undefined; readonly children: ReactNode }) {
  return (
    <>
      <span className="k-visually-hidden" role="status">
        {uiTexts.panel.loading}
      </span>
      <div className={className} aria-busy="true">
        {children}
      </div>
    </>
  );
}

export function SkeletonLines({ lines }: { readonly lines: number }) {
  return (
    <Waiting className={styles.lines}>
      {keys(lines).map((key, index) => (
        <SkeletonBar key={key} width={widths[index % widths.length] ?? '80%'} />
      ))}
    </Waiting>
  );
}

/** Geometry of a page of cards before its data: six by default. */
export function SkeletonCards({ count = 6 }: { readonly count?: number }) {
  return (
    <Waiting className={cx(styles.grid, styles.cards)}>
      {keys(count).map((key) => (
        <div key={key} className={cx(styles.card, styles.cardTall)}>
          <SkeletonBar width="55%" height={14} />
          <SkeletonBar width="90%" />
          <SkeletonBar width="76%" />
          <SkeletonBar width="82%" />
        </div>
      ))}
    </Waiting>
  );
}

/** Geometry of a page of tiles before its data: eight by default. */
export function SkeletonTiles({ count = 8 }: { readonly count?: number }) {
  return (
    <Waiting className={cx(styles.grid, styles.tiles)}>
      {keys(count).map((key) => (
        <div key={key} className={cx(styles.card, styles.cardTile)}>
          <SkeletonBar width="50%" />
          <SkeletonBar width="64%" height={26} />
          <SkeletonBar width="40%" />
        </div>
      ))}
    </Waiting>
  );
}

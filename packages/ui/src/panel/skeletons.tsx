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

function Waiting() {
  return (
    <span className="k-visually-hidden" role="status">
      {uiTexts.panel.loading}
    </span>
  );
}

export function SkeletonLines({ lines }: { readonly lines: number }) {
  return (
    <div className={styles.lines}>
      <Waiting />
      {keys(lines).map((key, index) => (
        <SkeletonBar key={key} width={widths[index % widths.length] ?? '80%'} />
      ))}
    </div>
  );
}

/** Geometry of a page of cards before its data: six by default. */
export function SkeletonCards({ count = 6 }: { readonly count?: number }) {
  return (
    <div className={cx(styles.grid, styles.cards)}>
      <Waiting />
      {keys(count).map((key) => (
        <div key={key} className={cx(styles.card, styles.cardTall)}>
          <SkeletonBar width="55%" height={14} />
          <SkeletonBar width="90%" />
          <SkeletonBar width="76%" />
          <SkeletonBar width="82%" />
        </div>
      ))}
    </div>
  );
}

/** Geometry of a page of tiles before its data: eight by default. */
export function SkeletonTiles({ count = 8 }: { readonly count?: number }) {
  return (
    <div className={cx(styles.grid, styles.tiles)}>
      <Waiting />
      {keys(count).map((key) => (
        <div key={key} className={cx(styles.card, styles.cardTile)}>
          <SkeletonBar width="50%" />
          <SkeletonBar width="64%" height={26} />
          <SkeletonBar width="40%" />
        </div>
      ))}
    </div>
  );
}

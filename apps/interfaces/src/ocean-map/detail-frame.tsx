import { SkeletonLines } from '@kianda/ui';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import styles from './detail-panel.module.css';
import { detailTexts as texts } from './part-texts.pt.ts';
import type { ChangeView } from './use-view.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

type FrameProps = {
  readonly kind: string;
  readonly title: string;
  readonly badge: ReactNode;
  readonly change: ChangeView;
  readonly children: ReactNode;
};

/** Panel of one place, with its kind, its title and a button that closes it. */
export function DetailFrame({ kind, title, badge, change, children }: FrameProps) {
  return (
    <section className={styles.panel} aria-label={`${kind}: ${title}`}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <p className={styles.kind}>{kind}</p>
          <h2 className={styles.title}>{title}</h2>
        </div>
        {badge}
        <button
          type="button"
          className={styles.close}
          onClick={() => change({ pick: null })}
          aria-label={texts.close}
          title={texts.close}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8M12 4l-8 8" />
          </svg>
        </button>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Heading of a chart, with the choice of its variable. */
export function SeriesHead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.seriesHead}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Chart of one variable's history, loaded when it is first needed. */
export function SeriesChart(props: Omit<ComponentProps<typeof TimeSeries>, 'height' | 'format'>) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <TimeSeries {...props} height={190} format={{ maxDecimals: 2 }} />
    </Suspense>
  );
}

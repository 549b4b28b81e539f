import { SkeletonBar } from '@kianda/ui';
import { type ComponentProps, lazy, Suspense } from 'react';

const Chart = lazy(() =>
  import('@kianda/viz/charts/figure/figure-chart.tsx').then((module) => ({ default: module.FigureChart })),
);

/** The chart of marks, loaded when the first one is shown. */
export function FigureChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense fallback={<SkeletonBar height={(props.height ?? 260) + 30} />}>
      <Chart {...props} />
    </Suspense>
  );
}

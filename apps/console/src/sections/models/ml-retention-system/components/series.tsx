import { SkeletonBar, usePreferences } from '@kianda/ui';
import { type ComponentProps, lazy, Suspense } from 'react';

const Chart = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

/** A chart over time in the reader's zone, loaded when the first one is shown. */
export function Series(props: Omit<ComponentProps<typeof Chart>, 'timeZone' | 'source'>) {
  const { timeZone } = usePreferences();
  return (
    <Suspense fallback={<SkeletonBar height={(props.height ?? 200) + 30} />}>
      <Chart {...props} timeZone={timeZone} source="Kianda" />
    </Suspense>
  );
}

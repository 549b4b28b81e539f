import { EmptyState, Panel, SkeletonBar, usePreferences } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { absenceReason } from '../../../../shared/absence.ts';
import { useSeries } from '../api/use-zee.ts';
import { chartTexts as texts } from './texts.pt.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

const height = 220;
const skeleton = <SkeletonBar height={height + 36} />;

function sourceOf(provenance: { readonly state: string; readonly source?: string }): string {
  return provenance.source ?? 'Kianda';
}

function NoSeries({ series }: { readonly series: ReturnType<typeof useSeries> }) {
  return <EmptyState title={texts.empty}>{absenceReason(series.sourced) ?? texts.emptyText}</EmptyState>;
}

/** Mean surface temperature of the ZEE by day, within the span from its coldest to its warmest cell. */
export function TemperatureChart({ days }: { readonly days: number }) {
  const { timeZone } = usePreferences();
  const series = useSeries('analysedSst', days);
  const { title, axis, description, line, band } = texts.temperature;
  return (
    <Panel
      id="serie-temperatura"
      title={title}
      description={description}
      source={series}
      skeleton={skeleton}
      isEmpty={({ points }) => points.length === 0}
      empty={<NoSeries series={series} />}
    >
      {({ points, unit }, provenance) => (
        <Suspense fallback={skeleton}>
          <TimeSeries
            title={axis}
            unit={unit}
            height={height}
            timeZone={timeZone}
            source={sourceOf(provenance)}
            lines={[{ label: line, points: points.map(({ time, mean }) => ({ time, value: mean })) }]}
            band={{ label: band, points: points.map(({ time, min, max }) => ({ time, low: min, high: max })) }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** Median and mean chlorophyll by day. Its maximum is a few coastal cells: a band to it would hide the median. */
export function ChlorophyllChart({ days }: { readonly days: number }) {
  const { timeZone } = usePreferences();
  const series = useSeries('chlorophyll', days);
  const { title, axis, description, line, mean: meanLabel } = texts.chlorophyll;
  return (
    <Panel
      id="serie-clorofila"
      title={title}
      description={description}
      source={series}
      skeleton={skeleton}
      isEmpty={({ points }) => points.length === 0}
      empty={<NoSeries series={series} />}
    >
      {({ points, unit }, provenance) => (
        <Suspense fallback={skeleton}>
          <TimeSeries
            title={axis}
            unit={unit}
            height={height}
            format={{ decimals: 2 }}
            timeZone={timeZone}
            source={sourceOf(provenance)}
            lines={[
              { label: line, points: points.map(({ time, median }) => ({ time, value: median })) },
              { label: meanLabel, points: points.map(({ time, mean }) => ({ time, value: mean })) },
            ]}
          />
        </Suspense>
      )}
    </Panel>
  );
}

import type { DataOf } from '@kianda/contract';
import { temporalPoint } from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatCoordinates, formatCount, formatDate, formatNumber, formatQuantity } from '@kianda/format';
import { EmptyState, PanelFailure, SkeletonBar, usePreferences } from '@kianda/ui';
import { lazy, Suspense, useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { periodQuery } from '../period-query.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './analysis.module.css';
import { PlaceForm } from './place-form.tsx';

const texts = temporalTexts.analysis;
const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

type Answer = DataOf<typeof temporalPoint>;

/** The series at a place, beside what is usual there. */
export function SeriesTab({ view }: { readonly view: View }) {
  const { lon, lat } = view.search;
  return (
    <>
      <PlaceForm key={`form ${lon} ${lat}`} view={view} />
      {lon === undefined || lat === undefined ? (
        <EmptyState title={texts.noPlace} />
      ) : (
        <Series key={`${lon} ${lat}`} view={view} lon={lon} lat={lat} />
      )}
    </>
  );
}

type Props = { readonly view: View; readonly lon: number; readonly lat: number };

function Series({ view: { search }, lon, lat }: Props) {
  const { variable } = search;
  const source = useEndpoint(
    temporalPoint,
    { params: { variable }, query: { lon, lat, ...periodQuery(search) } },
    { refetchSeconds: 600, timeoutSeconds: 60 },
  );
  const { timeZone, coordinates } = usePreferences();
  const answer = source.sourced?.value;
  const chart = useMemo(() => (answer === undefined ? null : chartOf(answer)), [answer]);
  if (answer === undefined || chart === null) {
    if (source.error !== null) return <PanelFailure error={source.error} onRetry={source.refresh} />;
    return <SkeletonBar height={260} />;
  }
  if (answer.cell === null) return <EmptyState title={texts.outside} />;
  const { name } = describeTemporal(variable);
  const { provenance } = source.sourced ?? {};
  return (
    <div className={styles.stack}>
      <p className={styles.note}>
        {texts.series(name, formatCoordinates([answer.cell.lon, answer.cell.lat], coordinates))}
      </p>
      <Suspense fallback={<SkeletonBar height={260} />}>
        <TimeSeries
          title={name}
          unit={answer.units}
          lines={chart.lines}
          band={chart.band}
          timeZone={timeZone}
          source={provenance === undefined || provenance.state === 'fallback' ? '' : provenance.source}
          format={{ maxDecimals: 2 }}
        />
      </Suspense>
      <ClimatologyNote {...answer.climatology} />
      <Heatwaves {...answer.heatwaves} />
      <Upwelling {...answer.upwelling} />
    </div>
  );
}

/** Values, mean and band as the chart draws them. */
export function chartOf({ points, climatology }: Pick<Answer, 'points' | 'climatology'>) {
  const value = { label: texts.value, points };
  if (climatology.points.length === 0) return { lines: [value], band: undefined };
  const mean = { label: texts.mean, points: climatology.points.map(({ time, mean }) => ({ time, value: mean })) };
  const band = {
    label: texts.band,
    points: climatology.points.map(({ time, p10, p90 }) => ({ time, low: p10, high: p90 })),
  };
  return { lines: [value, mean], band };
}

function ClimatologyNote({ years, short, reason }: Answer['climatology']) {
  const text = reason ?? texts.years(formatCount(years, texts.year, texts.yearsUnit));
  return (
    <p className={styles.note}>
      {text}
      {reason === null && short ? <span className={styles.flag}>{texts.short}</span> : null}
    </p>
  );
}

function Heatwaves({ events, reason }: Answer['heatwaves']) {
  const { timeZone } = usePreferences();
  return (
    <section className={styles.flags} aria-label={texts.heatwaves}>
      <h3>{texts.heatwaves}</h3>
      {reason === null ? null : <p className={styles.note}>{reason}</p>}
      {events.length === 0 && reason === null ? <p className={styles.note}>{texts.noHeatwaves}</p> : null}
      <ul>
        {events.map(({ start, end, category, intensityMax, basis }) => (
          <li key={`${basis}${start}`}>
            {texts.heatwave(
              category,
              formatDate(start, timeZone),
              formatDate(end, timeZone),
              formatQuantity(intensityMax, '°C', { maxDecimals: 1 }),
            )}
            <span className={styles.flag}>{texts.basis[basis]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Upwelling({ latitude, days, reason }: Answer['upwelling']) {
  const active = days.filter((day) => day.active === true).length;
  return (
    <section className={styles.flags} aria-label={texts.upwelling}>
      <h3>{texts.upwelling}</h3>
      <p className={styles.note}>
        {reason ??
          texts.upwellingNow(
            formatNumber(active),
            formatNumber(days.length),
            `${formatNumber(Math.abs(latitude ?? 0))}° S`,
          )}
      </p>
    </section>
  );
}

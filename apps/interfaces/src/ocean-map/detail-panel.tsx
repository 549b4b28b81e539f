import {
  type FieldVariable,
  fieldVariables,
  listStations,
  pointSeries,
  type StationVariable,
  stationSeries,
  stationVariables,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatDate, formatInstant, formatQuantity } from '@kianda/format';
import { EmptyState, PanelFailure, ProvenanceBadge, SkeletonLines, usePreferences } from '@kianda/ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import styles from './detail-panel.module.css';
import { detailTexts as texts } from './texts.pt.ts';
import type { ChangeView } from './use-view.ts';
import type { Pick } from './view-state.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

/** One line of "what is here": a zone, an area, a port. */
export type Hit = { readonly key: string; readonly title: string; readonly detail: string };

type Props = {
  readonly pick: Pick;
  readonly series: FieldVariable;
  readonly hits: readonly Hit[];
  readonly change: ChangeView;
};

/** Values and history of a picked place or station. */
export function DetailPanel({ pick, series, hits, change }: Props) {
  return pick.kind === 'point' ? (
    <PointDetail position={pick.position} series={series} hits={hits} change={change} />
  ) : (
    <StationDetail id={pick.id} change={change} />
  );
}

type FrameProps = {
  readonly kind: string;
  readonly title: string;
  readonly badge: ReactNode;
  readonly change: ChangeView;
  readonly children: ReactNode;
};

function DetailFrame({ kind, title, badge, change, children }: FrameProps) {
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

type PointProps = {
  readonly position: readonly [number, number];
  readonly series: FieldVariable;
  readonly hits: readonly Hit[];
  readonly change: ChangeView;
};

const pointVariables = Object.keys(fieldVariables) as FieldVariable[];

function PointDetail({ position, series, hits, change }: PointProps) {
  const { coordinates, timeZone } = usePreferences();
  const [lon, lat] = position;
  const source = useRead(pointSeries, { query: { lon, lat, variable: series, days: 30 } });
  const { sourced, error } = source;
  const point = sourced?.value;
  return (
    <DetailFrame
      kind={texts.point}
      title={formatCoordinates(position, coordinates)}
      badge={sourced === undefined ? null : <ProvenanceBadge provenance={sourced.provenance} />}
      change={change}
    >
      {hits.length === 0 ? null : (
        <ul className={styles.hits} aria-label={texts.here}>
          {hits.map((hit) => (
            <li key={hit.key}>
              <strong>{hit.title}</strong> <span>{hit.detail}</span>
            </li>
          ))}
        </ul>
      )}
      {point === undefined && error !== null ? <PanelFailure error={error} onRetry={source.refresh} /> : null}
      {point === undefined && error === null ? <SkeletonLines lines={9} /> : null}
      {point === undefined ? null : (
        <>
          <p className={styles.zone}>{point.insideZee ? texts.insideZee : texts.outsideZee}</p>
          <table className={styles.values}>
            <caption className="k-visually-hidden">{texts.values}</caption>
            <thead className="k-visually-hidden">
              <tr>
                <th scope="col">{texts.variable}</th>
                <th scope="col">{texts.value}</th>
                <th scope="col">{texts.date}</th>
              </tr>
            </thead>
            <tbody>
              {point.values.map(({ variable, value, unit, time }) => (
                <tr key={variable}>
                  <th scope="row">{fieldVariables[variable].label}</th>
                  <td title={value === null ? texts.missing : undefined}>
                    {formatQuantity(value, unit, { maxDecimals: 2 })}
                  </td>
                  <td className={styles.when}>{formatDate(time, timeZone)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <SeriesHead title={texts.series}>
            <select
              className={styles.select}
              aria-label={texts.seriesVariable}
              value={series}
              onChange={(event) => change({ series: event.currentTarget.value as FieldVariable })}
            >
              {pointVariables.map((variable) => (
                <option key={variable} value={variable}>
                  {fieldVariables[variable].label}
                </option>
              ))}
            </select>
          </SeriesHead>
          {point.series.points.some(({ value }) => value !== null) ? (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <TimeSeries
                title={fieldVariables[point.series.variable].label}
                unit={point.series.unit}
                lines={[{ label: fieldVariables[point.series.variable].label, points: point.series.points }]}
                timeZone={timeZone}
                source={sourced?.provenance.state === 'fallback' ? '' : (sourced?.provenance.source ?? '')}
                height={190}
                format={{ maxDecimals: 2 }}
              />
            </Suspense>
          ) : (
            <EmptyState title={texts.noSeries} />
          )}
        </>
      )}
    </DetailFrame>
  );
}

function SeriesHead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.seriesHead}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function StationDetail({ id, change }: { readonly id: string; readonly change: ChangeView }) {
  const { coordinates, timeZone } = usePreferences();
  const [variable, setVariable] = useState<StationVariable>('waveHeight');
  const list = useRead(listStations, {});
  const history = useRead(stationSeries, { params: { id }, query: { variable, hours: 168 } });
  const station = list.sourced?.value.stations.find((candidate) => candidate.id === id);
  const offered = station === undefined ? [] : station.latest.map((observation) => observation.variable);
  const missing = list.sourced !== undefined && station === undefined;
  return (
    <DetailFrame
      kind={texts.station}
      title={station?.name ?? (missing ? texts.stationMissing : '…')}
      badge={list.sourced === undefined ? null : <ProvenanceBadge provenance={list.sourced.provenance} />}
      change={change}
    >
      {list.sourced === undefined && list.error !== null ? (
        <PanelFailure error={list.error} onRetry={list.refresh} />
      ) : null}
      {station === undefined ? (
        list.error === null && !missing ? (
          <SkeletonLines lines={8} />
        ) : null
      ) : (
        <>
          <p className={styles.zone}>
            {texts.kinds[station.kind]} · {formatCoordinates([station.lon, station.lat], coordinates)}
            {station.depthMeters === null ? null : <> · {texts.depth(formatQuantity(station.depthMeters, 'm'))}</>}
          </p>
          {station.latest.length === 0 ? (
            <EmptyState title={texts.noLatest} />
          ) : (
            <>
              <table className={styles.values}>
                <caption className="k-visually-hidden">{texts.latest}</caption>
                <tbody>
                  {station.latest.map((observation) => (
                    <tr key={observation.variable}>
                      <th scope="row">{stationVariables[observation.variable].label}</th>
                      <td>{formatQuantity(observation.value, observation.unit, { maxDecimals: 2 })}</td>
                      <td className={styles.when}>{formatInstant(observation.time, timeZone).replace(/ \(.*/, '')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <SeriesHead title={texts.stationSeries}>
                <select
                  className={styles.select}
                  aria-label={texts.seriesVariable}
                  value={variable}
                  onChange={(event) => setVariable(event.currentTarget.value as StationVariable)}
                >
                  {offered.map((name) => (
                    <option key={name} value={name}>
                      {stationVariables[name].label}
                    </option>
                  ))}
                </select>
              </SeriesHead>
              {history.sourced === undefined ? (
                history.error === null ? (
                  <SkeletonLines lines={6} />
                ) : (
                  <PanelFailure error={history.error} onRetry={history.refresh} />
                )
              ) : (
                <Suspense fallback={<SkeletonLines lines={6} />}>
                  <TimeSeries
                    title={stationVariables[variable].label}
                    unit={history.sourced.value.unit}
                    lines={[{ label: stationVariables[variable].label, points: history.sourced.value.points }]}
                    timeZone={timeZone}
                    source={history.sourced.provenance.state === 'fallback' ? '' : history.sourced.provenance.source}
                    height={190}
                    format={{ maxDecimals: 2 }}
                  />
                </Suspense>
              )}
            </>
          )}
        </>
      )}
    </DetailFrame>
  );
}

import type { DataOf, Sourced } from '@kianda/contract';
import { type FieldVariable, fieldVariables, pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatDate, formatQuantity } from '@kianda/format';
import { EmptyState, PanelFailure, ProvenanceBadge, SkeletonLines, usePreferences } from '@kianda/ui';
import { useRead } from '../client/use-read.ts';
import { DetailFrame, SeriesChart, SeriesHead } from './detail-frame.tsx';
import styles from './detail-panel.module.css';
import { detailTexts as texts } from './part-texts.pt.ts';
import type { ChangeView } from './use-view.ts';

/** A zone, an area or a port at the picked place. */
export type Hit = { readonly key: string; readonly title: string; readonly detail: string };

type Props = {
  readonly position: readonly [number, number];
  readonly series: FieldVariable;
  readonly hits: readonly Hit[];
  readonly change: ChangeView;
};
type PointData = DataOf<typeof pointSeries>;

const pointVariables = Object.keys(fieldVariables) as FieldVariable[];

/** Values and history of the fields at a position. */
export function PointDetail({ position, series, hits, change }: Props) {
  const { coordinates } = usePreferences();
  const [lon, lat] = position;
  const source = useRead(pointSeries, { query: { lon, lat, variable: series, days: 30 } });
  const { sourced, error } = source;
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
      {sourced === undefined && error !== null ? <PanelFailure error={error} onRetry={source.refresh} /> : null}
      {sourced === undefined && error === null ? <SkeletonLines lines={9} /> : null}
      {sourced === undefined ? null : (
        <>
          <PointValues point={sourced.value} />
          <PointHistory sourced={sourced} series={series} change={change} />
        </>
      )}
    </DetailFrame>
  );
}

function PointValues({ point }: { readonly point: PointData }) {
  const { timeZone } = usePreferences();
  return (
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
    </>
  );
}

type HistoryProps = Pick<Props, 'series' | 'change'> & { readonly sourced: Sourced<PointData> };

function PointHistory({ sourced: { value: point, provenance }, series, change }: HistoryProps) {
  const { timeZone } = usePreferences();
  const { label } = fieldVariables[point.series.variable];
  return (
    <>
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
        <SeriesChart
          title={label}
          unit={point.series.unit}
          lines={[{ label, points: point.series.points }]}
          timeZone={timeZone}
          source={provenance.state === 'fallback' ? '' : provenance.source}
        />
      ) : (
        <EmptyState title={texts.noSeries} />
      )}
    </>
  );
}

import type { DataOf } from '@kianda/contract';
import {
  listStations,
  type StationVariable,
  stationSeries,
  stationVariables,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatInstant, formatQuantity } from '@kianda/format';
import { EmptyState, PanelFailure, ProvenanceBadge, SkeletonLines, usePreferences } from '@kianda/ui';
import { useState } from 'react';
import { type ReadSource, useRead } from '../client/use-read.ts';
import { DetailFrame, SeriesChart, SeriesHead } from './detail-frame.tsx';
import styles from './detail-panel.module.css';
import { detailTexts as texts } from './part-texts.pt.ts';
import type { ChangeView } from './use-view.ts';

type Station = DataOf<typeof listStations>['stations'][number];

/** Latest readings and history of a station. */
export function StationDetail({ id, change }: { readonly id: string; readonly change: ChangeView }) {
  const { coordinates } = usePreferences();
  const [variable, setVariable] = useState<StationVariable>('waveHeight');
  const list = useRead(listStations, {});
  const history = useRead(stationSeries, { params: { id }, query: { variable, hours: 168 } });
  const station = list.sourced?.value.stations.find((candidate) => candidate.id === id);
  const isMissing = list.sourced !== undefined && station === undefined;
  return (
    <DetailFrame
      kind={texts.station}
      title={station?.name ?? (isMissing ? texts.stationMissing : '…')}
      badge={list.sourced === undefined ? null : <ProvenanceBadge provenance={list.sourced.provenance} />}
      change={change}
    >
      {list.sourced === undefined && list.error !== null ? (
        <PanelFailure error={list.error} onRetry={list.refresh} />
      ) : null}
      {station === undefined && list.error === null && !isMissing ? <SkeletonLines lines={8} /> : null}
      {station === undefined ? null : (
        <>
          <p className={styles.zone}>
            {texts.kinds[station.kind]} · {formatCoordinates([station.lon, station.lat], coordinates)}
            {station.depthMeters === null ? null : <> · {texts.depth(formatQuantity(station.depthMeters, 'm'))}</>}
          </p>
          {station.latest.length === 0 ? (
            <EmptyState title={texts.noLatest} />
          ) : (
            <>
              <StationReadings station={station} />
              <StationHistory station={station} variable={variable} history={history} onVariable={setVariable} />
            </>
          )}
        </>
      )}
    </DetailFrame>
  );
}

function StationReadings({ station }: { readonly station: Station }) {
  const { timeZone } = usePreferences();
  return (
    <table className={styles.values}>
      <caption className="k-visually-hidden">{texts.latest}</caption>
      <tbody>
        {station.latest.map((observation) => (
          <tr key={observation.variable}>
            <th scope="row">
              {stationVariables[observation.variable].label}
              {observation.basis === 'model' ? ` ${texts.modelValue}` : null}
            </th>
            <td>{formatQuantity(observation.value, observation.unit, { maxDecimals: 2 })}</td>
            <td className={styles.when}>{formatInstant(observation.time, timeZone).replace(/ \(.*/, '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HistoryProps = {
  readonly station: Station;
  readonly variable: StationVariable;
  readonly history: ReadSource<DataOf<typeof stationSeries>>;
  readonly onVariable: (variable: StationVariable) => void;
};

function StationHistory({ station, variable, history, onVariable }: HistoryProps) {
  const { timeZone } = usePreferences();
  const { label } = stationVariables[variable];
  return (
    <>
      <SeriesHead title={texts.stationSeries}>
        <select
          className={styles.select}
          aria-label={texts.seriesVariable}
          value={variable}
          onChange={(event) => onVariable(event.currentTarget.value as StationVariable)}
        >
          {station.latest.map(({ variable: name }) => (
            <option key={name} value={name}>
              {stationVariables[name].label}
            </option>
          ))}
        </select>
      </SeriesHead>
      {history.sourced === undefined && history.error === null ? <SkeletonLines lines={6} /> : null}
      {history.sourced === undefined && history.error !== null ? (
        <PanelFailure error={history.error} onRetry={history.refresh} />
      ) : null}
      {history.sourced === undefined ? null : (
        <SeriesChart
          title={label}
          unit={history.sourced.value.unit}
          lines={[{ label, points: history.sourced.value.points }]}
          timeZone={timeZone}
          source={history.sourced.provenance.state === 'fallback' ? '' : history.sourced.provenance.source}
        />
      )}
    </>
  );
}

import { toCsv } from '@kianda/contract/core/csv';
import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { type FieldSlice, fieldGrid, fieldVariables, pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatNumber, formatQuantity } from '@kianda/format';
import {
  downloadText,
  EmptyState,
  FactList,
  named,
  Panel,
  PanelFrame,
  SkeletonLines,
  usePreferences,
} from '@kianda/ui';
import { decodeField } from '@kianda/viz/field/decode.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useRead } from '../client/use-read.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SideLayout } from '../page-frame/side-layout.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { cleared, Filters } from './filters.tsx';
import { type Area, cellFeatures, figuresOf, maskedField, maskOf } from './region-figures.ts';
import styles from './scientific.module.css';
import { type DashboardState, dashboardFields, parameters } from './state.ts';
import { scientificTexts as texts } from './texts.pt.ts';
import { type AreaSeries, secondsOf, useAreaSeries, useGround, useSlices } from './use-area-series.ts';

const ScientificMap = lazy(() => import('./scientific-map.tsx'));
const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);
const regions = Object.keys(oceanRegions) as OceanRegion[];

/** One parameter of the sea by period, region and depth: a map and charts of the same part of it. */
export function ScientificPage() {
  const [state, change, fragment] = useAddress(dashboardFields);
  const { source, slices } = useSlices(state);
  const shown = shownOf(slices, state.data);
  const at = slices.findIndex(({ time }) => time === shown?.time);
  const ground = useGround();
  const area = useMemo(() => ({ region: state.regiao, depth: state.fundo }), [state.regiao, state.fundo]);
  const current = useShownField(state, shown, area, ground);
  const series = useAreaSeries(slices, area, ground.ground);
  const point = usePoint(state);
  const description = fieldVariables[state.parametro];
  const provider = shown?.provider ?? '';

  const step = (by: number) => {
    const next = slices[at + by];
    // The newest date is followed, not pinned, so that tomorrow's visit by the same link sees tomorrow's field.
    if (next !== undefined) change({ data: at + by === slices.length - 1 ? '' : next.time });
  };
  const after = <T,>(list: readonly T[], one: T): T => list[(list.indexOf(one) + 1) % list.length] as T;
  const exportCsv = () => {
    const name = `${description.label} ${texts.depths[state.fundo]} ${state.regiao}`;
    downloadText(fileName(name, 'csv'), 'text/csv', csvOf(state, series, point, provider));
  };
  const exportCells = () => saveCells(current.field, description, shown?.time, provider);
  return (
    <PageFrame
      title={texts.title}
      purpose={texts.purpose}
      help={texts.help}
      fragment={fragment}
      shortcuts={[
        {
          key: 'm',
          label: texts.keys.nextParameter,
          run: () => change({ parametro: after(parameters, state.parametro), data: '' }),
        },
        { key: 'g', label: texts.keys.nextRegion, run: () => change({ regiao: after(regions, state.regiao) }) },
        { key: 'a', label: texts.keys.older, run: () => step(-1) },
        { key: 'd', label: texts.keys.newer, run: () => step(1) },
        { key: 'e', label: texts.keys.export, run: exportCsv },
        { key: 'l', label: texts.keys.clear, run: () => change(cleared) },
      ]}
    >
      <SideLayout
        side={
          <>
            <Filters state={state} change={change} />
            <Exports
              csv={series.points.length === 0 ? null : exportCsv}
              cells={current.field === null ? null : exportCells}
            />
          </>
        }
      >
        <div className={styles.pair}>
          <MapPanel
            {...{ state, change, slices, at, current, provider, step }}
            source={source}
            zee={ground.zee.sourced?.value.boundary}
          />
          <div className={styles.column}>
            <AreaFigures current={current} unit={description.unit} />
            <Regions current={current} state={state} onRegion={(regiao) => change({ regiao })} />
          </div>
        </div>
        <Evolution
          state={state}
          series={series}
          point={point}
          source={provider}
          onPick={(time) => change({ data: nearest(slices, time)?.time ?? '' })}
          onForget={() => change({ ponto: null })}
        />
      </SideLayout>
    </PageFrame>
  );
}

function saveCells(
  field: Current['field'],
  of: { label: string; unit: string },
  time: string | undefined,
  source: string,
) {
  if (field === null) return;
  const collection = { ...cellFeatures(field, of.unit), time, source };
  downloadText(fileName(of.label, 'geojson'), 'application/geo+json', JSON.stringify(collection));
}

type ExportProps = { readonly csv: (() => void) | null; readonly cells: (() => void) | null };

function Exports({ csv, cells }: ExportProps) {
  return (
    <>
      <h2 className={styles.sideTitle}>{texts.export}</h2>
      <Button variant="default" disabled={csv === null} onClick={() => csv?.()}>
        {texts.csv}
      </Button>
      <Button variant="default" disabled={cells === null} onClick={() => cells?.()}>
        {texts.geojson}
      </Button>
      <p className={styles.note}>{texts.png}</p>
    </>
  );
}

type MapPanelProps = Pick<Parameters<typeof ScientificMap>[0], 'state' | 'change' | 'zee'> & {
  readonly source: ReturnType<typeof useSlices>['source'];
  readonly slices: readonly FieldSlice[];
  /** Index of the date shown; -1 without one. */
  readonly at: number;
  readonly current: Current;
  readonly provider: string;
  readonly step: (by: number) => void;
};

function MapPanel({ state, change, source, slices, at, current, provider, step, zee }: MapPanelProps) {
  return (
    <Panel
      title={texts.map}
      source={source}
      isEmpty={() => slices.length === 0}
      empty={<EmptyState title={texts.noDate}>{texts.noDateNote}</EmptyState>}
      actions={
        <div className={styles.steps}>
          <Step label={texts.older} sign="‹" isOff={at <= 0} run={() => step(-1)} />
          <Step label={texts.newer} sign="›" isOff={at === slices.length - 1} run={() => step(1)} />
        </div>
      }
    >
      {() => (
        <Suspense fallback={<SkeletonLines lines={14} />}>
          <ScientificMap
            state={state}
            change={change}
            field={current.field}
            time={slices[at]?.time ?? null}
            source={provider}
            zee={zee}
          />
        </Suspense>
      )}
    </Panel>
  );
}

const fileName = (name: string, ending: string) =>
  `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.${ending}`;

/** The date of the address, or else the newest one. */
function shownOf(slices: readonly FieldSlice[], data: string): FieldSlice | undefined {
  return data === '' ? slices.at(-1) : (nearest(slices, data) ?? slices.at(-1));
}

function nearest(slices: readonly FieldSlice[], time: string): FieldSlice | undefined {
  const wanted = Date.parse(time);
  if (!Number.isFinite(wanted)) return undefined;
  const distance = (slice: FieldSlice) => Math.abs(Date.parse(slice.time) - wanted);
  return slices.toSorted((a, b) => distance(a) - distance(b))[0];
}

type Current = ReturnType<typeof useShownField>;

/** The field of the date shown, whole and within the area. */
function useShownField(
  { parametro, atualizar }: DashboardState,
  shown: FieldSlice | undefined,
  area: Area,
  { ground }: ReturnType<typeof useGround>,
) {
  const source = useRead(
    fieldGrid,
    shown === undefined ? null : { params: { variable: parametro }, query: { time: shown.time } },
    secondsOf(atualizar),
  );
  const answer = source.sourced?.value;
  const whole = useMemo(() => (answer === undefined ? null : decodeField(answer)), [answer]);
  const field = useMemo(
    () => (whole === null || ground === null ? null : maskedField(whole, maskOf(whole.grid, area, ground))),
    [whole, area, ground],
  );
  const regionMeans = useMemo(
    () =>
      whole === null || ground === null
        ? null
        : regions.map((region) => {
            const mask = maskOf(whole.grid, { region, depth: area.depth }, ground);
            return { region, figures: figuresOf(maskedField(whole, mask)) };
          }),
    [whole, area.depth, ground],
  );
  return { source, field, regionMeans };
}

function usePoint({ ponto, parametro, dias }: DashboardState) {
  const [lon, lat] = ponto ?? [0, 0];
  const query = { lon, lat, variable: parametro, days: Number(dias) };
  return useRead(pointSeries, ponto === null ? null : { query });
}

function Step({ label, sign, isOff, run }: { label: string; sign: string; isOff: boolean; run: () => void }) {
  return (
    <button type="button" className={styles.step} aria-label={label} title={label} disabled={isOff} onClick={run}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

function AreaFigures({ current, unit }: { readonly current: Current; readonly unit: string }) {
  const figures = useMemo(() => (current.field === null ? null : figuresOf(current.field)), [current.field]);
  const value = (amount: number) => formatQuantity(amount, unit, { maxDecimals: 2 });
  return (
    <Panel
      title={texts.figures}
      description={texts.figuresNote}
      source={current.source}
      skeleton={<SkeletonLines lines={5} />}
    >
      {() =>
        current.field === null ? (
          <SkeletonLines lines={5} />
        ) : figures === null ? (
          <EmptyState title={texts.noCells} />
        ) : (
          <FactList
            items={[
              [texts.mean, value(figures.mean)],
              [texts.median, value(figures.median)],
              [texts.min, value(figures.min)],
              [texts.max, value(figures.max)],
              [texts.cells, formatNumber(figures.cells)],
            ]}
          />
        )
      }
    </Panel>
  );
}

type RegionsProps = {
  readonly current: Current;
  readonly state: DashboardState;
  readonly onRegion: (region: OceanRegion) => void;
};

function Regions({ current, state, onRegion }: RegionsProps) {
  const { unit } = fieldVariables[state.parametro];
  return (
    <PanelFrame title={texts.compare} description={texts.compareNote}>
      {current.regionMeans === null ? (
        <SkeletonLines lines={4} />
      ) : (
        <table className={styles.table}>
          <caption className="k-visually-hidden">{texts.compare}</caption>
          <tbody>
            {current.regionMeans.map(({ region, figures }) => (
              <tr key={region} data-shown={region === state.regiao}>
                <th scope="row">{oceanRegions[region].label}</th>
                <td title={figures === null ? texts.noCells : undefined}>
                  {figures === null ? '—' : formatQuantity(figures.mean, unit, { maxDecimals: 2 })}
                </td>
                <td className="k-no-print">
                  <button
                    type="button"
                    aria-pressed={region === state.regiao}
                    aria-label={named(region === state.regiao ? texts.shown : texts.show, oceanRegions[region].label)}
                    onClick={() => onRegion(region)}
                  >
                    {region === state.regiao ? texts.shown : texts.show}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PanelFrame>
  );
}

type EvolutionProps = {
  readonly state: DashboardState;
  readonly series: AreaSeries;
  readonly point: ReturnType<typeof usePoint>;
  readonly source: string;
  readonly onPick: (time: string) => void;
  readonly onForget: () => void;
};

function Evolution({ state, series, point, source, onPick, onForget }: EvolutionProps) {
  const { timeZone, coordinates } = usePreferences();
  const { label, unit } = fieldVariables[state.parametro];
  const isWhole = state.regiao === 'zee' && state.fundo === 'todas';
  const pointName = state.ponto === null ? '' : texts.point(formatCoordinates(state.ponto, coordinates));
  const pointPoints = point.sourced?.value.series.points;
  const lines = useMemo(
    () => [
      { label: texts.mean, points: series.points.map(({ time, mean }) => ({ time, value: mean })) },
      ...(pointPoints === undefined ? [] : [{ label: pointName, points: pointPoints }]),
    ],
    [series, pointPoints, pointName],
  );
  const band = useMemo(
    () => ({ label: texts.extremes, points: series.points.map(({ time, low, high }) => ({ time, low, high })) }),
    [series],
  );
  return (
    <PanelFrame
      title={texts.series}
      description={
        <>
          {isWhole ? texts.seriesWhole : texts.seriesPart(series.points.length, series.total)}{' '}
          {series.failed === 0 ? null : <span role="alert">{texts.seriesFailed(series.failed)}</span>}
        </>
      }
      actions={
        state.ponto === null ? null : (
          <Button variant="subtle" size="compact-sm" onClick={onForget}>
            {texts.removePoint}
          </Button>
        )
      }
    >
      {point.error === null ? null : <p role="alert">{point.error.message}</p>}
      {pointPoints?.every(({ value }) => value === null) ? <p role="status">{texts.pointOutside}</p> : null}
      <Suspense fallback={<SkeletonLines lines={9} />}>
        {series.points.length === 0 ? (
          <SkeletonLines lines={9} />
        ) : (
          <TimeSeries
            title={label}
            unit={unit}
            lines={lines}
            band={band}
            timeZone={timeZone}
            source={source}
            height={260}
            onPick={onPick}
          />
        )}
      </Suspense>
    </PanelFrame>
  );
}

function csvOf(state: DashboardState, series: AreaSeries, point: ReturnType<typeof usePoint>, source: string): string {
  const { unit } = fieldVariables[state.parametro];
  const area = `${oceanRegions[state.regiao].label}; ${texts.depths[state.fundo]}`;
  const atPoint = new Map(point.sourced?.value.series.points.map(({ time, value }) => [time, value]));
  const rows = series.points.map(({ time, mean, low, high }) => [
    time,
    mean,
    low,
    high,
    atPoint.get(time) ?? null,
    unit,
    area,
    source,
  ]);
  return toCsv([...texts.csvColumns], rows);
}

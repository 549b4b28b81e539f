import type { DataOf } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import { temporalHovmoller } from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatDate, formatNumber } from '@kianda/format';
import { downloadText, EmptyState, PanelFailure, SkeletonBar, usePreferences } from '@kianda/ui';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeInt16 } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { periodQuery } from '../period-query.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './analysis.module.css';
import { LineForm } from './line-form.tsx';
import { paintMatrix } from './matrix.ts';

const texts = temporalTexts.analysis;
type Answer = DataOf<typeof temporalHovmoller>;
const axes = ['coast', 'line'] as const;
type Axis = (typeof axes)[number];
const axisData = [
  { value: 'coast', label: texts.coast },
  { value: 'line', label: texts.drawn },
];

/** Time against place: along the coast, or along the drawn line. */
export function HovmollerTab({ view }: { readonly view: View }) {
  const { line } = view.search;
  const [axis, setAxis] = useState<Axis>(line === undefined ? 'coast' : 'line');
  const isLine = axis === 'line';
  return (
    <div className={styles.stack}>
      <SegmentedControl
        size="sm"
        className={styles.axis ?? ''}
        data={axisData}
        value={axis}
        onChange={(next) => setAxis(axes.find((one) => one === next) ?? 'coast')}
      />
      {isLine ? <LineForm key={line} view={view} /> : <p className={styles.note}>{texts.hovmollerNote}</p>}
      {isLine && line === undefined ? (
        <EmptyState title={texts.noLine} />
      ) : (
        <Diagram key={`${axis} ${line}`} view={view} line={isLine ? line : undefined} />
      )}
    </div>
  );
}

function Diagram({ view: { search, colours }, line }: { readonly view: View; readonly line: string | undefined }) {
  const { variable } = search;
  const source = useEndpoint(
    temporalHovmoller,
    { params: { variable }, query: { ...periodQuery(search), ...(line === undefined ? {} : { line }) } },
    { refetchSeconds: 600, timeoutSeconds: 60 },
  );
  const answer = source.sourced?.value;
  const scale = useMemo(() => createColourScale(colours), [colours]);
  const values = useMemo(
    () =>
      answer === undefined
        ? null
        : decodeInt16(answer.values, answer.times.length * answer.positions.length, answer.scale, answer.offset),
    [answer],
  );
  if (answer === undefined || values === null) {
    if (source.error !== null) return <PanelFailure error={source.error} onRetry={source.refresh} />;
    return <SkeletonBar height={280} />;
  }
  if (answer.times.length === 0) return <EmptyState title={temporalTexts.clock.none} />;
  const { name, units } = describeTemporal(variable);
  const save = () => {
    const header = [texts.timeAxis, 'longitude', 'latitude', texts.lineAxis, `${name} (${units})`];
    downloadText(`hovmoller-${variable}.csv`, 'text/csv', toCsv(header, rowsOf(answer, values)));
  };
  return (
    <figure className={styles.figure}>
      <Drawing answer={answer} values={values} scale={scale} title={texts.hovmoller(name)} />
      <div className={styles.legend}>
        <Legend title={name} unit={units} scale={scale} hasGaps />
        <Button size="sm" variant="default" onClick={save}>
          {temporalTexts.files.csvTable}
        </Button>
      </div>
    </figure>
  );
}

function rowsOf({ times, positions }: Answer, values: Float32Array): (string | number | null)[][] {
  return times.flatMap((time, row) =>
    positions.map(({ lon, lat, distanceKm }, column) => {
      const value = values[row * positions.length + column] ?? Number.NaN;
      return [time, lon, lat, Number(distanceKm.toFixed(2)), Number.isNaN(value) ? null : value];
    }),
  );
}

type DrawingProps = {
  readonly answer: Answer;
  readonly values: Float32Array;
  readonly scale: ColourScale;
  readonly title: string;
};

/** Time to the right; the north, or the end of the line, on top. Each date has its own column: days without data are gaps. */
function Drawing({ answer: { times, positions, axis }, values, scale, title }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { timeZone } = usePreferences();
  const columns = useMemo(() => columnsOf(times), [times]);
  useEffect(() => {
    if (canvas.current === null) return;
    const rows = positions.length;
    const valueAt = (column: number, row: number) => {
      const date = columns[column];
      return date == null ? Number.NaN : (values[date * rows + rows - 1 - row] ?? Number.NaN);
    };
    paintMatrix(canvas.current, { columns: columns.length, rows, valueAt, scale });
  }, [columns, positions, values, scale]);
  const [first, last] = [positions[0], positions.at(-1)];
  const placeText = (place: Answer['positions'][number] | undefined) =>
    place === undefined
      ? ''
      : axis === 'coast'
        ? `${formatNumber(Math.abs(place.lat), { maxDecimals: 1 })}° ${place.lat < 0 ? 'S' : 'N'}`
        : formatNumber(place.distanceKm, { maxDecimals: 0 });
  return (
    <div className={styles.diagram}>
      <span className={styles.vertical}>{axis === 'coast' ? texts.hovmollerAxis : texts.lineAxis}</span>
      <div className={styles.sideLabels}>
        <span>{placeText(last)}</span>
        <span>{placeText(first)}</span>
      </div>
      <canvas ref={canvas} className={styles.matrix} role="img" aria-label={title} />
      <div className={styles.belowLabels}>
        <span>{formatDate(times[0] ?? '', timeZone)}</span>
        <span>{texts.timeAxis}</span>
        <span>{formatDate(times.at(-1) ?? '', timeZone)}</span>
      </div>
    </div>
  );
}

/** Index of the date in each equal step of time; null where there is none. */
export function columnsOf(times: readonly string[]): readonly (number | null)[] {
  const instants = times.map((time) => Date.parse(time));
  const steps = instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant));
  const step = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 1;
  const [first = 0] = instants;
  const columns: (number | null)[] = [];
  instants.forEach((instant, index) => {
    const at = Math.round((instant - first) / step);
    while (columns.length < at) columns.push(null);
    columns[at] = index;
  });
  return columns;
}

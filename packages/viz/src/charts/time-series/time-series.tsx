import 'uplot/dist/uPlot.min.css';
import { toCsv } from '@kianda/contract/core/csv';
import { formatInstant, formatQuantity, type NumberOptions, type TimeZone, type Unit, unitName } from '@kianda/format';
import { downloadBlob, downloadText, named } from '@kianda/ui';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { type Aligned, alignSeries, type Band, type Line, summarise } from './align.ts';
import { pictureOf } from './picture.ts';
import { canDraw, createPlot, dataOf, lineStyle } from './plot.ts';
import { SeriesTable } from './series-table.tsx';
import { seriesTexts as texts } from './texts.pt.ts';
import styles from './time-series.module.css';

type Props = {
  /** Name of the quantity, without its unit. */
  readonly title: string;
  readonly unit: Unit;
  readonly lines: readonly Line[];
  readonly band?: Band | undefined;
  readonly timeZone: TimeZone;
  /** Source of the values, written under exports. */
  readonly source: string;
  readonly height?: number;
  readonly format?: NumberOptions;
  /** Called with the instant at the cursor, by a click or by Enter. */
  readonly onPick?: (time: string) => void;
};

const noBand: Band = { label: '', points: [] };
type View = 'chart' | 'table';

/** Lines over time with their unit and zone: gaps stay gaps; values by pointer, keyboard, table, CSV and picture. */
export function TimeSeries(props: Props) {
  const { title, unit, lines, band = noBand, timeZone, height = 200, format } = props;
  const hasBand = band !== noBand;
  const aligned = useMemo(() => alignSeries(lines, hasBand ? band : null), [lines, band, hasBand]);
  const [view, setView] = useState<View>('chart');
  const [cursor, setCursor] = useState<number | null>(null);
  const unitText = unitName(unit);
  const { host, plot } = usePlot({ ...props, unit: unitText, aligned, hasBand, height, view, onCursor: setCursor });
  const keysId = useId();

  const value = (amount: number | null | undefined) => formatQuantity(amount, unit, format);
  const moment = (second: number | undefined) => (second === undefined ? '' : formatInstant(second * 1000, timeZone));
  const summary = summarise(lines[0]?.points ?? []);
  if (summary === null) return <p className={styles.empty}>{texts.empty}</p>;
  const spoken = (point: { readonly time: string; readonly value: number }) =>
    texts.at(value(point.value), formatInstant(point.time, timeZone));

  const last = aligned.seconds.length - 1;
  const shown = cursor ?? last;
  const pick = () => {
    const second = aligned.seconds[shown];
    if (second !== undefined) props.onPick?.(new Date(second * 1000).toISOString());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') pick();
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moveCursor(plot.current, aligned.seconds[Math.min(last, Math.max(0, target))]);
  };

  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <Readout lines={lines} aligned={aligned} shown={shown} value={value} moment={moment} />
        <SeriesTools
          {...props}
          unit={unitText}
          aligned={aligned}
          moment={moment}
          plot={plot}
          view={view}
          onView={setView}
        />
      </div>
      {view === 'chart' ? (
        <div
          ref={host}
          className={styles.plot}
          style={{ minHeight: height }}
          tabIndex={0}
          role="slider"
          aria-label={texts.summary(title, spoken(summary.last), spoken(summary.lowest), spoken(summary.highest))}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={shown}
          aria-valuetext={`${value(aligned.lines[0]?.[shown])}, ${moment(aligned.seconds[shown])}`}
          aria-describedby={keysId}
          onKeyDown={onKeyDown}
          onClick={props.onPick === undefined ? undefined : pick}
        />
      ) : (
        <SeriesTable aligned={aligned} lines={lines} moment={moment} value={value} title={title} />
      )}
      <span id={keysId} className="k-visually-hidden">
        {texts.keys}
      </span>
    </figure>
  );
}

type PlotState = Pick<Props, 'title' | 'lines' | 'timeZone'> & {
  readonly unit: string;
  readonly aligned: Aligned;
  readonly hasBand: boolean;
  readonly height: number;
  readonly view: View;
  readonly onCursor: (index: number | null) => void;
};

/** Draws the lines into `host` while the chart is in view, and follows its values, size and the page's colours. */
function usePlot({ title, unit, lines, timeZone, aligned, hasBand, height, view, onCursor }: PlotState) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const present = useRef(aligned);
  present.current = aligned;
  const labels = lines.map(({ label }) => label).join('\n');

  useEffect(() => {
    const element = host.current;
    // Without a canvas there is only the table: uPlot would fail later, where nothing catches its error.
    if (element === null || view === 'table' || !canDraw()) return;
    const made = createPlot({
      element,
      aligned: present.current,
      labels: labels.split('\n'),
      hasBand,
      yTitle: `${title} (${unit})`,
      zone: timeZone,
      width: Math.max(200, element.clientWidth),
      height,
      onCursor,
    });
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: Math.max(200, element.clientWidth), height }));
    resized.observe(element);
    const recoloured = new MutationObserver(() => made.redraw());
    recoloured.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      resized.disconnect();
      recoloured.disconnect();
      plot.current = null;
      made.destroy();
    };
  }, [labels, hasBand, title, unit, timeZone, height, view, onCursor]);

  useEffect(() => {
    plot.current?.setData(dataOf(aligned, hasBand));
  }, [aligned, hasBand]);

  return { host, plot };
}

/** Moves the cursor of a plot to an instant (s since 1970). */
function moveCursor(plot: uPlot | null, second: number | undefined): void {
  if (plot === null || second === undefined) return;
  plot.setCursor({ left: plot.valToPos(second, 'x'), top: 0 });
}

type ReadoutProps = Pick<Props, 'lines'> & {
  readonly aligned: Aligned;
  /** Index of the instant that is read out. */
  readonly shown: number;
  readonly value: (amount: number | null | undefined) => string;
  readonly moment: (second: number | undefined) => string;
};

/** Values of the lines at an instant. */
function Readout({ lines, aligned, shown, value, moment }: ReadoutProps) {
  return (
    <p className={styles.readout}>
      {lines.map(({ label }, index) => (
        <span key={label}>
          {lines.length > 1 ? (
            <>
              <LineKey index={index} />
              {`${label}: `}
            </>
          ) : null}
          <strong>{aligned.lines[index]?.[shown] == null ? texts.gap : value(aligned.lines[index]?.[shown])}</strong>
        </span>
      ))}
      <span className={styles.moment}>{moment(aligned.seconds[shown])}</span>
    </p>
  );
}

type ToolsProps = Pick<Props, 'title' | 'lines' | 'source'> & {
  readonly unit: string;
  readonly aligned: Aligned;
  readonly moment: (second: number | undefined) => string;
  readonly plot: RefObject<uPlot | null>;
  readonly view: View;
  readonly onView: (view: View) => void;
};

/** Switch to the table, and downloads of the values and of the drawn chart. */
function SeriesTools({ title, unit, lines, source, aligned, moment, plot, view, onView }: ToolsProps) {
  const newest = moment(aligned.seconds.at(-1));
  const fileName = `${title} ${newest}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const downloadCsv = () => {
    const header = [texts.time, ...lines.map(({ label }) => `${label} (${unit})`)];
    const rows = aligned.seconds
      .map((second, index) => [moment(second), ...aligned.lines.map((column) => column[index] ?? null)])
      .filter((row) => row.slice(1).some((cell) => cell !== null));
    downloadText(`${fileName}.csv`, 'text/csv', toCsv(header, rows));
  };
  const downloadPicture = async () => {
    const canvas = plot.current?.ctx.canvas;
    if (canvas === undefined) return;
    downloadBlob(`${fileName}.png`, await pictureOf(canvas, `${title} (${unit})`, texts.source(source)));
  };

  const other = view === 'chart' ? texts.table : texts.chart;
  return (
    <div className={styles.tools}>
      <button
        type="button"
        aria-label={named(other, title)}
        onClick={() => onView(view === 'chart' ? 'table' : 'chart')}
      >
        {other}
      </button>
      <button type="button" aria-label={named(texts.csv, title)} onClick={downloadCsv} title={texts.csvTitle}>
        {texts.csv}
      </button>
      {view === 'chart' ? (
        <button
          type="button"
          aria-label={named(texts.png, title)}
          onClick={() => void downloadPicture()}
          title={texts.pngTitle}
        >
          {texts.png}
        </button>
      ) : null}
    </div>
  );
}

/** The line as the chart draws it, next to its name. */
function LineKey({ index }: { readonly index: number }) {
  const { token, dash } = lineStyle(index);
  return (
    <svg className={styles.key} viewBox="0 0 18 8" width="18" height="8" aria-hidden="true">
      <path d="M0 4h18" stroke={`var(${token})`} strokeWidth="2.2" strokeDasharray={dash.join(' ')} />
    </svg>
  );
}

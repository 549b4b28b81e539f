import { type CsvValue, toCsv } from '@kianda/contract/core/csv';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { downloadBlob, downloadText, named } from '@kianda/ui';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import styles from '../time-series/time-series.module.css';
import { type ChartEngine, type ChartOption, createEngine, type Look, presentLook } from './engine.ts';
import { drawingOf, pictureOfDrawing } from './picture.ts';
import { figureTexts as texts } from './texts.pt.ts';

/** A mark as it is read out: its name and its value with the unit. */
export type Mark = { readonly label: string; readonly value: string };

type Props = {
  readonly title: string;
  /** Source of the values, written under exports. */
  readonly source: string;
  /** In the order of the series' data; pass the same array while nothing changes. */
  readonly marks: readonly Mark[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
  /** Options of the chart in the page's colours; pass the same function while nothing changes. */
  readonly option: (look: Look) => ChartOption;
  readonly height?: number;
};

/** A chart of marks (bars, cells, steps): by pointer, keyboard, table, CSV, drawing and picture. */
export function FigureChart(props: Props) {
  const { title, marks, columns, rows, height = 260 } = props;
  const [view, setView] = useState<View>('chart');
  const [cursor, setCursor] = useState<number | null>(null);
  const { host, highlight } = useEngine({ option: props.option, height, view, onCursor: setCursor });
  const keysId = useId();

  if (marks.length === 0) return <p className={styles.empty}>{texts.empty}</p>;
  const last = marks.length - 1;
  const shown = cursor === null ? null : (marks[cursor] ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = markReachedBy(event.key, cursor ?? -1, last);
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, target));
    highlight(index);
    setCursor(index);
  };

  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <p className={styles.readout}>
          {shown === null ? (
            <span className={styles.moment}>{texts.hint}</span>
          ) : (
            <span>
              {shown.label}: <strong>{shown.value}</strong>
            </span>
          )}
        </p>
        <FigureTools {...props} view={view} onView={setView} host={host} />
      </div>
      {view === 'chart' ? (
        <div
          ref={host}
          className={styles.plot}
          style={{ minHeight: height }}
          tabIndex={0}
          role="slider"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={cursor ?? 0}
          aria-valuetext={spoken(shown ?? marks[0])}
          aria-describedby={keysId}
          onKeyDown={onKeyDown}
        />
      ) : (
        <FigureTable title={title} columns={columns} rows={rows} />
      )}
      <span id={keysId} className="k-visually-hidden">
        {texts.keys}
      </span>
    </figure>
  );
}

type View = 'chart' | 'table';

/** Index of the mark that a key moves to from another; undefined for other keys. */
function markReachedBy(key: string, from: number, last: number): number | undefined {
  return { ArrowLeft: from - 1, ArrowUp: from - 1, ArrowRight: from + 1, ArrowDown: from + 1, Home: 0, End: last }[key];
}

type EngineOptions = Pick<Props, 'option'> & {
  readonly height: number;
  readonly view: View;
  readonly onCursor: (index: number | null) => void;
};

/** Draws the chart into `host` while it is in view, and follows its size and the page's colours. */
function useEngine({ option, height, view, onCursor }: EngineOptions) {
  const host = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine | null>(null);

  useEffect(() => {
    const element = host.current;
    if (element === null || view === 'table') return;
    const made = createEngine(element, height);
    engine.current = made;
    const draw = () => made.setOption(option(presentLook()), true);
    draw();
    made.on('mouseover', ({ dataIndex }) => onCursor(dataIndex));
    made.on('globalout', () => onCursor(null));
    const resized = new ResizeObserver(() => made.resize({ width: Math.max(200, element.clientWidth), height }));
    resized.observe(element);
    const recoloured = new MutationObserver(draw);
    recoloured.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      resized.disconnect();
      recoloured.disconnect();
      engine.current = null;
      made.dispose();
    };
  }, [option, height, view, onCursor]);

  const highlight = (index: number) => {
    engine.current?.dispatchAction({ type: 'downplay' });
    engine.current?.dispatchAction({ type: 'highlight', dataIndex: index });
  };
  return { host, highlight };
}

type ToolsProps = Pick<Props, 'title' | 'source' | 'columns' | 'rows'> & {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly host: RefObject<HTMLDivElement | null>;
};

/** Switch to the table, and downloads of the values and of the drawn chart. */
function FigureTools({ title, source, columns, rows, view, onView, host }: ToolsProps) {
  const fileName = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const drawing = () => {
    const svg = host.current?.querySelector('svg') ?? null;
    return svg === null ? null : drawingOf(svg, title, texts.source(source));
  };
  const downloadDrawing = () => {
    const svg = drawing();
    if (svg !== null) downloadText(`${fileName}.svg`, 'image/svg+xml', svg.text);
  };
  const downloadPicture = async () => {
    const svg = drawing();
    if (svg !== null) downloadBlob(`${fileName}.png`, await pictureOfDrawing(svg));
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
      <button
        type="button"
        onClick={() => downloadText(`${fileName}.csv`, 'text/csv', toCsv([...columns], rows))}
        aria-label={named(texts.csv, title)}
        title={texts.csvTitle}
      >
        {texts.csv}
      </button>
      {view === 'chart' ? (
        <>
          <button type="button" aria-label={named(texts.svg, title)} onClick={downloadDrawing} title={texts.svgTitle}>
            {texts.svg}
          </button>
          <button
            type="button"
            aria-label={named(texts.png, title)}
            onClick={() => void downloadPicture()}
            title={texts.pngTitle}
          >
            {texts.png}
          </button>
        </>
      ) : null}
    </div>
  );
}

const spoken = (mark: Mark | undefined) => (mark === undefined ? '' : `${mark.label}: ${mark.value}`);

function FigureTable({ title, columns, rows }: Pick<Props, 'title' | 'columns' | 'rows'>) {
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption className="k-visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={[name, ...cells].join('|')}>
              <th scope="row">{textOf(name)}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{textOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(cell: CsvValue): string {
  if (cell === null || cell === undefined) return UNKNOWN;
  return typeof cell === 'number' ? formatNumber(cell) : String(cell);
}

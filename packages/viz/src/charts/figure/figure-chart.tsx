import { type CsvValue, toCsv } from '@kianda/contract/core/csv';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { downloadBlob, downloadText } from '@kianda/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from '../time-series/time-series.module.css';
import { type ChartEngine, type ChartOption, createEngine, type Look, presentLook } from './engine.ts';
import { drawingOf, pictureOfDrawing } from './picture.ts';
import { figureTexts as texts } from './texts.pt.ts';

/** One mark as it is read out: its name and its value with the unit. */
export type Mark = { readonly label: string; readonly value: string };

type Props = {
  readonly title: string;
  /** Where the values come from: written under exports. */
  readonly source: string;
  /** In the order of the series' data; keep the same array while nothing changes. */
  readonly marks: readonly Mark[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
  /** Of the chart in the page's colours; keep the same function while nothing changes. */
  readonly option: (look: Look) => ChartOption;
  readonly height?: number;
};

/** A chart of marks (bars, cells, steps): by pointer, keyboard, table, CSV, drawing and picture. */
export function FigureChart(props: Props) {
  const { title, source, marks, columns, rows, option, height = 260 } = props;
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [cursor, setCursor] = useState<number | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine | null>(null);
  const keysId = useId();

  useEffect(() => {
    const element = host.current;
    if (element === null || view === 'table') return;
    const made = createEngine(element, height);
    engine.current = made;
    const draw = () => made.setOption(option(presentLook()), true);
    draw();
    made.on('mouseover', ({ dataIndex }) => setCursor(dataIndex));
    made.on('globalout', () => setCursor(null));
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
  }, [option, height, view]);

  if (marks.length === 0) return <p className={styles.empty}>{texts.empty}</p>;
  const last = marks.length - 1;
  const shown = cursor === null ? null : (marks[cursor] ?? null);
  const move = (index: number) => {
    engine.current?.dispatchAction({ type: 'downplay' });
    engine.current?.dispatchAction({ type: 'highlight', dataIndex: index });
    setCursor(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? -1;
    const target = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(Math.min(last, Math.max(0, target)));
  };
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
        <div className={styles.tools}>
          <button type="button" onClick={() => setView(view === 'chart' ? 'table' : 'chart')}>
            {view === 'chart' ? texts.table : texts.chart}
          </button>
          <button
            type="button"
            onClick={() => downloadText(`${fileName}.csv`, 'text/csv', toCsv([...columns], rows))}
            title={texts.csvTitle}
          >
            {texts.csv}
          </button>
          {view === 'chart' ? (
            <>
              <button type="button" onClick={downloadDrawing} title={texts.svgTitle}>
                {texts.svg}
              </button>
              <button type="button" onClick={() => void downloadPicture()} title={texts.pngTitle}>
                {texts.png}
              </button>
            </>
          ) : null}
        </div>
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

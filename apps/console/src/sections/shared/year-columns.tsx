import { toCsv } from '@kianda/contract/core/csv';
import { formatNumber, formatQuantity, type NumberOptions, type Unit, unitName } from '@kianda/format';
import { downloadText, named } from '@kianda/ui';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { sharedTexts } from './texts.pt.ts';
import styles from './year-columns.module.css';

export type YearValue = { readonly year: number; readonly value: number };

type Props = {
  readonly title: string;
  readonly unit: Unit;
  readonly years: readonly YearValue[];
  /** Name of the CSV file, without its ending. */
  readonly fileName: string;
  readonly format?: NumberOptions;
  readonly height?: number;
};

const texts = sharedTexts.years;
const wholeNumber: NumberOptions = { maxDecimals: 0 };

type Shape = {
  readonly title: string;
  readonly unit: string;
  readonly years: readonly YearValue[];
  readonly format: NumberOptions;
  readonly height: number;
};

/** One column a year: values by pointer, keyboard, table and CSV. A year without a value leaves its place empty. */
export function YearColumns({ fileName, format = wholeNumber, height = 170, ...given }: Props) {
  const { title, years } = given;
  const unit = unitName(given.unit);
  const shape: Shape = { title, unit, years, format, height };
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [chosen, setChosen] = useState<number | null>(null);
  const keysId = useId();
  const first = years.at(0)?.year;
  const last = years.at(-1)?.year;
  if (first === undefined || last === undefined) return <p className={styles.empty}>{texts.empty}</p>;
  const shown = Math.min(last, Math.max(first, chosen ?? last));
  const value = years.find(({ year }) => year === shown)?.value;
  const words = value === undefined ? texts.none : formatQuantity(value, given.unit, format);
  const other = view === 'chart' ? texts.table : texts.chart;
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <p className={styles.readout}>
          <strong>{words}</strong> <span className={styles.year}>{texts.in(String(shown))}</span>
        </p>
        <div className={styles.tools}>
          <button
            type="button"
            aria-label={named(other, title)}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          >
            {other}
          </button>
          <button
            type="button"
            aria-label={named(texts.csv, title)}
            onClick={() =>
              downloadText(
                `${fileName}.csv`,
                'text/csv',
                toCsv(
                  [texts.yearHeader, `${title} (${unit})`],
                  years.map(({ year, value }) => [year, value]),
                ),
              )
            }
          >
            {texts.csv}
          </button>
        </div>
      </div>
      {view === 'table' ? (
        <YearTable {...shape} />
      ) : (
        <YearChart
          {...shape}
          range={{ first, last }}
          shown={shown}
          words={words}
          chosen={chosen}
          onChoose={setChosen}
          keysId={keysId}
        />
      )}
      <span id={keysId} className="k-visually-hidden">
        {texts.keys}
      </span>
    </figure>
  );
}

function YearTable({ title, unit, years, format, height }: Shape) {
  return (
    <div className={styles.tableBox} style={{ height }}>
      <table className={styles.table}>
        <caption className="k-visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.yearHeader}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {years.toReversed().map(({ year, value }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              <td>{formatNumber(value, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ChartProps = Shape & {
  readonly range: { readonly first: number; readonly last: number };
  readonly shown: number;
  /** Value of the shown year in words. */
  readonly words: string;
  readonly chosen: number | null;
  readonly onChoose: (year: number | null) => void;
  readonly keysId: string;
};

function YearChart(props: ChartProps) {
  const { title, unit, years, format, height, range } = props;
  const { first, last } = range;
  const span = last - first + 1;
  const top = axisTop(Math.max(...years.map(({ value }) => value)));
  return (
    <div className={styles.chart}>
      <p className={styles.axisTitle} aria-hidden="true">{`${title} (${unit})`}</p>
      <div className={styles.body} style={{ height }}>
        <div className={styles.yTicks} aria-hidden="true">
          {[1, 0.5, 0].map((share) => (
            <span key={share} style={{ bottom: `${share * 100}%` }}>
              {formatNumber(top * share, format)}
            </span>
          ))}
        </div>
        <YearSlider {...props}>
          <svg viewBox={`0 0 ${span} 100`} preserveAspectRatio="none" aria-hidden="true" className={styles.columns}>
            {years.map(({ year, value }) => (
              <rect
                key={year}
                className={props.chosen === year ? styles.chosen : styles.column}
                x={year - first + 0.12}
                y={100 - (100 * value) / top}
                width={0.76}
                height={(100 * value) / top}
              />
            ))}
          </svg>
        </YearSlider>
      </div>
      <div className={styles.xTicks} aria-hidden="true">
        {yearTicks(first, last).map((year) => (
          <span key={year} style={{ left: `${(100 * (year - first + 0.5)) / span}%` }}>
            {year}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The plot as a slider over the years, by pointer and by keyboard. */
function YearSlider(props: ChartProps & { readonly children: ReactNode }) {
  const { title, range, shown, words, onChoose, keysId } = props;
  const { first, last } = range;
  const span = last - first + 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: first, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onChoose(Math.min(last, Math.max(first, target)));
  };
  return (
    <div
      className={styles.plot}
      tabIndex={0}
      role="slider"
      aria-label={title}
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={`${shown}: ${words}`}
      aria-describedby={keysId}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onChoose(first + Math.floor(((event.clientX - box.left) / box.width) * span));
      }}
      onPointerLeave={() => onChoose(null)}
    >
      {props.children}
    </div>
  );
}

/** The next round number above a value: 1, 2 or 5 times a power of ten, halved evenly. */
function axisTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** First and last year, and round years between that leave both room. */
function yearTicks(first: number, last: number): readonly number[] {
  const span = last - first;
  if (span === 0) return [first];
  const step = [1, 2, 5, 10, 20, 50].find((size) => span / size <= 6) ?? 50;
  const inner: number[] = [];
  for (let year = Math.ceil(first / step) * step; year <= last; year += step) {
    if (year - first >= step * 0.6 && last - year >= step * 0.6) inner.push(year);
  }
  return [first, ...inner, last];
}

import type { Aligned, Line } from './align.ts';
import { seriesTexts as texts } from './texts.pt.ts';
import styles from './time-series.module.css';

type Props = {
  readonly title: string;
  readonly aligned: Aligned;
  readonly lines: readonly Line[];
  readonly moment: (second: number | undefined) => string;
  readonly value: (amount: number | null | undefined) => string;
};

/** The values of a chart as a table, newest first. */
export function SeriesTable({ title, aligned, lines, moment, value }: Props) {
  const rows = aligned.seconds
    .map((second, index) => ({ second, values: aligned.lines.map((column) => column[index] ?? null) }))
    .filter(({ values }) => values.some((amount) => amount !== null))
    .toReversed();
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption className="k-visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            {lines.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ second, values }) => (
            <tr key={second}>
              <th scope="row">{moment(second)}</th>
              {lines.map(({ label }, index) => (
                <td key={label}>{value(values[index])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

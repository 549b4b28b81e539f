import { formatNumber, type NumberOptions } from '@kianda/format';
import type { ReactNode } from 'react';
import styles from './bar-list.module.css';

export type Bar = {
  readonly id: string;
  readonly label: ReactNode;
  readonly value: number;
  /** Further figure at the right, e.g. a share or a trend. */
  readonly note?: ReactNode;
};

type Props = {
  /** Caption of the table for screen readers. */
  readonly caption: string;
  readonly labelHeader: string;
  readonly valueHeader: string;
  readonly noteHeader?: string;
  readonly bars: readonly Bar[];
  readonly format?: NumberOptions;
};

/** Amounts by name as a table whose rows carry their bars: reads, prints and speaks without its colours. */
export function BarList({ caption, labelHeader, valueHeader, noteHeader, bars, format }: Props) {
  const largest = Math.max(...bars.map((bar) => bar.value), 0);
  return (
    <table className={styles.table}>
      <caption className="k-visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHeader}</th>
          <th scope="col" className={styles.end}>
            {valueHeader}
          </th>
          {noteHeader === undefined ? null : (
            <th scope="col" className={styles.end}>
              {noteHeader}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.id}>
            <th scope="row">
              <span className={styles.name}>{bar.label}</span>
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.bar}
                  style={{ width: largest === 0 ? '0' : `${(100 * Math.max(0, bar.value)) / largest}%` }}
                />
              </span>
            </th>
            <td className={styles.end}>{formatNumber(bar.value, format)}</td>
            {noteHeader === undefined ? null : <td className={styles.end}>{bar.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { formatNumber } from '@kianda/format';
import type { MapScheme } from '../../colours.ts';
import { type PairBreaks, pairColours } from './heat-colours.ts';
import styles from './pair-legend.module.css';

/** Two decimals: thirds of a small presence are hundredths of an hour apart. */
const written = (value: number): string => formatNumber(value, { maxDecimals: 2 });

type Props = {
  readonly first: string;
  readonly second: string;
  readonly unit: string;
  readonly breaks: PairBreaks;
  readonly scheme: MapScheme;
  /** Words for low, middle and high. */
  readonly levels: readonly [string, string, string];
};

/** Nine colours of two amounts: across the first, upwards the second; each has its meaning in words. */
export function PairLegend({ first, second, unit, breaks, scheme, levels }: Props) {
  const range = ([low, high]: readonly [number, number], at: number) =>
    at === 0 ? `< ${written(low)}` : at === 1 ? `${written(low)}–${written(high)}` : `≥ ${written(high)}`;
  return (
    <table className={styles.pair}>
      <caption>
        {first} × {second} ({unit})
      </caption>
      <tbody>
        {[2, 1, 0].map((row) => (
          <tr key={row}>
            <th scope="row">
              {row === 2 ? `${second} ` : ''}
              {range(breaks.second, row)}
            </th>
            {[0, 1, 2].map((column) => (
              <td key={column} style={{ background: pairColours[scheme][row]?.[column] }}>
                <span className="k-visually-hidden">
                  {first} {levels[column]}, {second} {levels[row]}
                </span>
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{first}</th>
          {[0, 1, 2].map((column) => (
            <td key={column} className={styles.range}>
              {range(breaks.first, column)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

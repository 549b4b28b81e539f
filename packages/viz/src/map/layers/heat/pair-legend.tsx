import { formatNumber } from '@kianda/ui';
import { type PairBreaks, pairColours } from './heat-colours.ts';
import styles from './pair-legend.module.css';

type Props = {
  readonly first: string;
  readonly second: string;
  readonly unit: string;
  readonly breaks: PairBreaks;
  /** Words for low, middle and high. */
  readonly levels: readonly [string, string, string];
};

/** Nine colours of two amounts: across the first, upwards the second; each says in words what it stands for. */
export function PairLegend({ first, second, unit, breaks, levels }: Props) {
  const range = ([low, high]: readonly [number, number], at: number) =>
    at === 0
      ? `< ${formatNumber(low)}`
      : at === 1
        ? `${formatNumber(low)}–${formatNumber(high)}`
        : `≥ ${formatNumber(high)}`;
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
              <td key={column} style={{ background: pairColours[row]?.[column] }}>
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

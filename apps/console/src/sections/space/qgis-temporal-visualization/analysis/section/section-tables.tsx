import { formatDate, formatNumber, UNKNOWN } from '@kianda/format';
import { cx, usePreferences } from '@kianda/ui';
import shared from '../analysis.module.css';
import { cellValue, type SectionCells, spread } from './cells.ts';
import styles from './section.module.css';
import { sectionTexts as texts } from './texts.pt.ts';

const whole = { maxDecimals: 0 } as const;
/** Places and depths of the table: all of them are in the file. */
const [mostPlaces, mostDepths] = [9, 11];

/** Some places and depths of a section, and the casts that it is made of. */
export function SectionTables({ cells, title }: { readonly cells: SectionCells; readonly title: string }) {
  const { timeZone } = usePreferences();
  const { positions, depths, casts } = cells.answer;
  const [columns, rows] = [spread(positions.length, mostPlaces), spread(depths.length, mostDepths)];
  return (
    <div className={cx(shared.tableBox, styles.figures)}>
      <table>
        <caption className="k-visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.distance}</th>
            {rows.map((row) => (
              <th key={row} scope="col">
                {formatNumber(depths[row] ?? 0, whole)}
              </th>
            ))}
            <th scope="col">{texts.bottomColumn}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column}>
              <th scope="row">{formatNumber(positions[column]?.distanceKm ?? 0, whole)}</th>
              {rows.map((row) => (
                <td key={row}>{numberOf(cellValue(cells, column, row), 2)}</td>
              ))}
              <td>{numberOf(positions[column]?.seabedMeters ?? null, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>{texts.castTable}</caption>
        <thead>
          <tr>
            {[texts.platform, texts.date, texts.along, texts.offset, texts.deepest].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {casts.map(({ id, platform, time, distanceKm, offsetKm, deepestMeters }) => (
            <tr key={id}>
              <th scope="row">{platform}</th>
              <td>{formatDate(time, timeZone)}</td>
              <td>{formatNumber(distanceKm, whole)}</td>
              <td>{formatNumber(offsetKm, whole)}</td>
              <td>{formatNumber(deepestMeters, whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const numberOf = (value: number | null, maxDecimals: number) =>
  value === null ? UNKNOWN : formatNumber(value, { maxDecimals });

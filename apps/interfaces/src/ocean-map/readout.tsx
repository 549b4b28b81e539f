import { formatCoordinates, formatQuantity } from '@kianda/format';
import { gridIndex, gridNearest } from '@kianda/geo';
import { usePreferences } from '@kianda/ui';
import type { Field } from '@kianda/viz/field/decode.ts';
import styles from './ocean-page.module.css';
import { mapPageTexts as texts } from './texts.pt.ts';

/** Value of the cell at a place; null where it is missing or outside. */
export function valueAt(field: Field | null, position: readonly [number, number] | null): number | null {
  if (field === null || position === null) return null;
  const cell = gridNearest(field.grid, position);
  const index = cell === null ? null : gridIndex(field.grid, cell.column, cell.row);
  const value = index === null ? undefined : field.values[index];
  return value === undefined || Number.isNaN(value) ? null : value;
}

type Props = {
  readonly position: readonly [number, number] | null;
  readonly value: number | null;
  /** Unit of the field shown; null when none is. */
  readonly unit: string | null;
};

/** Coordinates under the pointer and the value there. */
export function Readout({ position, value, unit }: Props) {
  const { coordinates } = usePreferences();
  if (position === null) return null;
  return (
    <div className={styles.readout}>
      <span className="k-mono">{formatCoordinates(position, coordinates)}</span>
      {unit === null ? null : (
        <strong>{value === null ? texts.noValue : formatQuantity(value, unit, { maxDecimals: 2 })}</strong>
      )}
    </div>
  );
}

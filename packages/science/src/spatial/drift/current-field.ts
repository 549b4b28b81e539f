import type { Grid } from '@kianda/geo';

/** Currents in m/s on a grid at instants in order; NaN is land, or not known. */
export type CurrentField = {
  readonly grid: Grid;
  readonly timesMs: readonly number[];
  /** One field each instant, rows from the south. */
  readonly east: readonly Float32Array[];
  readonly north: readonly Float32Array[];
};

/** Currents at one instant with land at rest, east and north in turn; a globe has its first column once more at its end. */
export type Snapshot = { readonly columns: number; readonly rows: number; readonly flow: Float32Array };

/** True where the columns go around the Earth. */
export function isGlobe({ columns, lonStepDegrees }: Grid): boolean {
  return Math.abs(columns * lonStepDegrees - 360) < lonStepDegrees / 2;
}

/** Throws a RangeError for a field without instants in order, or with fields of another size. */
export function requireField({ grid, timesMs, east, north }: CurrentField): void {
  const cells = grid.columns * grid.rows;
  const isOrdered =
    timesMs.length > 0 && timesMs.every((time, place) => place === 0 || time > (timesMs[place - 1] ?? 0));
  if (!isOrdered || grid.columns < 2 || grid.rows < 2) {
    throw new RangeError(
      `currents: received ${timesMs.length} instants on ${grid.columns} × ${grid.rows}, expected instants in order on 2 × 2 or more`,
    );
  }
  for (const [name, fields] of Object.entries({ east, north })) {
    if (fields.length === timesMs.length && fields.every((field) => field.length === cells)) continue;
    throw new RangeError(
      `currents: received ${fields.length} fields ${name}, expected ${timesMs.length} of ${cells} cells`,
    );
  }
}

export function emptySnapshot(grid: Grid): Snapshot {
  const columns = grid.columns + (isGlobe(grid) ? 1 : 0);
  return { columns, rows: grid.rows, flow: new Float32Array(2 * columns * grid.rows) };
}

/** Writes the currents of an instant, on a straight line between the fields around it; before the first and after the last, theirs. */
export function fillSnapshot(field: CurrentField, timeMs: number, into: Snapshot): void {
  const { grid, timesMs, east, north } = field;
  let after = timesMs.findIndex((time) => time >= timeMs);
  if (after < 0) after = timesMs.length - 1;
  const before = Math.max(0, after - (timesMs[after] === timeMs ? 0 : 1));
  const [from, to] = [timesMs[before] ?? 0, timesMs[after] ?? 0];
  const share = to > from ? Math.max(0, Math.min(1, (timeMs - from) / (to - from))) : 0;
  for (const [component, fields] of [east, north].entries()) {
    const [one, other] = [fields[before], fields[after]];
    if (one === undefined || other === undefined) continue;
    for (let row = 0; row < grid.rows; row += 1) {
      for (let column = 0; column < into.columns; column += 1) {
        const cell = row * grid.columns + (column % grid.columns);
        const value = (1 - share) * (one[cell] ?? 0) + share * (other[cell] ?? 0);
        into.flow[2 * (row * into.columns + column) + component] = Number.isNaN(value) ? 0 : value;
      }
    }
  }
}

/** 1 where a cell has no current at any instant. */
export function landOf({ grid, east }: CurrentField): Uint8Array {
  return Uint8Array.from({ length: grid.columns * grid.rows }, (_, cell) =>
    east.every((field) => Number.isNaN(field[cell])) ? 1 : 0,
  );
}

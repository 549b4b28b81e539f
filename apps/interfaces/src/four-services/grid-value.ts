/** Grid of a result as the platform sends it: rows south → north, stored as integers. */
export type StoredGrid = {
  readonly west: number;
  readonly south: number;
  readonly lonStepDegrees: number;
  readonly latStepDegrees: number;
  readonly columns: number;
  readonly rows: number;
  readonly scale: number;
  readonly offset: number;
  readonly values: string;
};

const missing = -32_768;

/** Value of the cell that a position lies in; null outside the grid and where the cell has none. */
export function valueAt(grid: StoredGrid, lon: number, lat: number): number | null {
  const column = Math.round((lon - grid.west) / grid.lonStepDegrees);
  const row = Math.round((lat - grid.south) / grid.latStepDegrees);
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return null;
  const bytes = Uint8Array.from(atob(grid.values), (character) => character.charCodeAt(0));
  const stored = new DataView(bytes.buffer).getInt16((row * grid.columns + column) * 2, true);
  return stored === missing ? null : stored * grid.scale + grid.offset;
}

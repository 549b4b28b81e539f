/** A field of `rows` × `columns` cells, row-major, rows south → north; NaN is missing (land, cloud). */
export type Field = { readonly values: Float32Array; readonly columns: number; readonly rows: number };

/** A field whose rows have latitudes. */
export type LatitudeField = Field & {
  /** Of the first row, degrees. */
  readonly south: number;
  readonly latStepDegrees: number;
};

const kilometersPerDegree = 111.195;

/**
 * Contextual median filter: a cell that is the greatest or least of its 5 × 5 neighbourhood stays; otherwise, if it is
 * that of its 3 × 3, it becomes their median. Removes noise, preserves fronts and blooms. Source: Belkin & O'Reilly
 * (2009), J. Mar. Syst. 78:319–326, as in boaR.
 */
export function contextualMedian(field: Field): Float32Array {
  return field.values.map((value, index) => {
    if (Number.isNaN(value)) return Number.NaN;
    const column = index % field.columns;
    const row = Math.floor(index / field.columns);
    if (isExtreme(value, around(field, column, row, 2))) return value;
    const near = around(field, column, row, 1);
    return isExtreme(value, near) ? medianOf(near) : value;
  });
}

/**
 * Fronts of a field (chlorophyll as log10): magnitude of the Sobel gradient per cell after the contextual median, and
 * its direction (radians, from east towards north, up the gradient). The border and cells next to a missing one are
 * NaN. Source: Belkin & O'Reilly (2009).
 */
export function belkinOReilly(field: Field): { readonly magnitude: Float32Array; readonly direction: Float32Array } {
  const { columns, rows } = field;
  const filtered = contextualMedian(field);
  const magnitude = new Float32Array(filtered.length).fill(Number.NaN);
  const direction = new Float32Array(filtered.length).fill(Number.NaN);
  const at = (column: number, row: number) => filtered[row * columns + column] ?? Number.NaN;
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const east = at(column + 1, row - 1) + 2 * at(column + 1, row) + at(column + 1, row + 1);
      const west = at(column - 1, row - 1) + 2 * at(column - 1, row) + at(column - 1, row + 1);
      const north = at(column - 1, row + 1) + 2 * at(column, row + 1) + at(column + 1, row + 1);
      const south = at(column - 1, row - 1) + 2 * at(column, row - 1) + at(column + 1, row - 1);
      const [gx, gy] = [(east - west) / 8, (north - south) / 8];
      // NaN of any neighbour, and of the centre, makes the cell unknown.
      magnitude[row * columns + column] = Math.hypot(gx, gy) + 0 * at(column, row);
      direction[row * columns + column] = Math.atan2(gy, gx) + 0 * at(column, row);
    }
  }
  return { magnitude, direction };
}

export type FrontLatitude = {
  readonly latDegrees: number;
  /** Cooling towards the pole at the front. */
  readonly celsiusPer100Km: number;
  /** The strongest gradient was at the end of the latitudes that could be searched: the front may lie beyond. */
  readonly atEdge: boolean;
  readonly searched: readonly [south: number, north: number];
};

export type FrontSearch = {
  readonly southDegrees?: number;
  readonly northDegrees?: number;
  /** Rows are averaged over so many degrees: an eddy must not pass for the front. */
  readonly smoothingDegrees?: number;
};

/**
 * Latitude of the Angola–Benguela front: where temperature (°C), averaged over the cells of `isNearCoast`, falls most
 * steeply towards the south, between 22° and 10° S. Null where fewer than two latitudes are known. Source: gradient
 * maximum, after Shannon et al. (1987) and Veitch et al. (2006).
 */
export function frontLatitude(
  field: LatitudeField,
  isNearCoast: (column: number, row: number) => boolean,
  { southDegrees = -22, northDegrees = -10, smoothingDegrees = 0.5 }: FrontSearch = {},
): FrontLatitude | null {
  const gradients: { lat: number; slope: number }[] = [];
  for (let row = 1; row < field.rows - 1; row += 1) {
    const lat = field.south + row * field.latStepDegrees;
    if (lat < southDegrees || lat > northDegrees) continue;
    const slope = meanSlope(field, row, isNearCoast);
    if (slope !== null) gradients.push({ lat, slope });
  }
  const half = Math.round(smoothingDegrees / field.latStepDegrees / 2);
  if (gradients.length <= 2 * half) return null;
  let best: { index: number; slope: number } | null = null;
  for (let index = half; index < gradients.length - half; index += 1) {
    const window = gradients.slice(index - half, index + half + 1);
    const slope = window.reduce((sum, each) => sum + each.slope, 0) / window.length;
    if (best === null || slope > best.slope) best = { index, slope };
  }
  const centre = best === null ? undefined : gradients[best.index];
  const [southmost, northmost] = [gradients[half], gradients[gradients.length - 1 - half]];
  if (best === null || centre === undefined || southmost === undefined || northmost === undefined) return null;
  return {
    latDegrees: centre.lat,
    celsiusPer100Km: (best.slope / kilometersPerDegree) * 100,
    atEdge: best.index === half || best.index === gradients.length - 1 - half,
    searched: [southmost.lat, northmost.lat],
  };
}

/** Mean over the coastal cells of a row of the centred difference to north and south, °C per degree; null if unknown. */
function meanSlope(
  { values, columns, latStepDegrees }: LatitudeField,
  row: number,
  isNearCoast: (column: number, row: number) => boolean,
): number | null {
  let sum = 0;
  let count = 0;
  for (let column = 0; column < columns; column += 1) {
    if (!isNearCoast(column, row)) continue;
    const north = values[(row + 1) * columns + column] ?? Number.NaN;
    const south = values[(row - 1) * columns + column] ?? Number.NaN;
    const slope = (north - south) / (2 * latStepDegrees);
    if (Number.isNaN(slope)) continue;
    sum += slope;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

function around({ values, columns, rows }: Field, column: number, row: number, reach: number): number[] {
  const found: number[] = [];
  for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r += 1) {
    for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c += 1) {
      const value = values[r * columns + c] ?? Number.NaN;
      if (!Number.isNaN(value)) found.push(value);
    }
  }
  return found;
}

function isExtreme(value: number, others: readonly number[]): boolean {
  return others.every((other) => other <= value) || others.every((other) => other >= value);
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

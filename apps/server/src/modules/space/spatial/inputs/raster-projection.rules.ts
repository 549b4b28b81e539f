import { formatNumber } from '@kianda/format';
import type { Grid } from '@kianda/geo';
import proj4 from 'proj4';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

type System = {
  readonly definition: string;
  /** Degrees east or west of the middle meridian, and north or south of the equator, up to which it serves. */
  readonly middle: number;
  readonly reach: readonly [east: number, north: number];
};

/** Beyond two zones nobody writes files in a zone, and beyond 84° of latitude in any. */
const utm = (zone: number, hemisphere: '' | ' +south'): System => ({
  definition: `+proj=utm +zone=${zone}${hemisphere} +datum=WGS84 +units=m +no_defs`,
  ...{ middle: 6 * zone - 183, reach: [15, 84] },
});
const mercator = (definition: string): System => ({ definition, middle: 0, reach: [180, 89] });

/** Systems in metres over WGS 84 that files of these waters come in, by EPSG code. */
const systems: Readonly<Record<number, System>> = {
  3857: mercator('EPSG:3857'),
  3395: mercator('+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs'),
  32632: utm(32, ''),
  32732: utm(32, ' +south'),
  32733: utm(33, ' +south'),
  32734: utm(34, ' +south'),
};

/** The codes that are converted, for people. */
export const convertedCodes: string = Object.keys(systems)
  .map((code) => `EPSG:${code}`)
  .join(', ');

export const isConverted = (code: number | undefined): code is number =>
  code !== undefined && Object.hasOwn(systems, code);

/** Cells of a file in metres: the middle of the first, and the step to the next. */
export type SourceGrid = {
  readonly code: number;
  readonly columns: number;
  readonly rows: number;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
};

const pointsPerEdge = 64;
/** A place must come back to where it was, to this part of a cell. */
const mostDrift = 0.01;
/** Columns between two exact places may be interpolated where the middle is right to this part of a cell. */
const tolerance = 0.01;

function systemOf(code: number): System {
  const system = systems[code];
  if (system === undefined) throw new Error(`spatial: EPSG:${code} is not converted`);
  return system;
}

const refusal = (code: number, why: string) =>
  new UnreadableFile(
    `${why} Veja no QGIS se o sistema é mesmo EPSG:${code}, ou converta o ficheiro com «gdalwarp -t_srs EPSG:4326».`,
  );

/** A grid in degrees over the same place, with cells as long as those of the file along its diagonal. Throws `UnreadableFile`. */
export function degreesGrid(source: SourceGrid, mostCells: number): Grid {
  const { code, columns, rows } = source;
  const { definition, middle, reach } = systemOf(code);
  const converter = proj4(definition);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [column, row] of edgesOf(source)) {
    const [x, y] = [source.x + column * source.dx, source.y + row * source.dy];
    const [lon = Number.NaN, lat = Number.NaN] = converter.inverse([x, y]);
    const isWithin = Math.abs(lon - middle) <= reach[0] && Math.abs(lat) <= reach[1];
    const [backX = Number.NaN, backY = Number.NaN] = isWithin ? converter.forward([lon, lat]) : [];
    const drift = Math.max(Math.abs((backX - x) / source.dx), Math.abs((backY - y) / source.dy));
    if (!(drift <= mostDrift)) throw refusal(code, `As coordenadas do ficheiro ficam fora de onde EPSG:${code} serve.`);
    [west, south, east, north] = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
  }
  const step = Math.hypot(east - west, north - south) / Math.hypot(columns, rows);
  const size = {
    columns: Math.max(2, Math.round((east - west) / step)),
    rows: Math.max(2, Math.round((north - south) / step)),
  };
  if (size.columns * size.rows > mostCells) {
    const [has, most] = [formatNumber(size.columns * size.rows), formatNumber(mostCells)];
    throw new UnreadableFile(
      `Em graus o ficheiro fica com ${has} células, e o limite são ${most}: recorte-o à área de que precisa, ou reduza a resolução.`,
    );
  }
  const [lonStepDegrees, latStepDegrees] = [(east - west) / size.columns, (north - south) / size.rows];
  return {
    ...{ west: west + lonStepDegrees / 2, south: south + latStepDegrees / 2 },
    ...{ lonStepDegrees, latStepDegrees, ...size },
  };
}

/** Places along the outer edges of the cells, in cells from the middle of the first. */
function edgesOf({ columns, rows }: SourceGrid): readonly (readonly [number, number])[] {
  const along = (count: number) =>
    Array.from({ length: pointsPerEdge + 1 }, (_, place) => (place / pointsPerEdge) * count - 0.5);
  return [
    ...along(columns).flatMap((column) => [[column, -0.5] as const, [column, rows - 0.5] as const]),
    ...along(rows).flatMap((row) => [[-0.5, row] as const, [columns - 0.5, row] as const]),
  ];
}

/**
 * Rows of a grid in degrees, each cell with the value of the cell of the file in which its middle lies: no value is made
 * that was not measured. NaN outside the file.
 */
export function warpedRows(
  cells: Float32Array,
  { source, grid }: { readonly source: SourceGrid; readonly grid: Grid },
  [first, end]: readonly [number, number],
): Float32Array {
  const converter = proj4(systemOf(source.code).definition);
  const warped = new Float32Array((end - first) * grid.columns);
  const at = { columns: new Float64Array(grid.columns), rows: new Float64Array(grid.columns) };
  for (let row = first; row < end; row += 1) {
    placeRow(at, grid.columns, (column) => {
      const place = [grid.west + column * grid.lonStepDegrees, grid.south + row * grid.latStepDegrees];
      const [x = Number.NaN, y = Number.NaN] = converter.forward(place);
      return [(x - source.x) / source.dx, (y - source.y) / source.dy];
    });
    for (let column = 0; column < grid.columns; column += 1) {
      const from = [Math.round(at.columns[column] ?? -1), Math.round(at.rows[column] ?? -1)] as const;
      const isInside = from[0] >= 0 && from[0] < source.columns && from[1] >= 0 && from[1] < source.rows;
      const value = isInside ? cells[from[1] * source.columns + from[0]] : undefined;
      warped[(row - first) * grid.columns + column] = value ?? Number.NaN;
    }
  }
  return warped;
}

type Place = readonly [column: number, row: number];
type Places = { readonly columns: Float64Array; readonly rows: Float64Array };

/** Places of the columns of a row in the file: exact at the ends of stretches that are straight, in between along them. */
function placeRow(into: Places, count: number, exact: (column: number) => Place): void {
  const put = (column: number, [x, y]: Place) => {
    into.columns[column] = x;
    into.rows[column] = y;
  };
  const fill = (from: number, to: number, [a, b]: readonly [Place, Place]): void => {
    put(from, a);
    put(to, b);
    if (to - from < 2) return;
    const middle = (from + to) >> 1;
    const share = (middle - from) / (to - from);
    const found = exact(middle);
    const isStraight = [0, 1].every(
      (axis) => Math.abs((found[axis] ?? 0) - (a[axis] ?? 0) - share * ((b[axis] ?? 0) - (a[axis] ?? 0))) < tolerance,
    );
    if (!isStraight) {
      fill(from, middle, [a, found]);
      fill(middle, to, [found, b]);
      return;
    }
    for (let column = from + 1; column < to; column += 1) {
      const part = (column - from) / (to - from);
      put(column, [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]);
    }
  };
  fill(0, count - 1, [exact(0), exact(count - 1)]);
}

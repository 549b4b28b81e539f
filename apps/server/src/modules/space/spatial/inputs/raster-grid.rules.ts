import { formatNumber } from '@kianda/format';
import type { Grid } from '@kianda/geo';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { convertedCodes, degreesGrid, isConverted, type SourceGrid } from './raster-projection.rules.ts';

/** Place of a GeoTIFF, as the file gives it. */
export type RasterFacts = {
  readonly columns: number;
  readonly rows: number;
  readonly keys: {
    readonly model: number | undefined;
    readonly geographic: number | undefined;
    readonly projected: number | undefined;
    readonly citation: string | undefined;
  };
  /** Corner of the first cell, or its middle, and the step to the next; null: the file says nothing of its place. */
  readonly place: { readonly origin: readonly number[]; readonly step: readonly number[] } | null;
  readonly isTurned: boolean;
  /** The place is that of the middle of the first cell. */
  readonly isPoint: boolean;
};

/** Code of the system in degrees that cells are handed over in. */
export const wgs84 = 4326;
const projectedModel = 1;
/** Code of GeoTIFF for a coordinate system that the file defines itself. */
const userDefined = 32_767;
/** A file may reach beyond the poles and the date line by its outermost cells, or count its longitudes from 0 to 360. */
const [mostLongitude, leastLongitude, mostLatitude, slack] = [360, -180, 90, 0.51];
const remedy =
  'Converta-o para EPSG:4326, no QGIS em «Raster › Projeções › Deformar», ou com «gdalwarp -t_srs EPSG:4326».';

/** The cells of a file: as they are, where they are in degrees, or with where they come from in metres. */
export type PlacedGrid = {
  readonly grid: Grid;
  /** Of the rows of the file. */
  readonly isNorthFirst: boolean;
  /** Null of a file in degrees. */
  readonly source: SourceGrid | null;
};

/**
 * The grid of a GeoTIFF in degrees, and whether its first row is in the north; of a file in metres, also its own grid.
 * Throws `UnreadableFile` with what to do.
 */
export function placedGrid(facts: RasterFacts, mostCells: number): PlacedGrid {
  const { columns, rows, place, isTurned, isPoint } = facts;
  const code = facts.keys.model === projectedModel ? facts.keys.projected : undefined;
  if (!isConverted(code)) requireWgs84(facts.keys);
  if (columns * rows > mostCells) {
    const [has, most] = [formatNumber(columns * rows), formatNumber(mostCells)];
    throw new UnreadableFile(
      `O ficheiro tem ${has} células, e o limite são ${most}: recorte-o à área de que precisa, ou reduza a resolução.`,
    );
  }
  if (columns < 2 || rows < 2)
    throw new UnreadableFile('O ficheiro precisa de duas células, pelo menos, em cada lado.');
  if (isTurned) throw new UnreadableFile(`As linhas do ficheiro estão rodadas em relação ao norte. ${remedy}`);
  const [x = Number.NaN, y = Number.NaN] = place?.origin ?? [];
  const [dx = Number.NaN, dy = Number.NaN] = place?.step ?? [];
  if (![x, y, dx, dy].every(Number.isFinite) || !(dx > 0) || dy === 0) {
    throw new UnreadableFile('O ficheiro não diz onde estão as suas células: grave-o com a georreferência.');
  }
  const half = isPoint ? 0 : 0.5;
  const first = { x: x + half * dx, y: y + half * dy };
  if (isConverted(code)) {
    const source = { code, columns, rows, ...first, dx, dy };
    return { grid: degreesGrid(source, mostCells), isNorthFirst: false, source };
  }
  const latStepDegrees = Math.abs(dy);
  const isNorthFirst = dy < 0;
  const grid = {
    ...{ west: first.x, south: isNorthFirst ? first.y - (rows - 1) * latStepDegrees : first.y },
    ...{ lonStepDegrees: dx, latStepDegrees, columns, rows },
  };
  requireDegrees(grid);
  return { grid, isNorthFirst, source: null };
}

function requireWgs84({ model, geographic, projected, citation }: RasterFacts['keys']): void {
  if (model !== projectedModel && projected === undefined && geographic === wgs84) return;
  const code = projected ?? geographic;
  if (code !== undefined && code !== userDefined) {
    throw new UnreadableFile(
      `O ficheiro está em EPSG:${code}, e leem-se os que estão em EPSG:4326, ${convertedCodes}. ${remedy}`,
    );
  }
  if (model === undefined && code === undefined) {
    throw new UnreadableFile(`O ficheiro não diz o seu sistema de coordenadas. ${remedy}`);
  }
  const named = citation === undefined ? '' : ` («${citation.replace(/\p{Cc}/gu, '').slice(0, 80)}»)`;
  throw new UnreadableFile(`O sistema de coordenadas do ficheiro${named} não é EPSG:4326. ${remedy}`);
}

function requireDegrees({ west, south, lonStepDegrees, latStepDegrees, columns, rows }: Grid): void {
  const [east, north] = [west + (columns - 1) * lonStepDegrees, south + (rows - 1) * latStepDegrees];
  const isOnEarth =
    west >= leastLongitude - slack &&
    east <= mostLongitude + slack &&
    south >= -mostLatitude - slack &&
    north <= mostLatitude + slack;
  if (!isOnEarth) {
    throw new UnreadableFile(`As coordenadas do ficheiro não são graus, embora diga que está em EPSG:4326. ${remedy}`);
  }
}

import { angolaBbox, isInZee, type Position, pointInPolygon } from '@kianda/geo';
import type { ProductRow } from '../ocean/index.ts';

export const cellDegrees = 0.25;

export type CoverageCell = { lon: number; lat: number; passes: number; lastSeen: string | null };

type Cell = { readonly lon: number; readonly lat: number; readonly centre: Position; readonly area: number };
let cells: readonly Cell[] | null = null;

/** Cells whose centre lies in the ZEE, by their south-west corner; areas relative to one at the equator. */
function zeeCells(): readonly Cell[] {
  if (cells !== null) return cells;
  const [west, south, east, north] = angolaBbox;
  const first = (edge: number) => Math.floor(edge / cellDegrees) * cellDegrees;
  const found: Cell[] = [];
  for (let lat = first(south); lat < north; lat += cellDegrees) {
    for (let lon = first(west); lon < east; lon += cellDegrees) {
      const centre: Position = [lon + cellDegrees / 2, lat + cellDegrees / 2];
      if (isInZee(centre)) found.push({ lon, lat, centre, area: Math.cos((centre[1] * Math.PI) / 180) });
    }
  }
  cells = found;
  return found;
}

/**
 * Number of passes of the given products over each part of the ZEE. Instruments and deliveries of one orbit are one pass.
 * A product without a place counts nowhere.
 */
export function coverageOf(products: readonly ProductRow[]) {
  const shown = products.flatMap((row) => {
    const geometry = arealOf(row.footprint);
    if (geometry === null) return [];
    return [{ geometry, pass: passOf(row), seenMs: row.observed_at.getTime() }];
  });
  let seenArea = 0;
  let area = 0;
  const counted = zeeCells().map((cell): CoverageCell => {
    const passes = new Set<string>();
    let lastMs: number | null = null;
    for (const { geometry, pass, seenMs } of shown) {
      if (!pointInPolygon(cell.centre, geometry)) continue;
      passes.add(pass);
      if (lastMs === null || seenMs > lastMs) lastMs = seenMs;
    }
    area += cell.area;
    if (passes.size > 0) seenArea += cell.area;
    const lastSeen = lastMs === null ? null : new Date(lastMs).toISOString();
    return { lon: cell.lon, lat: cell.lat, passes: passes.size, lastSeen };
  });
  return {
    share: shown.length === 0 ? null : seenArea / area,
    cells: counted,
    withoutFootprint: products.length - shown.length,
  };
}

function passOf({ platform, cycle, relative_orbit: orbit, observed_at: at }: ProductRow): string {
  return `${platform}/${cycle}/${orbit ?? at.toISOString()}`;
}

type Areal = Parameters<typeof pointInPolygon>[1];

function arealOf(footprint: ProductRow['footprint']): Areal | null {
  if (footprint === null) return null;
  if (footprint.type !== 'Polygon' && footprint.type !== 'MultiPolygon') return null;
  return footprint as Areal;
}

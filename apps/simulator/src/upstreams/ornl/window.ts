import type { Subset } from '@kianda/connectors/ornl/wire';
import { dayMs, hashUnit, isoDate, type Position } from '@kianda/geo';
import type { World } from '../../world/types.ts';

/** Sphere of the MODIS grid, metres, and its tiles: 4800 pixels of 250 m. */
const radiusMeters = 6_371_007.181;
const tileMeters = 1_111_950.5196666666;
const cellMeters = tileMeters / 4800;
const [westMeters, northMeters] = [-20_015_109.354, 10_007_554.677];
const nominalMeters = 250;
const fill = -3000;

export type CompositeDay = { readonly name: string; readonly startMs: number };

/** Composites begin every sixteen days of each year, from the first of the mission, and are published 26 days later. */
export function compositesUntil(nowMs: number): CompositeDay[] {
  const days: CompositeDay[] = [];
  for (let year = 2000; year <= new Date(nowMs).getUTCFullYear(); year += 1) {
    for (let day = year === 2000 ? 49 : 1; day <= 353; day += 16) {
      const startMs = Date.UTC(year, 0, day);
      if (startMs + 26 * dayMs <= nowMs) days.push({ name: `A${year}${String(day).padStart(3, '0')}`, startMs });
    }
  }
  return days;
}

type Asked = { readonly position: Position; readonly kmAboveBelow: number; readonly kmLeftRight: number };

/** The window of pixels around a place, and what they show in each composite. */
export function windowOf(
  { land, seed }: Pick<World, 'land' | 'seed'>,
  { position, kmAboveBelow, kmLeftRight }: Asked,
  days: readonly CompositeDay[],
): Pick<Subset, 'xllcorner' | 'yllcorner' | 'cellsize' | 'nrows' | 'ncols' | 'subset'> {
  const [lon, lat] = position;
  const radians = Math.PI / 180;
  const x = radiusMeters * lon * radians * Math.cos(lat * radians);
  const y = radiusMeters * lat * radians;
  const [halfRows, halfColumns] = [kmAboveBelow, kmLeftRight].map((km) => Math.floor((km * 1000) / nominalMeters));
  const [nrows, ncols] = [2 * (halfRows ?? 0) + 1, 2 * (halfColumns ?? 0) + 1];
  const column = Math.floor((x - westMeters) / cellMeters) - (halfColumns ?? 0);
  const row = Math.floor((northMeters - y) / cellMeters) + (halfRows ?? 0);
  const tile = [Math.floor((x - westMeters) / tileMeters), Math.floor((northMeters - y) / tileMeters)];
  const [h, v] = tile.map((number) => String(number).padStart(2, '0'));
  // Trees, fields and tracks: each pixel is a little greener or barer than its surroundings, always the same one.
  const texture = Array.from(
    { length: nrows * ncols },
    (_, at) => 0.12 * (hashUnit(seed, 'pixel', lon, lat, at) - 0.5),
  );
  return {
    xllcorner: (westMeters + column * cellMeters).toFixed(2),
    yllcorner: (northMeters - (row + 1) * cellMeters).toFixed(2),
    cellsize: cellMeters,
    ...{ nrows, ncols },
    subset: days.map(({ name, startMs }) => ({
      modis_date: name,
      calendar_date: isoDate(startMs),
      band: '250m_16_days_NDVI',
      tile: `h${h}v${v}`,
      proc_date: processed(startMs + 18 * dayMs),
      data: pixels(land.ndvi(position, startMs + 8 * dayMs), texture, (at) =>
        hashUnit(seed, 'cloud', lon, lat, name, at),
      ),
    })),
  };
}

/** Water and what clouds hid for all the sixteen days have the fill value. */
function pixels(ndvi: number | null, texture: readonly number[], chance: (at: number) => number): number[] {
  if (ndvi === null) return texture.map(() => fill);
  const hidden = 0.02 + 0.1 * ndvi;
  return texture.map((offset, at) =>
    chance(at) < hidden ? fill : Math.round(Math.min(0.98, Math.max(-0.19, ndvi + offset * (0.3 + ndvi))) * 10_000),
  );
}

/** `YYYYDDDhhmmss`, as the product's files have it. */
function processed(timeMs: number): string {
  const year = new Date(timeMs).getUTCFullYear();
  const day = Math.floor((timeMs - Date.UTC(year, 0, 1)) / dayMs) + 1;
  return `${year}${String(day).padStart(3, '0')}041500`;
}

import type { PolygonGeometry, Position } from '../position.ts';
import { coastLongitude } from './coast.ts';
import { zeeSpanAt } from './zee.ts';

export type FishingSegment = 'artesanal' | 'semi-industrial' | 'industrial';
export type FishingSector = 'cabinda' | 'norte' | 'centro' | 'sul';

export type FishingZone = {
  readonly id: string;
  readonly name: string;
  readonly segment: FishingSegment;
  readonly sector: FishingSector;
  readonly status: 'proposta operacional';
  readonly geometry: PolygonGeometry;
};

/** Distance from the coast in nautical miles at which each strip begins and ends; null: the limit of the ZEE. */
export const fishingStrips: readonly {
  readonly segment: FishingSegment;
  readonly label: string;
  readonly fromNauticalMiles: number;
  readonly toNauticalMiles: number | null;
}[] = [
  { segment: 'artesanal', label: 'Pesca artesanal', fromNauticalMiles: 0, toNauticalMiles: 6 },
  { segment: 'semi-industrial', label: 'Pesca semi-industrial', fromNauticalMiles: 6, toNauticalMiles: 12 },
  { segment: 'industrial', label: 'Pesca industrial', fromNauticalMiles: 12, toNauticalMiles: null },
];

/** Norte, Centro and Sul follow the usage of the fisheries administration; Cabinda is set apart by its geography. */
export const fishingSectors: readonly {
  readonly sector: FishingSector;
  readonly label: string;
  readonly south: number;
  readonly north: number;
}[] = [
  { sector: 'cabinda', label: 'Cabinda', south: -5.75, north: -5.1 },
  { sector: 'norte', label: 'Norte (Soyo–Luanda)', south: -9, north: -6.1 },
  { sector: 'centro', label: 'Centro (Luanda–Benguela)', south: -12.6, north: -9 },
  { sector: 'sul', label: 'Sul (Benguela–Cunene)', south: -17.24, north: -12.6 },
];

const stepDegrees = 0.05;

/** Strip between two distances from the coast along the parallel, clipped to the ZEE's own edges. */
function strip(
  south: number,
  north: number,
  fromNauticalMiles: number,
  toNauticalMiles: number | null,
): PolygonGeometry {
  const outer: Position[] = [];
  const inner: Position[] = [];
  const steps = Math.round((north - south) / stepDegrees);
  for (let step = 0; step <= steps; step++) {
    const lat = south + ((north - south) * step) / steps;
    const span = zeeSpanAt(lat);
    if (span === null) continue;
    const [zeeWest, zeeEast] = span;
    const shore = Math.min(coastLongitude(lat), zeeEast);
    const degreesPerMile = 1 / 60 / Math.cos((lat * Math.PI) / 180);
    const east = Math.max(zeeWest, shore - fromNauticalMiles * degreesPerMile);
    const west = toNauticalMiles === null ? zeeWest : Math.max(zeeWest, shore - toNauticalMiles * degreesPerMile);
    inner.push([east, lat]);
    outer.push([west, lat]);
  }
  const ring = [...inner, ...outer.reverse()];
  const first = ring[0];
  return { type: 'Polygon', coordinates: [first === undefined ? [] : [...ring, first]] };
}

/**
 * Twelve working zones: three strips by distance from the coast in four sectors. An operational proposal to start
 * with, to be edited on the platform: the distances in force are those of the yearly decree.
 */
export const fishingZones: readonly FishingZone[] = fishingSectors.flatMap(
  ({ sector, label: sectorLabel, south, north }) =>
    fishingStrips.map(({ segment, label, fromNauticalMiles, toNauticalMiles }) => ({
      id: `${sector}-${segment}`,
      name: `${label} – ${sectorLabel}`,
      segment,
      sector,
      status: 'proposta operacional' as const,
      geometry: strip(south, north, fromNauticalMiles, toNauticalMiles),
    })),
);

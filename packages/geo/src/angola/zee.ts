import type { Bbox } from '../bbox.ts';
import { pointInPolygon, ringLongitudesAt } from '../polygon.ts';
import type { MultiPolygonGeometry, PolygonGeometry, Position, Ring, SourcedFigure } from '../position.ts';
import { coastLine } from './coast.ts';

/** Marine Regions (and Global Fishing Watch) id of "Angolan Exclusive Economic Zone"; ISO3 AGO, 200 NM. */
export const zeeMrgid = 8478;

/** Box around the whole country's sea, used wherever a provider is asked for "Angola". */
export const angolaBbox: Bbox = [8.2, -18, 14, -4.4];

/** Text that must accompany every drawing of these polygons. */
export const zeeNotice = 'Aproximação de trabalho da ZEE; não representa limites legais.';

/**
 * The published areas differ, and none of them is the area of the polygons below: show the figure with its source, and
 * use the polygons' own area for ratios only.
 */
export const zeeAreas: {
  readonly configured: SourcedFigure;
  readonly national: SourcedFigure;
  readonly marineRegions: SourcedFigure;
} = {
  configured: { value: 518_000, unit: 'km²', source: 'Valor de configuração da consola' },
  national: {
    value: 518_433,
    unit: 'km²',
    source: 'BCC GeoData, camada nacional AGO_OEM_BASE_ZEE («Angola detém uma ZEE com extensão de 518.433 Km²»)',
  },
  marineRegions: { value: 495_866, unit: 'km²', source: 'Marine Regions, EEZ v11, MRGID 8478' },
};

/**
 * Sea of Angola south of the Congo mouth: EPSG area 1604 ("Angola – Angola proper – offshore"), 424 vertices thinned
 * to 29 with a tolerance of 0.08°. Its area with WGS84 geodesics is 487,732 km², 0.5 % less than the original.
 */
const properRing: Ring = [
  [10.532, -6.033],
  [9.059, -7.035],
  [9.693, -8.4],
  [9.668, -9.65],
  [10.1, -11.016],
  [9.33, -12.258],
  [8.93, -13.865],
  [8.514, -14.665],
  [8.335, -15.274],
  [8.242, -17.107],
  [8.264, -17.25],
  [11.753, -17.255],
  [11.731, -15.851],
  [12.015, -15.569],
  [12.332, -14.105],
  [12.505, -13.844],
  [12.513, -13.424],
  [12.938, -12.994],
  [12.97, -12.784],
  [13.376, -12.59],
  [13.662, -12.17],
  [13.849, -10.956],
  [12.985, -9.081],
  [13.387, -8.74],
  [13.392, -8.394],
  [12.818, -6.95],
  [12.246, -6.104],
  [12.295, -6.011],
  [10.532, -6.033],
];

/**
 * Sea of Cabinda: a wedge between its two ends on the coast (northern limit 5.036° S of EPSG area 4551, southern end
 * 5.77° S) and the western corner 10.5315° E, 6.0333° S of EPSG area 3180. The limits with both Congos are not
 * delimited, so this serves to place data, never to decide in which country they lie.
 */
const cabindaRing: Ring = [[10.5315, -6.0333], ...coastLine(-5.77, -5.036), [10.5315, -6.0333]];

export const zeeProper: PolygonGeometry = { type: 'Polygon', coordinates: [properRing] };
export const zeeCabinda: PolygonGeometry = { type: 'Polygon', coordinates: [cabindaRing] };

/** Both parts of the ZEE as one geometry. A working approximation: see `zeeNotice`. */
export const zee: MultiPolygonGeometry = {
  type: 'MultiPolygon',
  coordinates: [zeeProper.coordinates, zeeCabinda.coordinates],
};

/** True when a position lies in the working approximation of the ZEE. */
export function isInZee(position: Position): boolean {
  return pointInPolygon(position, zee);
}

/** West and east longitude of the ZEE on a parallel (the part south of the Congo first), or null where it has none. */
export function zeeSpanAt(latDegrees: number): readonly [west: number, east: number] | null {
  for (const ring of [properRing, cabindaRing]) {
    const [west, east] = ringLongitudesAt(ring, latDegrees);
    if (west !== undefined && east !== undefined) return [west, east];
  }
  return null;
}

import type { VesselType } from '@kianda/contract/fleet/vessels/list.contract';

/** Shape of a vessel's symbol: a hull turned to `angle`, or a dot where its heading is not known. */
export type FleetSymbol = { readonly shape: 'hull' | 'dot'; readonly angleDegrees: number };

/** Below this speed the course over ground is noise: a vessel at anchor would spin on the map. */
const steadyKnots = 0.5;

const isAngle = (degrees: number | null): degrees is number =>
  degrees !== null && Number.isFinite(degrees) && degrees >= 0 && degrees < 360;

/** Heading first; course where it is missing and the vessel moves; a dot when neither is known. Degrees from north. */
export function symbolOf(vessel: {
  readonly headingDegrees: number | null;
  readonly courseDegrees: number | null;
  readonly speedKnots: number | null;
}): FleetSymbol {
  const { headingDegrees, courseDegrees, speedKnots } = vessel;
  if (isAngle(headingDegrees)) return { shape: 'hull', angleDegrees: headingDegrees };
  const isMoving = speedKnots === null || speedKnots >= steadyKnots;
  if (isAngle(courseDegrees) && isMoving) return { shape: 'hull', angleDegrees: courseDegrees };
  return { shape: 'dot', angleDegrees: 0 };
}

/** Name of the picture of a kind of vessel in a scheme. */
export const fleetImage = (scheme: 'light' | 'dark', type: VesselType, shape: FleetSymbol['shape']): string =>
  `frota-${scheme}-${type}-${shape}`;

/** One vessel as it is drawn. */
export type FleetMark = {
  readonly id: number;
  readonly name: string;
  readonly type: VesselType;
  readonly lon: number;
  readonly lat: number;
  readonly headingDegrees: number | null;
  readonly courseDegrees: number | null;
  readonly speedKnots: number | null;
  /** Not heard for so long that it may be elsewhere: drawn pale. */
  readonly isOld: boolean;
  readonly isSelected: boolean;
};

/** The fleet as GeoJSON points with `id`, `name`, `image`, `angle`, `isOld` and `isSelected`. */
export function fleetFeatures(
  marks: readonly FleetMark[],
  scheme: 'light' | 'dark',
): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: marks.map((mark) => {
      const { shape, angleDegrees } = symbolOf(mark);
      const { id, name, type, isOld, isSelected } = mark;
      return {
        type: 'Feature',
        properties: { id, name, image: fleetImage(scheme, type, shape), angle: angleDegrees, isOld, isSelected },
        geometry: { type: 'Point', coordinates: [mark.lon, mark.lat] },
      };
    }),
  };
}

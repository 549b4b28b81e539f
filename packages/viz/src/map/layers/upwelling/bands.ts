import { coastLongitude, metersPerDegree } from '@kianda/geo';
import { activeAbove } from './upwelling-scale.ts';

/** Index of one band of latitude, °C, and the temperatures that it is the difference of. */
export type UpwellingBand = {
  /** Middle of the band, degrees. */
  readonly latitude: number;
  readonly index: number;
  readonly coastCelsius: number | null;
  readonly offshoreCelsius: number | null;
};

/** Height of a band, and how far its mark reaches to sea: where the coast's temperature is taken. */
const bandDegrees = 0.5;
const reachMeters = 30_000;

/** Bands as areas along the coast, with `index`, `isActive`, `coast` and `offshore`. */
export function upwellingAreas(bands: readonly UpwellingBand[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: bands.map(({ latitude, index, coastCelsius, offshoreCelsius }) => {
      const steps = [-0.5, -0.25, 0, 0.25, 0.5].map((share) => latitude + share * bandDegrees);
      const coast = steps.map((lat) => [coastLongitude(lat), lat]);
      const sea = steps.map((lat) => {
        const degrees = reachMeters / (metersPerDegree * Math.cos((lat * Math.PI) / 180));
        return [coastLongitude(lat) - degrees, lat];
      });
      const ring = [...coast, ...sea.toReversed()];
      return {
        type: 'Feature',
        properties: { index, isActive: index > activeAbove, coast: coastCelsius, offshore: offshoreCelsius },
        geometry: { type: 'Polygon', coordinates: [[...ring, ring[0] as number[]]] },
      };
    }),
  };
}

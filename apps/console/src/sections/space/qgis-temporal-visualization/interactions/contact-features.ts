import type { AnimalContact } from '@kianda/contract/space/temporal/interactions.contract';

/** Of each contact up to an instant, the place of the animal and the line from it to the fishing. */
export function contactFeatures(contacts: readonly AnimalContact[], untilMs: number): GeoJSON.FeatureCollection {
  const known = contacts.filter(({ time }) => Date.parse(time) <= untilMs);
  const features = known.flatMap(({ lon, lat, fishing }) => [
    featureOf({ type: 'Point', coordinates: [lon, lat] }),
    featureOf({
      type: 'LineString',
      coordinates: [
        [lon, lat],
        [fishing.lon, fishing.lat],
      ],
    }),
  ]);
  return { type: 'FeatureCollection', features };
}

const featureOf = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry });

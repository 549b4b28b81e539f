import type { DataOf } from '@kianda/contract';
import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { dayMs, distanceMeters, hourMs } from '@kianda/geo';
import type { DrawnTrack, TrackPoint } from '@kianda/viz/map/layers/tracks/legs.ts';
import { useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';

type Features = DataOf<typeof listAnimalTracks>['features'];
const metersPerNauticalMile = 1852;
/** A tag that is silent for longer than this was somewhere, but nobody knows where. */
const silenceMs = 3 * dayMs;
const none: readonly DrawnTrack[] = [];

/** Tracks of animals of the last year, each leg with its speed over the ground. */
export function useAnimalTracks(isShown: boolean, firstMs: number | undefined): readonly DrawnTrack[] {
  const from = firstMs === undefined ? undefined : new Date(firstMs).toISOString();
  const source = useEndpoint(
    listAnimalTracks,
    { query: { maxFixes: 800, limit: 60, ...(from === undefined ? {} : { from }) } },
    { refetchSeconds: 600, enabled: isShown && from !== undefined },
  );
  const features = source.sourced?.value.features;
  return useMemo(() => (features === undefined || !isShown ? none : drawnTracks(features)), [features, isShown]);
}

/** Tracks as the map draws them. */
export function drawnTracks(features: Features): readonly DrawnTrack[] {
  return features.map(({ id, geometry, properties }) => {
    const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
    const points = positions.map(([lon, lat], index): TrackPoint => {
      const timeMs = Date.parse(properties.times[index] ?? properties.firstFixAt);
      const before = positions[index - 1];
      const elapsedMs = timeMs - Date.parse(properties.times[index - 1] ?? properties.firstFixAt);
      const speedKnots =
        before === undefined || elapsedMs <= 0
          ? null
          : distanceMeters(before, [lon, lat]) / metersPerNauticalMile / (elapsedMs / hourMs);
      return { timeMs, lon, lat, speedKnots, isAfterSilence: before !== undefined && elapsedMs > silenceMs };
    });
    return { id, name: properties.taxon ?? properties.individual, points };
  });
}

import type { DataOf } from '@kianda/contract';
import type { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { useMemo } from 'react';

type Point = DataOf<typeof vesselTrack>['points'][number];

/** Legs of a track, those across a silence apart. */
export function legsOf(points: readonly Pick<Point, 'lon' | 'lat' | 'gapBefore'>[]): GeoJSON.FeatureCollection {
  const features: GeoJSON.Feature<GeoJSON.LineString>[] = [];
  let line: [number, number][] = [];
  const end = (isGap: boolean, coordinates: [number, number][]) => {
    if (coordinates.length > 1)
      features.push({ type: 'Feature', properties: { isGap }, geometry: { type: 'LineString', coordinates } });
  };
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before !== undefined && point.gapBefore) {
      end(false, line);
      end(true, [
        [before.lon, before.lat],
        [point.lon, point.lat],
      ]);
      line = [];
    }
    line.push([point.lon, point.lat]);
  });
  end(false, line);
  const last = points.at(-1);
  return {
    type: 'FeatureCollection',
    features:
      last === undefined
        ? []
        : [
            ...features,
            {
              type: 'Feature',
              properties: { isGap: false },
              geometry: { type: 'Point', coordinates: [last.lon, last.lat] },
            },
          ],
  };
}

type Props = { readonly id: string; readonly points: readonly Point[]; readonly colour: string };

/** A vessel's track, silences broken, with a dot where it was last. */
export function TrackLayer({ id, points, colour }: Props) {
  const data = useMemo(() => legsOf(points), [points]);
  const layers = useMemo<GeoLayerSpec[]>(() => {
    const line = { 'line-color': colour, 'line-width': 2.5 };
    return [
      { id: `${id}-line`, type: 'line', filter: ['==', ['get', 'isGap'], false], paint: line },
      {
        id: `${id}-gap`,
        type: 'line',
        filter: ['==', ['get', 'isGap'], true],
        paint: { ...line, 'line-width': 1.6, 'line-dasharray': [2, 2] },
      },
      {
        id: `${id}-last`,
        type: 'circle',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-radius': 5,
          'circle-color': colour,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 1.5,
        },
      },
    ];
  }, [id, colour]);
  return <GeoLayer id={id} slot="lines" data={data} layers={layers} />;
}

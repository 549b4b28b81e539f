import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { presenceScale } from './presence-scale.ts';

/** Hours of presence in one cell over the window asked for. */
export type PresenceCell = {
  readonly lon: number;
  readonly lat: number;
  readonly hours: number;
  readonly vessels: number;
};

type Props = {
  /** Cells by their south-west corner. */
  readonly cells: readonly PresenceCell[];
  readonly cellDegrees: number;
  readonly opacity?: number;
};

/** Id of the layer whose features carry a cell's `hours` and `vessels`. */
export const presenceHitLayer = 'presence-fill';

/** Vessel presence as coloured cells: where ships spent hours, not where one is now. */
export function PresenceLayer({ cells, cellDegrees, opacity = 1 }: Props) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({ type: 'FeatureCollection', features: cells.map((cell) => cellFeature(cell, cellDegrees)) }),
    [cells, cellDegrees],
  );
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: presenceHitLayer,
        type: 'fill',
        paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': opacity, 'fill-antialias': false },
      },
    ],
    [opacity],
  );
  return <GeoLayer id="presence" slot="cells" data={data} layers={layers} interactive={[presenceHitLayer]} />;
}

function cellFeature({ lon, lat, hours, vessels }: PresenceCell, size: number): GeoJSON.Feature<GeoJSON.Polygon> {
  const [east, north] = [lon + size, lat + size];
  return {
    type: 'Feature',
    properties: { hours, vessels, colour: presenceScale.css(hours) },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [lon, lat],
          [east, lat],
          [east, north],
          [lon, north],
          [lon, lat],
        ],
      ],
    },
  };
}

import { useMemo } from 'react';
import { createColourScale } from '../../../colour/scale.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';

/** Count of satellite passes over a cell in the window. */
export type PassCell = {
  readonly lon: number;
  readonly lat: number;
  readonly passes: number;
  readonly lastSeen: string | null;
};

type Props = {
  /** Cells by their south-west corner. */
  readonly cells: readonly PassCell[];
  readonly cellDegrees: number;
  readonly opacity?: number;
};

/** Two satellites see the same place some four times a day at most: twelve passes are three days of them. */
export const passScale = createColourScale({ ramp: 'matter', range: [0, 12], log: false });

/** Satellite coverage as coloured cells. A cell that no pass saw stays empty: the base map shows through. */
export function PassesLayer({ cells, cellDegrees, opacity = 1 }: Props) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: cells.filter(({ passes }) => passes > 0).map((cell) => cellFeature(cell, cellDegrees)),
    }),
    [cells, cellDegrees],
  );
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: 'passes-fill',
        type: 'fill',
        paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': opacity, 'fill-antialias': false },
      },
    ],
    [opacity],
  );
  return <GeoLayer id="passes" slot="cells" data={data} layers={layers} />;
}

function cellFeature({ lon, lat, passes }: PassCell, size: number): GeoJSON.Feature<GeoJSON.Polygon> {
  const [east, north] = [lon + size, lat + size];
  return {
    type: 'Feature',
    properties: { colour: passScale.css(passes) },
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

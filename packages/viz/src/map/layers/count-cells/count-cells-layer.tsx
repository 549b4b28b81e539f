import { useMemo } from 'react';
import type { ColourScale } from '../../../colour/scale.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';

/** How many things a cell holds, by its south-west corner in degrees. */
export type CountCell = { readonly lon: number; readonly lat: number; readonly count: number };

type Props = {
  readonly cells: readonly CountCell[];
  /** Side of a cell, degrees. */
  readonly cellDegrees: number;
  readonly scale: ColourScale;
};

const layers: GeoLayerSpec[] = [
  {
    id: 'count-cells-fill',
    type: 'fill',
    paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.85, 'fill-antialias': false },
  },
];

/** Counts as coloured cells. A cell with nothing stays empty: the base map shows through. */
export function CountCellsLayer({ cells, cellDegrees, scale }: Props) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: cells.map((cell) => cellFeature(cell, cellDegrees, scale)),
    }),
    [cells, cellDegrees, scale],
  );
  return <GeoLayer id="count-cells" slot="cells" data={data} layers={layers} />;
}

function cellFeature(
  { lon, lat, count }: CountCell,
  size: number,
  scale: ColourScale,
): GeoJSON.Feature<GeoJSON.Polygon> {
  const [east, north] = [lon + size, lat + size];
  return {
    type: 'Feature',
    properties: { colour: scale.css(count) },
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

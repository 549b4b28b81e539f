import { pickColour } from '@kianda/viz/map/colours.ts';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { useMemo } from 'react';
import type { AreaGeometry } from '../areas/parse-area.ts';

const layers: readonly GeoLayerSpec[] = [
  { id: 'rascunho-area', type: 'fill', paint: { 'fill-color': pickColour, 'fill-opacity': 0.2 } },
  { id: 'rascunho-linha', type: 'line', paint: { 'line-color': pickColour, 'line-width': 2 } },
  {
    id: 'rascunho-vertices',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 4.5,
      'circle-color': pickColour,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
    },
  },
];

type Props = { readonly geometry: AreaGeometry | null; readonly vertices: readonly [number, number][] };

/** A contour being drawn: its vertices, the line through them, and the area once there is one. */
export default function DraftLayer({ geometry, vertices }: Props) {
  const data = useMemo<GeoJSON.FeatureCollection>(() => {
    const shapes: GeoJSON.Geometry[] = vertices.map((coordinates) => ({ type: 'Point', coordinates }));
    if (geometry !== null) shapes.push(geometry);
    else if (vertices.length > 1) shapes.push({ type: 'LineString', coordinates: [...vertices] });
    return {
      type: 'FeatureCollection',
      features: shapes.map((shape) => ({ type: 'Feature', properties: {}, geometry: shape })),
    };
  }, [geometry, vertices]);
  return <GeoLayer id="rascunho" slot="lines" data={data} layers={layers} />;
}

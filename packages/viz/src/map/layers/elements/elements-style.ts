import type { ExpressionSpecification } from 'maplibre-gl';
import { pickColour } from '../../colours.ts';
import type { GeoLayerSpec } from '../../geo-layer.tsx';
import type { MapHandle } from '../../map-context.ts';

/** Ids of the layers whose features carry an element's `id`. */
export const elementHitLayers = ['elements-fill', 'elements-line', 'elements-point'] as const;

const isOfType = (type: string): ExpressionSpecification => ['==', ['geometry-type'], type];

/** Style of elements of any geometry: polygons tinted and outlined, lines, and dots; the chosen one as a ring or thicker line. */
export function elementStyle(
  colours: MapHandle['colours'],
  prefix: string,
  { opacity, chosen }: { readonly opacity: number; readonly chosen: string | null },
): readonly GeoLayerSpec[] {
  const isChosen: ExpressionSpecification = ['==', ['to-string', ['get', 'id']], chosen ?? ''];
  // Where a tile has very many elements, one point stands for several: its radius grows with the logarithm of their number.
  const several: ExpressionSpecification = ['min', 12, ['ln', ['max', 1, ['coalesce', ['get', 'count'], 1]]]];
  const radius = (own: number, ofChosen: number): ExpressionSpecification => [
    '+',
    ['case', isChosen, ofChosen, own],
    several,
  ];
  const colour: ExpressionSpecification = ['case', isChosen, pickColour, colours.station];
  return [
    {
      id: `${prefix}-fill`,
      type: 'fill',
      filter: isOfType('Polygon'),
      paint: { 'fill-color': colour, 'fill-opacity': ['case', isChosen, 0.35 * opacity, 0.16 * opacity] },
    },
    {
      id: `${prefix}-line`,
      type: 'line',
      filter: ['!', isOfType('Point')],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': ['case', isChosen, 3, 1.4], 'line-opacity': opacity },
    },
    {
      id: `${prefix}-point`,
      type: 'circle',
      filter: isOfType('Point'),
      paint: {
        'circle-color': colour,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, radius(2.6, 6), 9, radius(5, 8)],
        'circle-opacity': opacity,
        'circle-stroke-color': colours.stationRing,
        'circle-stroke-width': 1,
        'circle-stroke-opacity': opacity,
      },
    },
  ];
}

import type { ExpressionSpecification } from 'maplibre-gl';
import { pickColour } from '../../colours.ts';
import type { GeoLayerSpec } from '../../geo-layer.tsx';

/** A class of a legend: a value of an attribute, or values from `from` on and below `to`; of neither kind, everything. */
export type MapClass = {
  readonly colour: string;
  readonly value: string | number | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** Property of each feature that says which one it is. */
export const classedId = 'featureId';

/** Colour of a feature by its attribute; `other` for values of no class. */
export function classColour(
  attribute: string | null,
  classes: readonly MapClass[],
  other: string,
): ExpressionSpecification | string {
  const [first] = classes;
  if (first === undefined) return other;
  const cases = classes.flatMap(({ colour, value, from, to }): (ExpressionSpecification | string)[] => {
    if (attribute === null) return [];
    const own: ExpressionSpecification = ['get', attribute];
    if (value !== null) return [['==', ['to-string', own], String(value)], colour];
    if (from === null && to === null) return [];
    const number: ExpressionSpecification = ['to-number', own, Number.NaN];
    const low: ExpressionSpecification = ['>=', number, from ?? -1e308];
    const high: ExpressionSpecification = ['<', number, to ?? 1e308];
    return [['all', ['!=', ['typeof', own], 'null'], low, high], colour];
  });
  if (cases.length === 0) return first.colour;
  return ['case', ...cases, other] as unknown as ExpressionSpecification;
}

/** Ids of the layers whose features answer to the pointer. */
export const classedHitLayers = (prefix: string): readonly string[] => [
  `${prefix}-fill`,
  `${prefix}-line`,
  `${prefix}-point`,
];

type Style = {
  readonly attribute: string | null;
  readonly classes: readonly MapClass[];
  readonly other: string;
  /** Outline of points, apart from what lies below. */
  readonly ring: string;
  readonly chosen: string | null;
};

/** Style of features of any geometry in the colours of their classes; the chosen one is outlined. */
export function classedStyle(
  prefix: string,
  { attribute, classes, other, ring, chosen }: Style,
): readonly GeoLayerSpec[] {
  const isOfType = (type: string): ExpressionSpecification => ['==', ['geometry-type'], type];
  const isChosen: ExpressionSpecification = ['==', ['get', classedId], chosen ?? ''];
  const colour = classColour(attribute, classes, other);
  return [
    {
      id: `${prefix}-fill`,
      type: 'fill',
      filter: isOfType('Polygon'),
      paint: { 'fill-color': colour, 'fill-opacity': ['case', isChosen, 0.65, 0.4] },
    },
    {
      id: `${prefix}-line`,
      type: 'line',
      filter: ['!', isOfType('Point')],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': ['case', isChosen, pickColour, colour],
        'line-width': ['case', isChosen, 3.5, ['case', isOfType('Polygon'), 1.4, 2.4]],
      },
    },
    {
      id: `${prefix}-point`,
      type: 'circle',
      filter: isOfType('Point'),
      paint: {
        'circle-color': colour,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['case', isChosen, 8, 4],
          9,
          ['case', isChosen, 11, 7],
        ],
        'circle-stroke-color': ['case', isChosen, pickColour, ring],
        'circle-stroke-width': ['case', isChosen, 3, 1],
      },
    },
  ];
}

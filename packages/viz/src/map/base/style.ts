import type { StyleSpecification } from 'maplibre-gl';
import type { MapColours } from '../colours.ts';
import { placeLabels } from './places.ts';

/**
 * Order of the layers, lowest first. Each slot is an invisible layer of the style: what is added before
 * it lies below the next slot, whatever the order in which layers arrive.
 */
export const slots = ['field', 'graticule', 'cells', 'land', 'areas', 'lines', 'points', 'top'] as const;
export type Slot = (typeof slots)[number];

/** Id of the style layer before which a slot's layers are added. */
export const slotLayer = (slot: Slot): string => `slot-${slot}`;

/** Families for labels: drawn with the page's own fonts, since the style names no glyph server. */
export const labelFont = ['Inter Variable'];
/** A first family that does not exist, only for the slant in its name: the glyphs come from the second. */
const slantedFont = ['Italic', 'Inter Variable'];

const emptyMarker = (slot: Slot): StyleSpecification['layers'][number] => ({
  id: slotLayer(slot),
  type: 'background',
  layout: { visibility: 'none' },
});

/** The base map: sea, land, coast, borders and names. No tile server, no font server. */
export function baseStyle(colours: MapColours, landAddress: string): StyleSpecification {
  const is = (property: string, value: string) => ['==', ['get', property], value] as ['==', ['get', string], string];
  return {
    version: 8,
    sources: {
      base: { type: 'geojson', data: landAddress, attribution: 'Natural Earth' },
      places: { type: 'geojson', data: placeLabels },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
      emptyMarker('field'),
      emptyMarker('graticule'),
      emptyMarker('cells'),
      {
        id: 'land',
        type: 'fill',
        source: 'base',
        filter: is('kind', 'land'),
        paint: { 'fill-color': colours.land },
      },
      {
        id: 'border',
        type: 'line',
        source: 'base',
        filter: is('kind', 'border'),
        paint: { 'line-color': colours.border, 'line-width': 1, 'line-dasharray': [4, 3] },
      },
      {
        // Lines of their own: the outline of a polygon cut into tiles also has the cuts.
        id: 'coast',
        type: 'line',
        source: 'base',
        filter: is('kind', 'coast'),
        paint: { 'line-color': colours.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 9, 1.4] },
      },
      emptyMarker('land'),
      emptyMarker('areas'),
      emptyMarker('lines'),
      {
        id: 'countries',
        type: 'symbol',
        source: 'places',
        filter: is('kind', 'country'),
        layout: {
          'text-field': ['get', 'name'],
          'text-font': labelFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11, 8, 15],
          'text-letter-spacing': 0.12,
          'text-transform': 'uppercase',
          'text-padding': 8,
        },
        paint: { 'text-color': colours.landLabel, 'text-halo-color': colours.land, 'text-halo-width': 1.2 },
      },
      {
        id: 'seas',
        type: 'symbol',
        source: 'places',
        filter: is('kind', 'sea'),
        layout: {
          'text-field': ['get', 'name'],
          'text-font': slantedFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 4, 13, 8, 20],
          'text-letter-spacing': 0.18,
          'text-line-height': 1.5,
        },
        paint: { 'text-color': colours.seaLabel },
      },
      emptyMarker('points'),
      emptyMarker('top'),
    ],
  };
}

/** Paint of the base layers by scheme: the map changes colour without losing what was added to it. */
export function basePaint(colours: MapColours): readonly (readonly [layer: string, property: string, value: string])[] {
  return [
    ['sea', 'background-color', colours.sea],
    ['land', 'fill-color', colours.land],
    ['border', 'line-color', colours.border],
    ['coast', 'line-color', colours.coast],
    ['countries', 'text-color', colours.landLabel],
    ['countries', 'text-halo-color', colours.land],
    ['seas', 'text-color', colours.seaLabel],
  ];
}

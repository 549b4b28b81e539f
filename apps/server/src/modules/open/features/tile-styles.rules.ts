import { defaultLayerStyle, type LayerStyle } from '@kianda/contract/open/layers/layers.contract';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { type Link, selfLinks, types } from './documents/documents.ts';
import { summaryLayer } from './tile.rules.ts';
import { deepestZoom, type TileGrid } from './tile-grid.rules.ts';

/** How what has no style of its own is drawn: readable over light and dark bases. */
const usual: LayerStyle = defaultLayerStyle;
const styleId = 'kianda';

const kinds: Readonly<Record<string, 'Number' | 'Boolean'>> = {
  number: 'Number',
  integer: 'Number',
  boolean: 'Boolean',
};

/** Description of a collection's tiles as TileJSON 3.0 gives it. */
export function tileJson(
  base: string,
  { id, title, description, properties }: FeatureCollection,
  { grid, bbox, source }: { grid: TileGrid; bbox: readonly number[] | null; source: string | null },
) {
  const fields = Object.entries(properties)
    .filter(([, { type }]) => type !== 'array' && type !== 'geometry')
    .map(([name, { type }]) => [name, kinds[type] ?? 'String']);
  return {
    tilejson: '3.0.0' as const,
    name: title,
    description,
    ...(source === null ? {} : { attribution: source }),
    tiles: [`${base}/collections/${id}/tiles/${grid.id}/{z}/{y}/{x}`],
    minzoom: 0,
    maxzoom: deepestZoom,
    ...(bbox === null ? {} : { bounds: [...bbox] }),
    vector_layers: [
      {
        id,
        description: 'Elementos; onde são muitos, pontos com o número deles em «count».',
        fields: { ...Object.fromEntries(fields), id: 'String', count: 'Number' },
      },
      {
        id: summaryLayer,
        description: 'Só nos mosaicos com muitos elementos: quantos são, e de que tamanho é a célula que os conta.',
        fields: { matched: 'Number', whole: 'Number', cells: 'Number', cellPixels: 'Number' },
      },
    ],
  };
}

/** The styles of a collection: one, for whoever has none. */
export function styleList(base: string, { id, title }: FeatureCollection) {
  const own = `${base}/collections/${id}/styles`;
  const stylesheet = { rel: 'stylesheet', href: `${own}/${styleId}`, type: types.mapbox, title: 'Estilo do MapLibre' };
  return {
    default: styleId,
    styles: [{ id: styleId, title, links: [stylesheet] satisfies Link[] }],
    links: selfLinks(own, false).slice(0, 1),
  };
}

/** A style that MapLibre draws as it is; null for an id that is no style. Points that stand for several grow with their number. */
export function styleDocument(
  base: string,
  { id, title, geometryType, style = usual }: FeatureCollection,
  wanted: string,
) {
  if (wanted !== styleId) return null;
  const source = { source: id, 'source-layer': id };
  const isOf = (type: string) => ['==', ['geometry-type'], type];
  const { colour, widthPixels, fillOpacity, radiusPixels } = style;
  const widest = Math.max(18, radiusPixels);
  const radius = ['interpolate', ['linear'], ['sqrt', ['coalesce', ['get', 'count'], 1]], 1, radiusPixels, 100, widest];
  const shapes = [
    {
      id: `${id}-areas`,
      type: 'fill',
      ...source,
      filter: isOf('Polygon'),
      paint: { 'fill-color': colour, 'fill-opacity': fillOpacity },
    },
    {
      id: `${id}-linhas`,
      type: 'line',
      ...source,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': colour, 'line-width': widthPixels },
    },
  ];
  const points = {
    id: `${id}-pontos`,
    type: 'circle',
    ...source,
    filter: isOf('Point'),
    paint: {
      'circle-radius': radius,
      'circle-color': colour,
      'circle-opacity': 0.75,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
  };
  return {
    version: 8 as const,
    name: title,
    sources: { [id]: { type: 'vector', url: `${base}/collections/${id}/tiles/WebMercatorQuad?f=tilejson` } },
    layers: [...(geometryType === 'point' ? [] : shapes), points],
  };
}

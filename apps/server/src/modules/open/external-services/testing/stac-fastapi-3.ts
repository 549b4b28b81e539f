import type { Recording } from '../../../../testing/replay.ts';

/**
 * Answers of a STAC API 1.0 (stac-fastapi 3 over pgSTAC): STAC 1.0.0, no counts of items in collections, pages by a
 * parameter of its own.
 */
const stacLink = (rel: string, path: string) => ({
  rel,
  type: 'application/json',
  href: `http://stac.interno:8080${path}`,
});
const sst = {
  id: 'sst',
  type: 'Collection',
  stac_version: '1.0.0',
  description: 'Temperatura da superfície',
  license: 'CC-BY-4.0',
  extent: { spatial: { bbox: [[8, -18, 14, -4]] }, temporal: { interval: [['2020-01-01T00:00:00Z', null]] } },
  links: [stacLink('self', '/collections/sst'), stacLink('items', '/collections/sst/items')],
};
const item = (day: string) => ({
  id: `sst-${day}`,
  type: 'Feature',
  stac_version: '1.0.0',
  collection: 'sst',
  geometry: null,
  properties: { datetime: `${day}T00:00:00Z` },
  links: [stacLink('self', `/collections/sst/items/sst-${day}`), stacLink('collection', '/collections/sst')],
  assets: { data: { href: 'https://dados.mar.ao/sst.tif', type: 'image/tiff' } },
});

const searchAnswer = (second: boolean) => ({
  headers: { 'content-type': 'application/geo+json' },
  body: {
    type: 'FeatureCollection',
    features: [item(second ? '2026-08-30' : '2026-08-31')],
    links: [
      stacLink('self', '/search'),
      ...(second ? [] : [stacLink('next', '/search?limit=1&pagina=dois%2F2&collections=sst')]),
    ],
    context: { limit: 1, matched: 2, returned: 1 },
  },
});

export const stacFastapi3: Recording = {
  'GET /': {
    body: {
      type: 'Catalog',
      id: 'mar',
      stac_version: '1.0.0',
      description: 'Catálogo',
      conformsTo: ['https://api.stacspec.org/v1.0.0/core'],
      links: [
        stacLink('self', '/'),
        stacLink('data', '/collections'),
        { rel: 'search', href: 'http://stac.interno:8080/search', method: 'POST' },
      ],
    },
  },
  'GET /collections': { body: { collections: [sst], links: [stacLink('self', '/collections')] } },
  'GET /collections/sst': { body: sst },
  'GET /collections/sst/items': {
    body: {
      type: 'FeatureCollection',
      features: [item('2026-08-31')],
      links: [stacLink('self', '/collections/sst/items')],
      numberMatched: 2,
      numberReturned: 1,
    },
  },
  'GET /collections/sst/items/sst-2026-08-31': {
    headers: { 'content-type': 'application/geo+json' },
    body: item('2026-08-31'),
  },
  'GET /search': ({ url }) => searchAnswer(url.searchParams.get('pagina') === 'dois/2'),
  'POST /search': () => searchAnswer(false),
};

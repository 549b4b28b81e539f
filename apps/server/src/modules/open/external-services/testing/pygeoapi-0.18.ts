import type { Recording } from '../../../../testing/replay.ts';

/**
 * Answers of pygeoapi 0.18 (`pygeoapi/api`), served at one address and told by its settings that it is at another
 * (`server.url: http://localhost:5000`), as it is behind a front server. Its quirks: links to that other address, pages
 * by `offset`, identifiers as the database has them, jobs of everybody, errors as `{code, description}`.
 */
const said = 'http://localhost:5000';
const link = (rel: string, href: string, type = 'application/json') => ({ rel, type, title: rel, href });
const id = 'estacoes';
const address = `${said}/collections/${id}`;

const stations = {
  id,
  title: 'Estações',
  description: 'Estações costeiras',
  keywords: ['mar'],
  links: [
    link('self', `${address}?f=json`),
    link('items', `${address}/items?f=json`, 'application/geo+json'),
    link('alternate', `${address}?f=html`, 'text/html'),
    link('canonical', 'https://dados.gov.ao/estacoes', 'text/html'),
  ],
  extent: {
    spatial: { bbox: [[11, -18, 14, -4]], crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' },
    temporal: { interval: [['2020-01-01T00:00:00Z', null]] },
  },
  itemType: 'feature',
  crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
  storageCRS: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
};
/** A coverage, which has neither CRS nor extent in time. */
const coverage = {
  id: 'temperatura',
  title: '',
  description: 'SST',
  links: [link('self', `${said}/collections/temperatura?f=json`)],
};

const feature = (number: number) => ({
  type: 'Feature',
  id: number,
  geometry: { type: 'Point', coordinates: [13.2, -8.8] },
  properties: { nome: `E${number}` },
});

function itemsPage(offset: number, limit: number) {
  const all = [0, 1, 2, 3, 4];
  const query = `f=json&limit=${limit}`;
  const next = offset + limit < all.length ? [link('next', `${address}/items?offset=${offset + limit}&${query}`)] : [];
  return {
    type: 'FeatureCollection',
    features: all.slice(offset, offset + limit).map(feature),
    numberMatched: all.length,
    numberReturned: Math.min(limit, all.length - offset),
    links: [link('self', `${address}/items?${query}`), ...next],
    timeStamp: '2026-08-31T08:59:59.123456Z',
  };
}

const job = '7f2b9a52-6f0e-11ef-8a0c-0242ac120002';
const hello = {
  version: '0.2.0',
  id: 'hello-world',
  title: { en: 'Hello World', pt: 'Olá' },
  description: 'Devolve uma saudação',
  jobControlOptions: ['sync-execute', 'async-execute'],
  outputTransmission: ['value'],
  links: [link('self', `${said}/processes/hello-world?f=json`)],
};
const jobStatus = {
  processID: 'hello-world',
  jobID: job,
  status: 'successful',
  message: 'Job complete',
  progress: 100,
  job_start_datetime: '2026-08-31T08:00:00.000000Z',
  links: [link('http://www.opengis.net/def/rel/ogc/1.0/results', `${said}/jobs/${job}/results?f=json`)],
};

export const pygeoapi018: Recording = {
  'GET /': {
    body: {
      title: 'pygeoapi',
      description: '',
      links: [link('self', `${said}/?f=json`), link('data', `${said}/collections`)],
    },
  },
  'GET /conformance': { body: { conformsTo: ['http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'] } },
  'GET /openapi': {
    headers: { 'content-type': 'application/vnd.oai.openapi+json;version=3.0' },
    body: JSON.stringify({ openapi: '3.0.2', info: { title: 'pygeoapi' }, paths: {} }),
  },
  'GET /collections': {
    body: { collections: [stations, coverage], links: [link('self', `${said}/collections?f=json`)] },
  },
  'GET /collections/estacoes': { body: stations },
  'GET /collections/nada': { status: 404, body: { code: 'NotFound', description: 'Collection not found' } },
  'GET /collections/estacoes/items': ({ url }) => ({
    headers: { 'content-type': 'application/geo+json' },
    body: itemsPage(Number(url.searchParams.get('offset') ?? 0), Number(url.searchParams.get('limit') ?? 10)),
  }),
  'GET /collections/estacoes/items/3': { headers: { 'content-type': 'application/geo+json' }, body: feature(3) },
  'GET /collections/estacoes/tiles/WebMercatorQuad/4/8/8': {
    headers: { 'content-type': 'application/vnd.mapbox-vector-tile' },
    body: Buffer.from([0x1a, 0x02, 0x78, 0x02]),
  },
  'GET /processes': { body: { processes: [hello], links: [link('self', `${said}/processes?f=json`)] } },
  'GET /processes/hello-world': {
    body: {
      ...hello,
      inputs: { name: { schema: { type: 'string' } } },
      outputs: { echo: { schema: { type: 'object' } } },
    },
  },
  'POST /processes/hello-world/execution': ({ headers }) =>
    headers.prefer === 'respond-async'
      ? {
          status: 201,
          headers: { location: `${said}/jobs/${job}`, 'preference-applied': 'respond-async' },
          body: { jobID: job, type: 'process', status: 'accepted' },
        }
      : { body: { id: 'echo', value: 'Olá, mar!' } },
  'GET /jobs': { body: { jobs: [jobStatus], links: [link('self', `${said}/jobs?f=json`)], numberMatched: 1 } },
  [`GET /jobs/${job}`]: { body: jobStatus },
  [`GET /jobs/${job}/results`]: { body: { id: 'echo', value: 'Olá, mar!' } },
  [`DELETE /jobs/${job}`]: { body: { jobID: job, status: 'dismissed', message: 'Job dismissed', links: [] } },
};

/** As a page that a front server puts in the way. */
export const signInPage: Recording = {
  'GET /collections/estacoes/items/3': { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' },
};

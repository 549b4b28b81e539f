import type { StacAnswerWire } from '@kianda/connectors/cdse/wire';
import type { Position } from '@kianda/geo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type CatalogueProduct, catalogueOf, heldAt } from './catalogue.ts';
import { intersects } from './filter.ts';

const root = '/cdse-stac/v1';
const mostItems = 1000;

const families: Readonly<Record<string, string>> = {
  OL_2_WFR___: 'sentinel-3-olci-2-wfr',
  SL_2_WST___: 'sentinel-3-sl-2-wst',
  SR_2_WAT___: 'sentinel-3-sr-2-wat',
};
const deliveries: Readonly<Record<string, string>> = { NR: 'nrt', ST: 'stc', NT: 'ntc' };
const collections = [
  'sentinel-3-olci-2-wfr-nrt',
  'sentinel-3-olci-2-wfr-ntc',
  'sentinel-3-sl-2-wst-nrt',
  'sentinel-3-sl-2-wst-ntc',
  'sentinel-3-sr-2-wat-nrt',
  'sentinel-3-sr-2-wat-stc',
  'sentinel-3-sr-2-wat-ntc',
] as const;

type Query = Readonly<Record<string, string | undefined>>;

function collectionOf({ type, timeliness }: CatalogueProduct): string {
  return `${families[type] ?? 'sentinel-3'}-${deliveries[timeliness] ?? 'ntc'}`;
}

/** Copernicus Data Space STAC API below `/cdse-stac/v1`: landing page, collections and search by GET. */
function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const catalogue = catalogueOf(world.seed);
  const self = (request: FastifyRequest, path: string) => `${request.protocol}://${request.host}${root}${path}`;

  app.get(`${root}/`, async (request, reply) =>
    send(reply, {
      type: 'Catalog',
      stac_version: '1.1.0',
      id: 'cdse-stac',
      title: 'Copernicus Data Space Ecosystem STAC API',
      conformsTo: ['https://api.stacspec.org/v1.0.0/core', 'https://api.stacspec.org/v1.0.0/item-search'],
      links: [
        { rel: 'self', href: self(request, '/') },
        { rel: 'search', href: self(request, '/search'), method: 'GET' },
        { rel: 'data', href: self(request, '/collections') },
      ],
    }),
  );
  app.get(`${root}/collections`, async (request, reply) =>
    send(reply, {
      collections: collections.map((id) => ({ type: 'Collection', stac_version: '1.1.0', id, license: 'other' })),
      links: [{ rel: 'self', href: self(request, '/collections') }],
    }),
  );
  app.get<{ Querystring: Query }>(`${root}/search`, async (request, reply) => {
    const { query } = request;
    const limit = Number(query.limit ?? 10);
    if (!Number.isInteger(limit) || limit < 1) return invalid(reply, 'limit', query.limit);
    const collections = query.collections?.split(',').filter((id) => id !== '') ?? [];
    const box = query.bbox === undefined ? null : ringOf(query.bbox);
    if (query.bbox !== undefined && box === null) return invalid(reply, 'bbox', query.bbox);
    const span = query.datetime === undefined ? null : spanOf(query.datetime);
    if (query.datetime !== undefined && span === null) return invalid(reply, 'datetime', query.datetime);
    const skip = Number(query.token?.replace(/^next:/, '') ?? 0);
    const found = heldAt(catalogue(clock()), clock())
      .filter((product) => collections.length === 0 || collections.includes(collectionOf(product)))
      .filter(({ frame }) => span === null || (frame.startMs >= span[0] && frame.startMs <= span[1]))
      .filter(({ ring }) => box === null || intersects(ring, box))
      .sort((a, b) => b.frame.startMs - a.frame.startMs || a.id.localeCompare(b.id));
    const page = found.slice(skip, skip + Math.min(limit, mostItems));
    const next = skip + page.length < found.length;
    const search = new URLSearchParams({ ...query, token: `next:${skip + page.length}` } as Record<string, string>);
    const answer: StacAnswerWire & Record<string, unknown> = {
      type: 'FeatureCollection',
      features: page.map(itemOf),
      links: [
        { rel: 'self', href: self(request, request.url.slice(root.length)) },
        ...(next ? [{ rel: 'next', href: self(request, `/search?${search}`) }] : []),
      ],
      numberReturned: page.length,
      numberMatched: found.length,
    };
    return send(reply, answer);
  });
  app.all('/cdse-stac/*', async (_request, reply) =>
    send(reply.code(404), { code: 'NotFoundError', description: 'Not Found' }),
  );
}

function itemOf(product: CatalogueProduct) {
  const { name, ring, frame, publishedMs, cloudCover, s3Path, footprintShown } = product;
  return {
    type: 'Feature',
    stac_version: '1.1.0',
    id: name.replace(/\.SEN3$/, ''),
    collection: collectionOf(product),
    geometry: footprintShown ? { type: 'Polygon', coordinates: [ring.map(([lon, lat]) => [lon, lat])] } : null,
    properties: {
      datetime: new Date(frame.startMs).toISOString(),
      start_datetime: new Date(frame.startMs).toISOString(),
      end_datetime: new Date(frame.endMs).toISOString(),
      published: new Date(publishedMs).toISOString(),
      platform: frame.platform === 'S3A' ? 'sentinel-3a' : 'sentinel-3b',
      constellation: 'sentinel-3',
      'product:type': product.type,
      'sat:relative_orbit': frame.relativeOrbit,
      ...(cloudCover === null ? {} : { 'eo:cloud_cover': cloudCover }),
    },
    links: [],
    assets: { product: { href: `s3:/${s3Path}`, roles: ['data'] } },
  };
}

function ringOf(text: string): Position[] | null {
  const numbers = text.split(',').map(Number);
  const [west, south, east, north] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return null;
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** `a/b`, `a/..`, `../b` or one instant. */
function spanOf(text: string): readonly [number, number] | null {
  const [from = '', to = from] = text.split('/');
  const fromMs = from === '..' || from === '' ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const toMs = to === '..' || to === '' ? Number.POSITIVE_INFINITY : Date.parse(to);
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? null : [fromMs, toMs];
}

function invalid(reply: FastifyReply, name: string, input: string | undefined): FastifyReply {
  return send(reply.code(400), { code: 'RequestValidationError', description: `Invalid ${name}: ${input}` });
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/geo+json; charset=utf-8').send(JSON.stringify(body));
}

export const cdseStac: Provider = { name: 'cdse-stac', routes };

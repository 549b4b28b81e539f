import type { RestoAnswerWire } from '@kianda/connectors/cdse/wire';
import type { Position } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type CatalogueProduct, catalogueOf, heldAt } from './catalogue.ts';
import { intersects } from './filter.ts';

const root = '/cdse-resto/api/collections';
const mostRecords = 1000;
const furthest = 10_000;
/** The source ended the service on this day. */
const endedMs = Date.UTC(2026, 2, 2);

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The OpenSearch (resto) interface below `/cdse-resto`, as it was until March 2026; from then on it is gone. The fault
 * setting `clockSkewMs` brings it back.
 */
function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const catalogue = catalogueOf(world.seed);

  app.get<{ Querystring: Query; Params: { collection: string } }>(
    `${root}/:collection/search.json`,
    async (request, reply) => {
      if (clock() >= endedMs) return gone(reply);
      if (request.params.collection !== 'Sentinel3') return gone(reply);
      const { query } = request;
      const most = Number(query.maxRecords ?? 20);
      const page = Number(query.page ?? 1);
      const index = Number(query.index ?? 1);
      if (!Number.isInteger(most) || most < 0 || most > mostRecords) return invalid(reply, 'maxRecords');
      const skip = (page - 1) * most + index - 1;
      if (!Number.isInteger(skip) || skip < 0 || skip >= furthest) return invalid(reply, 'page');
      if (query.sortOrder !== undefined && !/^(a|de)scending$/.test(query.sortOrder))
        return invalid(reply, 'sortOrder');
      const box = query.box === undefined ? null : ringOf(query.box);
      const [fromMs, toMs] = [query.startDate, query.completionDate].map((text) =>
        text === undefined ? null : Date.parse(text),
      );
      const sign = query.sortOrder === 'descending' ? -1 : 1;
      const found = heldAt(catalogue(clock()), clock())
        .filter(({ frame }) => fromMs == null || frame.startMs >= fromMs)
        .filter(({ frame }) => toMs == null || frame.endMs <= toMs)
        .filter(({ type }) => query.productType === undefined || type === query.productType)
        .filter(({ ring }) => box === null || intersects(ring, box))
        .sort((a, b) => sign * (a.frame.startMs - b.frame.startMs) || a.id.localeCompare(b.id));
      const records = found.slice(skip, skip + most);
      const answer: RestoAnswerWire & Record<string, unknown> = {
        type: 'FeatureCollection',
        properties: {
          id: 'b7a2f7a4-2e0f-5c4c-9c3e-1f2f3c0e3a10',
          totalResults: found.length,
          exactCount: true,
          startIndex: skip + 1,
          itemsPerPage: records.length,
          query: { originalFilters: { ...query }, appliedFilters: { ...query }, processingTime: 0.1 },
          links: [],
        },
        features: records.map(featureOf),
      };
      return send(reply, answer);
    },
  );
  app.all('/cdse-resto/*', async (_request, reply) => gone(reply));
}

function featureOf({ id, name, type, ring, frame, publishedMs, cloudCover, bytes, footprintShown }: CatalogueProduct) {
  return {
    type: 'Feature',
    id,
    geometry: footprintShown ? { type: 'Polygon', coordinates: [ring.map(([lon, lat]) => [lon, lat])] } : null,
    properties: {
      collection: 'SENTINEL-3',
      status: 'ONLINE',
      title: name,
      startDate: new Date(frame.startMs).toISOString(),
      completionDate: new Date(frame.endMs).toISOString(),
      published: new Date(publishedMs).toISOString(),
      productType: type,
      ...(cloudCover === null ? {} : { cloudCover }),
      services: { download: { url: `https://catalogue.dataspace.copernicus.eu/download/${id}`, size: bytes } },
    },
  };
}

function ringOf(text: string): Position[] {
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function gone(reply: FastifyReply): FastifyReply {
  return send(reply.code(404), { detail: 'Not Found' });
}

function invalid(reply: FastifyReply, name: string): FastifyReply {
  const ErrorDetail = [{ loc: [name], msg: 'Input is not valid' }];
  return send(reply.code(400), {
    detail: { ErrorMessage: 'Validation error.', ErrorCode: 400, ErrorDetail, RequestID: 'simulado' },
  });
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export const cdseResto: Provider = { name: 'cdse-resto', routes };

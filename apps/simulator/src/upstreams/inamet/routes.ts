import { hourMs } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { coastStations, readingsOf } from './stations.ts';

type Items = { Params: { collection: string }; Querystring: Record<string, string | undefined> };

const mostItems = 10_000;
const synop = 'urn:wmo:md:ao-inamet:synop';

/** A WIS 2.0 node's OGC API Features (pygeoapi) below `/inamet/oapi`: stations, and their observations by time. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  app.get<Items>('/inamet/oapi/collections/:collection/items', async (request, reply) => {
    const { collection } = request.params;
    const { query } = request;
    const limit = wholeNumber(query.limit ?? '10');
    const offset = wholeNumber(query.offset ?? '0');
    if (limit === null || limit === 0 || limit > mostItems || offset === null)
      return refuse(reply, 400, 'InvalidParameterValue', 'limit and offset must be positive whole numbers');
    const interval = intervalOf(query.datetime, clock());
    if (interval === null) return refuse(reply, 400, 'InvalidParameterValue', 'datetime parameter out of range');
    const features =
      collection === 'stations' ? stationFeatures() : collection === synop ? observations(interval) : null;
    if (features === null) return refuse(reply, 404, 'NotFound', 'Collection not found');
    const page = features.slice(offset, offset + limit);
    const path = `http://${request.headers.host ?? ''}/inamet/oapi/collections/${encodeURIComponent(collection)}/items`;
    const linkTo = (start: number) => {
      const search = new URLSearchParams({ f: 'json', limit: String(limit), offset: String(start) });
      if (query.datetime !== undefined) search.set('datetime', query.datetime);
      return `${path}?${search}`;
    };
    const links = [{ rel: 'self', type: 'application/geo+json', href: linkTo(offset) }];
    if (offset + limit < features.length)
      links.push({ rel: 'next', type: 'application/geo+json', href: linkTo(offset + limit) });
    return reply.type('application/geo+json').send(
      JSON.stringify({
        type: 'FeatureCollection',
        features: page,
        numberMatched: features.length,
        numberReturned: page.length,
        links,
        timeStamp: iso(clock()),
      }),
    );
  });

  function observations(interval: { fromMs: number; toMs: number }): object[] {
    return coastStations.flatMap((station) =>
      readingsOf(station, world.ocean, interval, clock()).map(({ timeMs, name, value, units }) => ({
        type: 'Feature',
        id: `${station.wigos}-${timeMs / 1000}-${name}`,
        geometry: { type: 'Point', coordinates: [station.lon, station.lat, 10] },
        properties: {
          wigos_station_identifier: station.wigos,
          reportId: `${station.wigos}-${iso(timeMs)}`,
          reportTime: iso(timeMs),
          phenomenonTime: name.startsWith('total_') ? `${iso(timeMs - hourMs)}/${iso(timeMs)}` : iso(timeMs),
          name,
          value,
          units,
        },
      })),
    );
  }

  app.all('/inamet/*', async (_request, reply) => refuse(reply, 404, 'NotFound', 'Not found'));
}

function stationFeatures(): object[] {
  return coastStations.map(({ wigos, name, lon, lat }) => ({
    type: 'Feature',
    id: wigos,
    geometry: { type: 'Point', coordinates: [lon, lat, 10] },
    properties: { wigos_station_identifier: wigos, name, territory_name: 'Angola', facility_type: 'landFixed' },
  }));
}

/** `from/to`, either of which may be `..`; null where it is none. */
function intervalOf(given: string | undefined, nowMs: number): { fromMs: number; toMs: number } | null {
  if (given === undefined) return { fromMs: nowMs - 24 * hourMs, toMs: nowMs };
  const [from = '', to = from] = given.split('/');
  const fromMs = from === '..' ? 0 : Date.parse(from);
  const toMs = to === '..' ? nowMs : Date.parse(to);
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? null : { fromMs, toMs };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function iso(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

function refuse(reply: FastifyReply, status: number, code: string, description: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify({ code, type: code, description }));
}

export const inamet: Provider = { name: 'inamet', routes };

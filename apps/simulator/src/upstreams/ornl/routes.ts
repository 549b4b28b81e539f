import {
  type Composite,
  MOST_COMPOSITES,
  NDVI_BAND,
  NO_DATA,
  PRODUCT,
  type Subset,
} from '@kianda/connectors/ornl/wire';
import { isoDate, type Position } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { compositesUntil, windowOf } from './window.ts';

type Query = Readonly<Record<string, string | undefined>>;
type Params = { Params: { product: string }; Querystring: Query };

const base = '/ornl/rst/api/v1';
/** Half a window, at most. */
const mostKilometers = 100;

/** MODIS subsets of the ORNL DAAC below `/ornl/rst/api/v1`: the dates of a place, and windows of pixels around it. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  app.get<Params>(`${base}/:product/dates`, async ({ params: { product }, query }, reply) => {
    if (product !== PRODUCT) return refuse(reply, 404, `Product ${product} not found.`);
    if (positionOf(query) === null) return refuse(reply, 400, 'Invalid latitude or longitude.');
    const dates: Composite[] = compositesUntil(clock()).map(({ name, startMs }) => ({
      modis_date: name,
      calendar_date: isoDate(startMs),
    }));
    return reply.send({ dates });
  });

  app.get<Params>(`${base}/:product/subset`, async (request, reply) => {
    const { product } = request.params;
    const { query } = request;
    if (product !== PRODUCT) return refuse(reply, 404, `Product ${product} not found.`);
    const position = positionOf(query);
    if (position === null) return refuse(reply, 400, 'Invalid latitude or longitude.');
    const band = query.band ?? '';
    if (band !== NDVI_BAND) return refuse(reply, 404, `Invalid band ${band} for product ${product}.`);
    const { startDate = '', endDate = '' } = query;
    const [kmAboveBelow, kmLeftRight] = [kilometers(query.kmAboveBelow), kilometers(query.kmLeftRight)];
    if (kmAboveBelow === null || kmLeftRight === null)
      return refuse(reply, 400, `kmAboveBelow and kmLeftRight must be whole numbers from 0 to ${mostKilometers}.`);
    const days = compositesUntil(clock()).filter(({ name }) => name >= startDate && name <= endDate);
    const [longitude, latitude] = position;
    if (days.length === 0)
      return refuse(
        reply,
        400,
        `${NO_DATA} for time period ${startDate} to ${endDate} for ${product} ${latitude} ${longitude} combination.`,
      );
    if (days.length > MOST_COMPOSITES)
      return refuse(reply, 400, `Number of modis dates requested exceeds ${MOST_COMPOSITES}.`);
    const { subset, ...window } = windowOf(world, { position, kmAboveBelow, kmLeftRight }, days);
    const answer: Subset = {
      ...window,
      ...{ band, units: 'NDVI ratio - No units', scale: '0.0001', latitude, longitude },
      header: `https://modis.ornl.gov${request.url.slice('/ornl'.length)}`,
      subset,
    };
    return reply.send(answer);
  });

  app.all('/ornl/*', async (_request, reply) => refuse(reply, 404, 'Not Found'));
}

function positionOf({ latitude = '', longitude = '' }: Query): Position | null {
  const [lat, lon] = [Number(latitude), Number(longitude)];
  const isPlace = latitude !== '' && longitude !== '' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace ? [lon, lat] : null;
}

function kilometers(text: string | undefined): number | null {
  const value = Number(text ?? '');
  return text !== undefined && Number.isInteger(value) && value >= 0 && value <= mostKilometers ? value : null;
}

const refuse = (reply: FastifyReply, status: number, text: string) => reply.code(status).type('text/plain').send(text);

export const ornl: Provider = { name: 'ornl', routes };

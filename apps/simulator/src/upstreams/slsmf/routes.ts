import type { ReadingWire } from '@kianda/connectors/slsmf/wire';
import { dayMs } from '@kianda/geo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { gauges, readingsOf } from './gauges.ts';

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;
type Params = { Params: { code: string }; Querystring: Query };

/** Width of `stime`: the facility pads its times with blanks. */
const timeWidth = 30;
/** Some stations of the list have no position, as in the real one; they have no readings here. */
const unplaced = { Code: 'lude', Location: 'Luderitz', country: 'NAM', Lat: null, Lon: null, sensors: 'rad' };

/** IOC Sea Level Station Monitoring Facility below `/slsmf/v2`: stations, and their readings as JSON or CSV. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const key = request.headers['x-api-key'];
    if (key === undefined || key === '') return refuse(reply, 401, 'No API key found in request');
    if (key === 'invalid') return refuse(reply, 403, 'Invalid API key');
    return undefined;
  });

  app.get('/slsmf/v2/stations', async (_request, reply) =>
    send(reply, [
      ...gauges.map(({ code, location, country, lat, lon, sensors }) => ({
        Code: code,
        Location: location,
        country,
        Lat: lat,
        Lon: lon,
        sensors: sensors.map(({ name }) => name).join(','),
      })),
      unplaced,
    ]),
  );

  app.get<Params>('/slsmf/v2/stations/:code/data', async (request, reply) => {
    if (request.params.code === unplaced.Code) return send(reply, []);
    const gauge = gauges.find(({ code }) => code === request.params.code);
    if (gauge === undefined) return refuse(reply, 404, `Station ${request.params.code} not found`);
    const { query } = request;
    const startMs = instant(text(query, 'timestart')) ?? clock() - dayMs;
    const stopMs = instant(text(query, 'timestop')) ?? clock();
    if (Number.isNaN(startMs) || Number.isNaN(stopMs)) return refuse(reply, 400, 'Invalid timestart or timestop');
    const wanted = sensorsOf(query);
    const rows: ReadingWire[] = readingsOf(gauge, world.ocean, { fromMs: startMs, toMs: stopMs }, clock())
      .filter(({ sensor }) => wanted.length === 0 || wanted.includes(sensor))
      .map(({ timeMs, level, sensor }) => ({ slevel: level, stime: stamp(timeMs).padEnd(timeWidth), sensor }));
    if (wantsCsv(request)) return reply.type('text/csv; charset=utf-8').send(csv(gauge.code, rows));
    return send(reply, rows);
  });

  app.all('/slsmf/*', async (_request, reply) => refuse(reply, 404, 'Not Found'));
}

function wantsCsv(request: FastifyRequest): boolean {
  return String(request.headers.accept ?? '').includes('text/csv');
}

/** Two header lines: a title, then the columns. */
function csv(code: string, rows: readonly ReadingWire[]): string {
  const lines = rows.map(({ stime, slevel, sensor }) => `${stime.trimEnd()},${slevel},${sensor}`);
  return [`# sea level data of station ${code}; time in UTC; level in m`, 'stime,slevel,sensor', ...lines, ''].join(
    '\n',
  );
}

function stamp(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Instants without a zone are UTC. */
function instant(given: string | null): number | null {
  if (given === null) return null;
  return Date.parse(given.length <= 10 ? `${given}T00:00Z` : `${given.replace(' ', 'T')}Z`);
}

function sensorsOf(query: Query): readonly string[] {
  const given = query['includesensors[]'];
  if (given === undefined) return [];
  return typeof given === 'string' ? [given] : given;
}

function text(query: Query, name: string): string | null {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return send(reply.code(status), { status, message });
}

export const slsmf: Provider = { name: 'slsmf', routes };

import { dayMs, hourMs } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { OceanWorld } from '../../world/types.ts';
import { createLimiter } from './limits.ts';
import { MarineError, type MarineRequest, parseRequest, type Query } from './request.ts';
import { type Catalogue, modelCell } from './variables.ts';

/** Open-Meteo's marine service and its weather forecast below `/open-meteo/v1`. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const limiter = createLimiter();

  for (const service of ['marine', 'forecast'] as const) {
    app.get<{ Querystring: Query }>(`/open-meteo/v1/${service}`, async ({ query }, reply) => {
      try {
        const request = parseRequest(query, clock(), service);
        const exceeded = limiter(clock());
        if (exceeded !== null) return refuse(reply, 429, exceeded);
        const answers = request.points.map((point, index) =>
          answerPoint(world.ocean, request, { point, index, nowMs: clock() }),
        );
        // One point comes bare, several in an array.
        return reply
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(answers.length === 1 ? answers[0] : answers));
      } catch (error) {
        if (error instanceof MarineError) return refuse(reply, 400, error.message);
        throw error;
      }
    });
  }
  app.get('/open-meteo/*', async (_request, reply) => refuse(reply, 404, 'Not Found'));
}

function refuse(reply: FastifyReply, status: number, reason: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: true, reason }));
}

type Point = { readonly lon: number; readonly lat: number };

/** Answer for one of the points of a request. */
function answerPoint(
  ocean: OceanWorld,
  request: MarineRequest,
  { point, index, nowMs }: { readonly point: Point; readonly index: number; readonly nowMs: number },
) {
  const cell = modelCell(ocean, point.lon, point.lat, request.cellSelection);
  if (cell === null) throw new MarineError('No data is available for this location');
  const timeUnit = request.unixTime ? 'unixtime' : 'iso8601';
  const answer: Record<string, unknown> = {
    latitude: Number(cell.lat.toFixed(6)),
    longitude: Number(cell.lon.toFixed(6)),
    generationtime_ms: 0.21,
    utc_offset_seconds: request.offsetSeconds,
    timezone: request.timezone,
    timezone_abbreviation: request.abbreviation,
    elevation: 0,
    ...(index === 0 ? {} : { location_id: index }),
  };
  const { hourly, daily } = request.catalogue;
  const unitsOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, hourly[name]?.unit ?? '']));
  const sample = (name: string, timeMs: number) => hourly[name]?.value(ocean, [cell.lon, cell.lat], timeMs) ?? null;

  if (request.current.length > 0) {
    const atMs = Math.floor(nowMs / (hourMs / 4)) * (hourMs / 4);
    answer.current_units = { time: timeUnit, interval: 'seconds', ...unitsOf(request.current) };
    answer.current = {
      time: stamp(atMs, request, 16),
      interval: 900,
      ...Object.fromEntries(request.current.map((name) => [name, sample(name, atMs)])),
    };
  }
  if (request.hourly.length > 0) {
    const times = axis(request.startMs, request.endMs, hourMs);
    answer.hourly_units = { time: timeUnit, ...unitsOf(request.hourly) };
    answer.hourly = {
      time: times.map((timeMs) => stamp(timeMs, request, 16)),
      ...Object.fromEntries(request.hourly.map((name) => [name, times.map((timeMs) => sample(name, timeMs))])),
    };
  }
  if (request.daily.length > 0) {
    const days = axis(request.startMs, request.endMs, dayMs);
    answer.daily_units = {
      time: timeUnit,
      ...Object.fromEntries(request.daily.map((name) => [name, hourly[daily[name]?.of ?? '']?.unit ?? ''])),
    };
    answer.daily = {
      time: days.map((timeMs) => stamp(timeMs, request, 10)),
      ...Object.fromEntries(
        request.daily.map((name) => [name, days.map((timeMs) => dayValue(daily[name], timeMs, sample))]),
      ),
    };
  }
  return answer;
}

function axis(startMs: number, endMs: number, stepMs: number): number[] {
  return Array.from({ length: Math.max(0, (endMs - startMs) / stepMs) }, (_, index) => startMs + index * stepMs);
}

/** Unix seconds are UTC whatever the zone; ISO texts are local, without offset. */
function stamp(timeMs: number, request: MarineRequest, length: number): number | string {
  if (request.unixTime) return timeMs / 1000;
  return new Date(timeMs + request.offsetSeconds * 1000).toISOString().slice(0, length);
}

function dayValue(
  rule: Catalogue['daily'][string] | undefined,
  startMs: number,
  sample: (name: string, timeMs: number) => number | null,
): number | null {
  if (rule === undefined) return null;
  const hours = axis(startMs, startMs + dayMs, hourMs);
  if (!rule.dominant) return greatest(hours.map((timeMs) => sample(rule.of, timeMs)));
  const heights = hours.map((timeMs) => sample('wave_height', timeMs));
  const highest = hours[heights.indexOf(greatest(heights))];
  return highest === undefined ? null : sample(rule.of, highest);
}

function greatest(values: readonly (number | null)[]): number | null {
  return values.reduce((best, value) => (value !== null && (best === null || value > best) ? value : best), null);
}

export const openMeteo: Provider = { name: 'open-meteo', routes };

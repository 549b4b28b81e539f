/** Answer times of the map and the list over a busy sea, through the server's own routes and compression. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Endpoint, pathOf } from '@kianda/contract';
import { fleetAt, heatTile } from '@kianda/contract/fleet/vessels/fleet.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { dayMs, hourMs, mercatorTile, mercatorTileBbox, seededRandom } from '@kianda/geo';
import { sql } from 'kysely';
import { createRequestMetrics } from '../../apps/server/src/platform/http/request-metrics.ts';
import { bindRoutes } from '../../apps/server/src/platform/http/routes.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/server.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { type Sea, seaEndMs, seaStartMs } from './sea.ts';

export type Times = {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
  readonly bytes: number;
};
type Query = Readonly<Record<string, string>>;
type Ask = (endpoint: Endpoint, params: Readonly<Record<string, number>>, query: Query) => Promise<number>;

type AskedServer = {
  readonly ask: Ask;
  /** Opens a port: the same questions by HTTP, over connections that are kept. */
  readonly listen: () => Promise<Ask>;
  readonly close: () => Promise<void>;
};

export async function createServer({ vessels }: Sea): Promise<AskedServer> {
  const clock = { nowMs: () => seaEndMs };
  const app = await createHttpServer({
    log: createLogger({ level: 'warn', pretty: true }),
    authenticate: async () => ({
      accountId: 'medida',
      email: 'medida@kianda.test',
      name: 'Medida',
      role: 'administrador',
      sessionId: 'medida',
      mustChangePassword: false,
    }),
    rateLimitPerMinute: 1_000_000,
    requestTimeoutSeconds: 60,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: ["'self'"], secure: false },
  });
  bindRoutes(app, vessels.bindings ?? [], {
    clock,
    metrics: createRequestMetrics({ nowMs: clock.nowMs, random: () => 0.5 }),
    idempotency: null,
    validateResponses: false,
    onDenied: () => undefined,
  });
  await app.ready();
  const headers = { authorization: 'Bearer medida', 'accept-encoding': 'br' };
  const agent = new Agent({ keepAlive: true });
  const urlOf: (...asked: Parameters<Ask>) => string = (endpoint, params, query) =>
    `${pathOf(endpoint, params)}?${new URLSearchParams(query)}`;
  return {
    async ask(endpoint, params, query) {
      const url = urlOf(endpoint, params, query);
      const { statusCode, rawPayload, body } = await app.inject({ url, headers });
      if (statusCode !== 200 && statusCode !== 204) throw new Error(`${url}: ${statusCode} ${body.slice(0, 300)}`);
      return rawPayload.byteLength;
    },
    async listen() {
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      return (...asked) => bytesOf(`${address}${urlOf(...asked)}`, { agent, headers });
    },
    async close() {
      agent.destroy();
      await app.close();
    },
  };
}

/** Bytes of an answer as they came, compressed. */
async function bytesOf(url: string, options: RequestOptions): Promise<number> {
  const asked = get(url, options);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  if (answer.statusCode !== 200)
    throw new Error(`${url}: ${answer.statusCode} ${body.toString('latin1').slice(0, 300)}`);
  return body.byteLength;
}

export async function timesOf(name: string, asks: readonly (() => Promise<number>)[]): Promise<Times> {
  const times: number[] = [];
  let bytes = 0;
  for (const ask of asks) {
    const startedMs = performance.now();
    bytes += await ask();
    times.push(performance.now() - startedMs);
  }
  return summed(name, times, bytes);
}

function summed(name: string, unsorted: readonly number[], bytes: number): Times {
  const times = unsorted.toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { name, requests: times.length, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1), bytes: bytes / times.length };
}

/** As `timesOf`, by so many clients: each asks its next question once it has its answer. */
async function timesTogether(name: string, asks: readonly (() => Promise<number>)[], clients: number): Promise<Times> {
  const waiting = [...asks];
  const times: number[] = [];
  let bytes = 0;
  const client = async () => {
    for (let ask = waiting.pop(); ask !== undefined; ask = waiting.pop()) {
      const startedMs = performance.now();
      const received = await ask();
      times.push(performance.now() - startedMs);
      bytes += received;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return summed(name, times, bytes);
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Views that people take: places by where vessels are, zooms from the ocean to the harbour. */
function createViews(random: () => number) {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  return {
    tile() {
      const zoom = pick([3, 4, 5, 6, 7, 8, 9, 10]);
      return { zoom, ...mercatorTile(5 + random() * 8, -18 + random() * 14, zoom) };
    },
    period(interval: 'hour' | 'day' | 'month'): Query {
      const days = { hour: 3, day: 30, month: 30 }[interval];
      const from = seaStartMs + Math.floor((random() * (30 - days) * dayMs) / hourMs) * hourMs;
      return { interval, from: iso(from), to: iso(from + days * dayMs) };
    },
    filter(): Query {
      return pick<Query>([
        { types: 'fishing' },
        { flags: 'AGO' },
        { flags: 'CHN,ESP', types: 'carrier,fishing' },
        { sources: '1' },
        { flags: 'AGO', types: 'fishing', sources: '0' },
      ]);
    },
  };
}

export async function measureTiles(sea: Sea, requests: number): Promise<readonly Times[]> {
  const rows: Times[] = [];
  for (const isFiltered of [false, true])
    for (const interval of ['hour', 'day', 'month'] as const) {
      const { ask, close } = await createServer(sea);
      const views = createViews(seededRandom(`tiles ${interval} ${isFiltered}`));
      const asks = Array.from({ length: requests }, (_, index) => {
        const { zoom, x, y } = views.tile();
        const query = {
          ...views.period(interval),
          measure: index % 2 === 0 ? 'hours' : 'vessels',
          ...(isFiltered ? views.filter() : {}),
        };
        return () => ask(heatTile, { z: zoom, x, y }, query);
      });
      const name = `${{ hour: '3 dias por hora', day: '30 dias por dia', month: 'mês' }[interval]}, ${isFiltered ? 'com filtros' : 'toda a frota'}`;
      rows.push(await timesOf(name, asks));
      rows.push(await timesOf('  as mesmas outra vez', asks));
      await close();
    }
  return rows;
}

/** Cost of a tile without summaries: the same cells and days counted over the positions themselves. */
export async function measureNaiveTiles({ database }: Sea, requests: number): Promise<Times> {
  const views = createViews(seededRandom('naive'));
  const asks = Array.from({ length: requests }, () => {
    const { zoom, x, y } = views.tile();
    const [west, south, east, north] = mercatorTileBbox(zoom, x, y);
    return async () => {
      const { rows } = await sql`
        SELECT floor((lon - ${west}) / ${(east - west) / 64}) AS x, floor((lat - ${south}) / ${(north - south) / 64}) AS y,
          date_trunc('day', time) AS day, count(DISTINCT ship_id) AS vessels
        FROM vessels.positions
        WHERE time >= ${new Date(seaStartMs)} AND time < ${new Date(seaEndMs)}
          AND lon >= ${west} AND lon < ${east} AND lat >= ${south} AND lat < ${north}
        GROUP BY 1, 2, 3`.execute(database.for());
      return rows.length;
    };
  });
  return timesOf('par: GROUP BY sobre as posições, 30 dias por dia', asks);
}

export async function measureFleet(sea: Sea, requests: number): Promise<readonly Times[]> {
  const { ask, close } = await createServer(sea);
  const random = seededRandom('fleet');
  const moment = () => iso(seaStartMs + dayMs + Math.floor(random() * 28 * dayMs));
  const around = () => {
    const [west, south] = [5 + random() * 6, -18 + random() * 12];
    return [west, south, west + 2.5, south + 2.5].map((degrees) => degrees.toFixed(3)).join(',');
  };
  const each = (query: () => Query) => Array.from({ length: requests }, () => () => ask(fleetAt, {}, query()));
  const rows = [
    await timesOf(
      'frota agora, última hora',
      each(() => ({ at: iso(seaEndMs), windowHours: '1' })),
    ),
    await timesOf(
      'frota num instante passado, 6 h, 2,5° × 2,5°',
      each(() => ({ at: moment(), windowHours: '6', bbox: around() })),
    ),
    await timesOf(
      'frota num instante passado, 6 h, toda',
      each(() => ({ at: moment(), windowHours: '6' })),
    ),
  ];
  await close();
  return rows;
}

const day = (number: number) => iso(seaStartMs + number * dayMs);
const listQueries: readonly (readonly [string, Query])[] = [
  ['sem filtros', {}],
  ['página 2000', { page: '2000', pageSize: '50' }],
  ['nome', { search: 'BAIA 1A' }],
  ['MMSI', { search: '20070' }],
  ['texto que não há', { search: 'zzz' }],
  ['tipo', { types: 'fishing' }],
  ['tipos, por nome', { types: 'carrier,passenger', sort: 'name', order: 'asc' }],
  ['bandeira', { flags: 'AGO' }],
  ['bandeiras, por bandeira', { flags: 'CHN,ESP', sort: 'flag', order: 'asc' }],
  ['período', { from: day(10), to: day(12) }],
  ['caixa', { minLat: '-10', maxLat: '-8', minLon: '11', maxLon: '13' }],
  ['ativas, pela primeira transmissão', { activeOnly: 'true', sort: 'first' }],
  ['com IMO, por tipo', { hasImo: 'true', sort: 'type' }],
  ['tudo junto', { types: 'fishing', flags: 'AGO', activeOnly: 'true', hasImo: 'true', search: 'A', sort: 'name' }],
  ['100 por nome', { pageSize: '100', sort: 'name', order: 'asc' }],
];

export async function measureList(sea: Sea, rounds: number): Promise<readonly Times[]> {
  const { ask, close } = await createServer(sea);
  const rows: Times[] = [];
  for (const [name, query] of listQueries)
    rows.push(
      await timesOf(
        name,
        Array.from({ length: rounds }, () => () => ask(listVessels, {}, query)),
      ),
    );
  await close();
  return rows;
}

/** The same questions by HTTP, one after the other and from several clients at once; each `rounds` times. */
export async function measureListByHttp(sea: Sea, rounds: number, clients: number): Promise<readonly Times[]> {
  const { listen, close } = await createServer(sea);
  const ask = await listen();
  const asks = Array.from({ length: rounds }, () =>
    listQueries.map(
      ([, query]) =>
        () =>
          ask(listVessels, {}, query),
    ),
  ).flat();
  const rows = [
    await timesOf('por HTTP, todos os filtros, um pedido de cada vez', asks),
    await timesTogether(`por HTTP, todos os filtros, ${clients} clientes`, asks, clients),
  ];
  await close();
  return rows;
}

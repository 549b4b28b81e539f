import { ANGOLA_EEZ, type EezWire, type LastReportWire } from '@kianda/connectors/gfw/wire';
import { dayMs } from '@kianda/geo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type Account, createAccount } from './account.ts';
import { ParameterError, refuse } from './errors.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { buildReport } from './report.ts';
import { parseReport, type Query } from './request.ts';
import { structureRoutes } from './structures.ts';

/** Reports over more days take longer than the front server waits. */
const promptDays = 31;
/** And then so long for each day. */
const msPerDay = 1000;

const zones: readonly EezWire[] = [
  { id: ANGOLA_EEZ, label: 'Angola', iso3: 'AGO' },
  { id: 8394, label: 'Republic of the Congo', iso3: 'COG' },
  { id: 8477, label: 'Democratic Republic of the Congo', iso3: 'COD' },
  { id: 8395, label: 'Namibia', iso3: 'NAM' },
];

type GfwRequest = FastifyRequest<{ Querystring: Query }>;

/** Global Fishing Watch v3 below `/gfw/v3`: 4wings reports, vessels, events, insights and the lists of regions. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const accounts = new Map<string, Account>();

  app.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return refuse(reply, 401, { title: 'Unauthorized', detail: 'No login token provided' });
    if (token === 'invalid') return refuse(reply, 401, { title: 'Unauthorized', detail: 'Invalid access token' });
    const { headers, isOver } = accountOf(request).count(clock());
    reply.headers(headers);
    // The provider's own words for it are not known.
    if (isOver) return refuse(reply, 429, { title: 'Too Many Requests', detail: 'The requests quota is exceeded' });
    return undefined;
  });

  /** Limits are per user, over all its tokens; here each token is a user. */
  function accountOf(request: FastifyRequest): Account {
    const key = request.headers.authorization ?? '';
    const account = accounts.get(key) ?? createAccount();
    accounts.set(key, account);
    return account;
  }

  async function report(request: GfwRequest, reply: FastifyReply): Promise<FastifyReply> {
    const account = accountOf(request);
    const busy = account.running(clock());
    if (busy !== null) return refuseConcurrent(reply, busy);
    try {
      const reportRequest = parseReport(request.query, request.method === 'POST' ? (request.body ?? {}) : undefined);
      const built = buildReport(reportRequest, world, clock());
      const days = (reportRequest.endMs - reportRequest.startMs) / dayMs;
      const waitMs = days > promptDays ? days * msPerDay : 0;
      account.start({
        url: `/v3${(request.raw.url ?? '').replace(/^\/gfw\/v3/, '')}`,
        body: request.body ?? null,
        report: built,
        startedMs: clock(),
        readyMs: clock() + waitMs,
      });
      if (waitMs > 0) return sendTimeout(reply);
      return sendJson(reply.header('x-datasets', reportRequest.dataset.resolved), built);
    } catch (error) {
      if (error instanceof ParameterError) return refuse(reply, 422, ...error.messages);
      throw error;
    }
  }

  app.get<{ Querystring: Query }>('/gfw/v3/4wings/report', report);
  app.post<{ Querystring: Query }>('/gfw/v3/4wings/report', report);

  app.get('/gfw/v3/4wings/last-report', async (request, reply) => {
    const account = accountOf(request);
    const last = account.last(clock());
    if (last === null) return refuse(reply, 404, { title: 'Not Found', detail: 'Report not found' });
    if (account.running(clock()) === null) return sendJson(reply, last.report);
    const lastUpdate = new Date(last.startedMs).toISOString().replace(/\.\d+Z$/, '+0000');
    return sendJson(reply, { uri: last.url, status: 'running', lastUpdate } satisfies LastReportWire);
  });

  fleetRoutes(app, { world, clock });
  structureRoutes(app, { world, clock });
  app.get('/gfw/v3/datasets/public-eez-areas/context-layers', async (_request, reply) => sendJson(reply, zones));
  app.get('/gfw/v3/datasets/:dataset/context-layers', async (_request, reply) => sendJson(reply, []));

  app.all('/gfw/*', async (_request, reply) => refuse(reply, 404, { title: 'Not Found', detail: 'Not Found' }));
}

function refuseConcurrent(reply: FastifyReply, busy: { readonly url: string; readonly body: unknown }): FastifyReply {
  return refuse(reply, 429, {
    title: 'Too Many Requests',
    detail:
      'Your application token is not currently enabled to perform more than one concurrent report. If you need to generate more than one report concurrently, contact us at apis@globalfishingwatch.org',
    metadata: {
      currentReportBody: { geojson: null, ...(typeof busy.body === 'object' ? busy.body : {}) },
      currentReportUrl: busy.url,
    },
  });
}

/** The front server's own page. */
function sendTimeout(reply: FastifyReply): FastifyReply {
  return reply
    .code(524)
    .type('text/html; charset=UTF-8')
    .send(
      '<!DOCTYPE html>\n<html><head><title>globalfishingwatch.org | 524: A timeout occurred</title></head></html>\n',
    );
}

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export const gfw: Provider = { name: 'gfw', routes };

import { eventsBodyWire, type InsightsWire, insightsBodyWire, type RegionsWire } from '@kianda/connectors/gfw/wire';
import { dayMs, parseIsoDate, protectedAreas } from '@kianda/geo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { World } from '../../world/types.ts';
import { ParameterError, refuse } from './errors.ts';
import { buildEvents, type EventKind, eventKinds } from './events.ts';
import { indexed, type Query, required, text } from './request.ts';
import { identityDatasets, parseQuery, vesselEntry, vesselOfId } from './vessels.ts';
import { parseWhere } from './where.ts';

type Asked = FastifyRequest<{ Querystring: Query; Params: { id?: string } }>;

/** More ids than this are refused; so are more vessels in one request of events. */
const mostIds = 2_800;

/** Vessels, events and insights of the simulated fleet. */
export function fleetRoutes(app: FastifyInstance, { world, clock }: { world: World; clock: Clock }): void {
  /** Answers what is built; what is wrong with the request is 422. */
  const answer = (build: (request: Asked) => unknown) => async (request: Asked, reply: FastifyReply) => {
    try {
      const body = build(request);
      if (body === null) return refuse(reply, 404, { title: 'Not Found', detail: 'Entity not found' });
      const datasets = datasetsOf(request);
      if (datasets !== '') reply.header('x-datasets', datasets);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    } catch (error) {
      if (error instanceof ParameterError) return refuse(reply, 422, ...error.messages);
      throw error;
    }
  };

  function search({ query }: Asked) {
    known('datasets', indexed(query, 'datasets'));
    const wanted = text(query, 'query');
    const where = text(query, 'where');
    if ((wanted === null) === (where === null))
      throw new ParameterError('query', 'One of query or where must be sent, and not both');
    const limit = Number(text(query, 'limit') ?? 20);
    if (!Number.isInteger(limit) || limit < 1 || limit > 50)
      throw new ParameterError('limit', 'limit must not be greater than 50');
    const matches = wanted === null ? parseWhere(where ?? '') : parseQuery(wanted);
    const found = world.fleet.vessels.filter(matches);
    const first = firstOf(text(query, 'since'));
    const next = first + limit;
    return {
      total: found.length,
      limit,
      since: next < found.length ? Buffer.from(String(next)).toString('base64url') : null,
      metadata: { query: wanted ?? '', normalizedQuery: wanted ?? '', didYouMean: null },
      entries: found.slice(first, next).map((vessel) => vesselEntry(vessel, clock())),
    };
  }

  function byIds({ query }: Asked) {
    known('datasets', indexed(query, 'datasets'));
    const ids = indexed(query, 'ids');
    if (ids.length === 0) throw new ParameterError('ids', 'ids query param is required');
    if (ids.length > mostIds) throw new ParameterError('ids', 'Too many ids');
    const found = ids.filter((id) => vesselOfId(world, id) !== null);
    const vessels = new Set(found.map((id) => vesselOfId(world, id)).filter((vessel) => vessel !== null));
    return {
      total: vessels.size,
      limit: null,
      offset: null,
      nextOffset: null,
      metadata: { idsFound: found, idsNotFound: ids.filter((id) => !found.includes(id)) },
      entries: [...vessels].map((vessel) => vesselEntry(vessel, clock())),
    };
  }

  function detail({ query, params }: Asked) {
    known('dataset', [required(query, 'dataset')]);
    const vessel = vesselOfId(world, params.id ?? '');
    return vessel === null ? null : vesselEntry(vessel, clock());
  }

  function events(query: Query, asked: ReturnType<typeof ofQuery>) {
    const limit = Number(required(query, 'limit'));
    const offset = Number(text(query, 'offset') ?? 0);
    const sort = text(query, 'sort') ?? '+start';
    if (!['+start', '-start', '+end', '-end'].includes(sort)) throw new ParameterError('sort', `Invalid sort ${sort}`);
    if (!Number.isInteger(limit) || limit < 1) throw new ParameterError('limit', 'limit must be a positive integer');
    if (!Number.isInteger(offset) || offset < 0) throw new ParameterError('offset', 'offset must not be negative');
    if (asked.vessels.length > mostIds) throw new ParameterError('vessels', 'Too many vessels');
    const isHere = asked.region === null || asked.region === '8478';
    const rows = (isHere ? buildEvents(asked.kinds, asked.span, world, clock()) : []).filter(({ body }) => {
      const { id } = body.vessel as { id: string };
      return asked.vessels.length === 0 || asked.vessels.includes(id);
    });
    const ordered = sort.startsWith('-') ? rows.toReversed() : rows;
    const next = offset + limit;
    return {
      total: rows.length,
      limit,
      offset,
      nextOffset: next < rows.length ? next : null,
      metadata: {},
      entries: ordered.slice(offset, next).map(({ body }) => body),
    };
  }

  function insights({ body }: Asked): InsightsWire {
    const parsed = insightsBodyWire.safeParse(body);
    if (!parsed.success) throw new ParameterError('body', parsed.error.issues[0]?.message ?? 'invalid body');
    const { startDate, endDate, vessels, includes } = parsed.data;
    const span = spanOf(startDate, endDate);
    const ids = vessels.map(({ vesselId }) => vesselId);
    const count = (kind: EventKind) =>
      buildEvents([kind], span, world, clock()).filter(({ body: event }) =>
        ids.includes((event.vessel as { id: string }).id),
      ).length;
    const fishing = {
      events: count('fishing'),
      eventsInRFMOWithoutKnownAuthorization: 0,
      eventsInNoTakeMPAs: 0,
    };
    const gaps = { events: count('gaps'), eventsGapOff: count('gaps') };
    const blocks = Math.round((span.toMs - span.fromMs) / 3_600_000);
    const unknown = ids.filter((id) => vesselOfId(world, id) === null);
    return {
      period: { startDate, endDate },
      vesselIdsWithoutIdentity: unknown.length === 0 ? null : unknown,
      ...(includes.includes('GAP') ? { gap: { historicalCounters: gaps, periodSelectedCounters: gaps } } : {}),
      ...(includes.includes('COVERAGE')
        ? {
            coverage: { blocks: String(blocks), blocksWithPositions: String(Math.round(blocks * 0.9)), percentage: 90 },
          }
        : {}),
      ...(includes.includes('FISHING')
        ? { apparentFishing: { historicalCounters: fishing, periodSelectedCounters: fishing } }
        : {}),
      ...(includes.includes('VESSEL-IDENTITY-IUU-VESSEL-LIST')
        ? { vesselIdentity: { iuuVesselList: { totalTimesListed: 0, totalTimesListedInThePeriod: 0 } } }
        : {}),
    };
  }

  app.get('/gfw/v3/vessels/search', answer(search));
  app.get('/gfw/v3/vessels', answer(byIds));
  app.get('/gfw/v3/vessels/:id', answer(detail));
  app.get(
    '/gfw/v3/events',
    answer(({ query }) => events(query, ofQuery(query))),
  );
  app.post(
    '/gfw/v3/events',
    answer(({ query, body }) => events(query, ofBody(body))),
  );
  app.post('/gfw/v3/insights/vessels', answer(insights));
  app.get(
    '/gfw/v3/datasets/public-mpa-all/context-layers',
    answer(() => marineAreas),
  );
  app.get(
    '/gfw/v3/datasets/public-rfmo/context-layers',
    answer(() => organisations),
  );
}

/** The versions that the data sets of a request stand for, as the header tells them. */
function datasetsOf({ query, body }: Asked): string {
  const given = typeof body === 'object' && body !== null && 'datasets' in body ? body.datasets : [];
  const named = [...indexed(query, 'datasets'), text(query, 'dataset'), ...(Array.isArray(given) ? given : [])];
  return named.flatMap((name) => (typeof name === 'string' ? name.replace(/:latest$/, ':v4.0') : [])).join(',');
}

const marineAreas: RegionsWire = protectedAreas.map(({ name }, index) => ({
  id: String(555_700_000 + index),
  label: name,
  NAME: name,
}));
const organisations: RegionsWire = ['ICCAT', 'SEAFO'].map((id) => ({ id, label: id, RFB: id }));

function known(parameter: string, names: readonly string[]): void {
  if (names.length === 0) throw new ParameterError(parameter, `${parameter} query param is required`);
  const strange = names.find((name) => !identityDatasets.includes(name));
  if (strange !== undefined)
    throw new ParameterError(parameter, `The dataset ${strange} does not exist or is deprecated`);
}

function firstOf(since: string | null): number {
  if (since === null) return 0;
  const first = Number(Buffer.from(since, 'base64url').toString());
  if (!Number.isInteger(first) || first < 0) throw new ParameterError('since', 'Invalid since token');
  return first;
}

function spanOf(startDate: string | null, endDate: string | null) {
  try {
    const toMs = endDate === null ? Number.MAX_SAFE_INTEGER : parseIsoDate(endDate.slice(0, 10));
    return { fromMs: startDate === null ? toMs - 30 * dayMs : parseIsoDate(startDate.slice(0, 10)), toMs };
  } catch (error) {
    if (error instanceof RangeError) throw new ParameterError('date', `Invalid dates ${startDate}, ${endDate}`);
    throw error;
  }
}

function kindsOf(datasets: readonly string[]): EventKind[] {
  if (datasets.length === 0) throw new ParameterError('datasets', 'datasets query param is required');
  return datasets.map((dataset) => {
    const found = eventKinds.find((kind) => new RegExp(`^public-global-${kind}-events:(latest|v4\\.0)$`).test(dataset));
    if (found === undefined)
      throw new ParameterError('datasets', `The dataset ${dataset} does not exist or is deprecated`);
    return found;
  });
}

function ofQuery(query: Query) {
  return {
    kinds: kindsOf(indexed(query, 'datasets')),
    span: spanOf(text(query, 'start-date'), text(query, 'end-date')),
    vessels: indexed(query, 'vessels'),
    region: text(query, 'region-ids[0]'),
  };
}

function ofBody(body: unknown): ReturnType<typeof ofQuery> {
  const parsed = eventsBodyWire.safeParse(body ?? {});
  if (!parsed.success) throw new ParameterError('body', parsed.error.issues[0]?.message ?? 'invalid body');
  const { datasets, startDate, endDate, vessels, region, geometry } = parsed.data;
  if (region !== undefined && geometry !== undefined)
    throw new ParameterError('body', 'One of geometry or region must be sent, and not both');
  return {
    kinds: kindsOf(datasets),
    span: spanOf(startDate ?? null, endDate ?? null),
    vessels: vessels ?? [],
    region: region === undefined ? null : String(region.id),
  };
}

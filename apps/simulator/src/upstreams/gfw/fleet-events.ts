import { eventsBodyWire } from '@kianda/connectors/gfw/wire';
import { ParameterError } from './errors.ts';
import { buildEvents, type EventKind, eventKinds } from './events.ts';
import { type FleetDeps, mostIds, spanOf } from './fleet-request.ts';
import { indexed, type Query, required, text } from './request.ts';

type EventSelection = ReturnType<typeof selectionOfQuery>;

/** One page of the events of a selection. */
export function eventPage({ world, clock }: FleetDeps, query: Query, selection: EventSelection) {
  const limit = Number(required(query, 'limit'));
  const offset = Number(text(query, 'offset') ?? 0);
  const sort = text(query, 'sort') ?? '+start';
  if (!['+start', '-start', '+end', '-end'].includes(sort)) throw new ParameterError('sort', `Invalid sort ${sort}`);
  if (!Number.isInteger(limit) || limit < 1) throw new ParameterError('limit', 'limit must be a positive integer');
  if (!Number.isInteger(offset) || offset < 0) throw new ParameterError('offset', 'offset must not be negative');
  if (selection.vessels.length > mostIds) throw new ParameterError('vessels', 'Too many vessels');
  const isHere = selection.region === null || selection.region === '8478';
  const rows = (isHere ? buildEvents(selection.kinds, selection.span, world, clock()) : []).filter(({ body }) => {
    const { id } = body.vessel as { id: string };
    return selection.vessels.length === 0 || selection.vessels.includes(id);
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

/** Selection of a request by address. */
export function selectionOfQuery(query: Query) {
  return {
    kinds: kindsOf(indexed(query, 'datasets')),
    span: spanOf(text(query, 'start-date'), text(query, 'end-date')),
    vessels: indexed(query, 'vessels'),
    region: text(query, 'region-ids[0]'),
  };
}

/** Selection of a request by body. */
export function selectionOfBody(body: unknown): EventSelection {
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

function kindsOf(datasets: readonly string[]): EventKind[] {
  if (datasets.length === 0) throw new ParameterError('datasets', 'datasets query param is required');
  return datasets.map((dataset) => {
    const found = eventKinds.find((kind) => new RegExp(`^public-global-${kind}-events:(latest|v4\\.0)$`).test(dataset));
    if (found === undefined)
      throw new ParameterError('datasets', `The dataset ${dataset} does not exist or is deprecated`);
    return found;
  });
}

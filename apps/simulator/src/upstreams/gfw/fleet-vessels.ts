import { ParameterError } from './errors.ts';
import { checkDatasets, type FleetDeps, type FleetRequest, mostIds } from './fleet-request.ts';
import { indexed, required, text } from './request.ts';
import { parseQuery, vesselEntry, vesselOfId } from './vessels.ts';
import { parseWhere } from './where.ts';

/** One page of the vessels that a text or a condition finds. */
export function searchVessels({ world, clock }: FleetDeps, { query }: FleetRequest) {
  checkDatasets('datasets', indexed(query, 'datasets'));
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

/** Vessels of the ids of a request. */
export function vesselsByIds({ world, clock }: FleetDeps, { query }: FleetRequest) {
  checkDatasets('datasets', indexed(query, 'datasets'));
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

/** One vessel; null for an unknown id. */
export function vesselDetail({ world, clock }: FleetDeps, { query, params }: FleetRequest) {
  checkDatasets('dataset', [required(query, 'dataset')]);
  const vessel = vesselOfId(world, params.id ?? '');
  return vessel === null ? null : vesselEntry(vessel, clock());
}

function firstOf(since: string | null): number {
  if (since === null) return 0;
  const first = Number(Buffer.from(since, 'base64url').toString());
  if (!Number.isInteger(first) || first < 0) throw new ParameterError('since', 'Invalid since token');
  return first;
}

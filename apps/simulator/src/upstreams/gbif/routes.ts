import { MAX_SEARCH_OFFSET, MOST_ROWS } from '@kianda/connectors/gbif/wire';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { BiotaTaxon } from '../../world/types.ts';
import { createEntries, type Entry } from './entries.ts';
import { parseFilter, type Query } from './filter.ts';
import { backboneKey } from './names.ts';
import { occurrenceRow } from './rows.ts';

type GbifRequest = { Querystring: Query };

const standardRows = 20;
/** Selections in memory: a client that pages through a query sends it again and again. */
const retainedSelections = 16;

/** GBIF v1 below `/gbif/v1`: occurrence search and species match. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const entriesAt = createEntries(world.biota);
  const retained = new Map<string, readonly Entry[]>();
  let source: readonly Entry[] | null = null;

  /** Entries of a query; a selection by `lastInterpreted` holds until something new is published. */
  function select(query: Query): readonly Entry[] | { readonly refusal: string } {
    const all = entriesAt(clock());
    if (all !== source) retained.clear();
    source = all;
    const { limit: _limit, offset: _offset, ...filters } = query;
    const key = JSON.stringify([filters, Math.floor(clock() / 3_600_000)]);
    const known = retained.get(key);
    if (known !== undefined) return known;
    const test = parseFilter(query, clock());
    if (typeof test !== 'function') return test;
    const found = all.filter(test);
    const oldest = retained.keys().next().value;
    if (retained.size >= retainedSelections && oldest !== undefined) retained.delete(oldest);
    retained.set(key, found);
    return found;
  }

  app.get<GbifRequest>('/gbif/v1/occurrence/search', async ({ query }, reply) => {
    const offset = numberOf(query.offset, 0);
    const rows = numberOf(query.limit, standardRows);
    if (offset === null || rows === null || offset < 0 || rows < 0) return refuse(reply, 'Invalid paging parameters');
    // Too large a limit is cut without a word.
    const limit = Math.min(rows, MOST_ROWS);
    if (offset + limit > MAX_SEARCH_OFFSET)
      return refuse(reply, `Max offset of ${MAX_SEARCH_OFFSET} exceeded: ${offset} + ${limit}`);
    const found = select(query);
    if ('refusal' in found) return refuse(reply, found.refusal);
    const results = found.slice(offset, offset + limit).map((entry) => occurrenceRow(entry, clock()));
    const endOfRecords = offset + limit >= found.length;
    return send(reply, { offset, limit, endOfRecords, count: found.length, results, facets: [] });
  });

  app.get<GbifRequest>('/gbif/v1/species/match', async ({ query }, reply) =>
    send(reply, matchOf(String(query.name ?? query.scientificName ?? ''), world.biota.taxa)),
  );

  app.all('/gbif/*', async (_request, reply) => reply.code(404).type('text/plain').send('HTTP 404 Not Found'));
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('cache-control', 'public, max-age=600').type('application/json').send(JSON.stringify(body));
}

function refuse(reply: FastifyReply, text: string): FastifyReply {
  return reply.code(400).type('text/plain;charset=utf-8').send(text);
}

function numberOf(value: string | string[] | undefined, standard: number): number | null {
  if (value === undefined) return standard;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : null;
}

/** A name against the backbone: the species, else its genus, else nothing, always under a 200. */
function matchOf(name: string, taxa: readonly BiotaTaxon[]): Record<string, unknown> {
  const wanted = name.trim().toLowerCase();
  const species = taxa.find(
    ({ scientificName, authority }) =>
      wanted === scientificName.toLowerCase() || wanted === `${scientificName} ${authority}`.toLowerCase(),
  );
  const found = species ?? taxa.find(({ genus }) => wanted.split(' ')[0] === genus.toLowerCase());
  if (found === undefined) return { confidence: 100, matchType: 'NONE', synonym: false };
  const canonicalName = species?.scientificName ?? found.genus;
  return {
    usageKey: backboneKey(canonicalName),
    scientificName: species === undefined ? found.genus : `${species.scientificName} ${species.authority}`,
    canonicalName,
    rank: species === undefined ? 'GENUS' : 'SPECIES',
    status: 'ACCEPTED',
    confidence: species === undefined ? 94 : 99,
    matchType: species === undefined ? 'HIGHERRANK' : 'EXACT',
    kingdom: found.kingdom,
    phylum: found.phylum,
    class: found.class,
    order: found.order,
    family: found.family,
    genus: found.genus,
    kingdomKey: backboneKey(found.kingdom),
    synonym: false,
  };
}

export const gbif: Provider = { name: 'gbif', routes };

import type { TaxonWire } from '@kianda/connectors/seaaroundus/wire';
import { ANGOLA_REGION } from '@kianda/connectors/seaaroundus/wire';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { Landing } from '../../world/types.ts';

type Query = { readonly region_id?: string; readonly limit?: string };

const dimensions: Readonly<Record<string, (landing: Landing) => string>> = {
  taxon: ({ commonNameEn }) => commonNameEn,
  country: ({ flag }) => flag,
  gear: ({ gear }) => gear,
  sector: ({ sector }) => sector,
};

const measures: Readonly<Record<string, (landing: Landing) => number>> = {
  tonnage: ({ tonnes }) => tonnes,
  value: ({ valueUsd }) => valueUsd,
};

/** Sea Around Us below `/seaaroundus/api/v1`: catch in an economic zone by dimension and year. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  app.get<{ Params: { measure: string; dimension: string }; Querystring: Query }>(
    '/seaaroundus/api/v1/eez/:measure/:dimension/',
    async ({ params, query }, reply) => {
      const keyOf = entryOf(dimensions, params.dimension);
      const amountOf = entryOf(measures, params.measure);
      if (keyOf === undefined || amountOf === undefined) return sendNotFound(reply);
      const here = String(query.region_id) === String(ANGOLA_REGION);
      const limit = /^\d+$/.test(query.limit ?? '') ? Number(query.limit) : 10;
      const landings = here ? world.fisheries.landings(clock()) : [];
      return sendJson(reply, { data: tabulate(landings, keyOf, amountOf, limit) });
    },
  );

  app.get<{ Params: { id: string } }>('/seaaroundus/api/v1/eez/:id', async ({ params }, reply) => {
    if (params.id !== String(ANGOLA_REGION)) return sendNotFound(reply);
    const landings = world.fisheries.landings(clock());
    const lastYear = landings.reduce((latest, { year }) => Math.max(latest, year), 0);
    const catchTonnes = landings.filter(({ year }) => year === lastYear).reduce((sum, { tonnes }) => sum + tonnes, 0);
    return sendJson(reply, {
      data: {
        id: ANGOLA_REGION,
        title: 'Angola',
        metrics: [{ title: 'Total catch', year: lastYear, value: Number(catchTonnes.toFixed(2)), units: 't' }],
      },
    });
  });

  app.get('/seaaroundus/*', async (_request, reply) => sendNotFound(reply));
}

/**
 * The greatest keys and the rest as `Others`, each with every year of the series: null where the key has no catch, as the
 * provider does (`Others` included).
 */
function tabulate(
  landings: readonly Landing[],
  keyOf: (landing: Landing) => string,
  amountOf: (landing: Landing) => number,
  limit: number,
): TaxonWire[] {
  const totals = new Map<string, number>();
  for (const landing of landings) totals.set(keyOf(landing), (totals.get(keyOf(landing)) ?? 0) + amountOf(landing));
  const greatest = new Set(
    [...totals]
      .sort((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([key]) => key),
  );
  const years = [...new Set(landings.map(({ year }) => year))].sort((a, b) => a - b);
  const sums = new Map<string, Map<number, number>>();
  for (const landing of landings) {
    const key = greatest.has(keyOf(landing)) ? keyOf(landing) : 'Others';
    const byYear = sums.get(key) ?? new Map<number, number>();
    sums.set(key, byYear.set(landing.year, (byYear.get(landing.year) ?? 0) + amountOf(landing)));
  }
  const order = [...greatest, ...(sums.has('Others') ? ['Others'] : [])];
  return order.map((key) => ({
    key,
    values: years.map((year): [number, number | null] => {
      const sum = sums.get(key)?.get(year);
      return [year, sum === undefined ? null : Number(sum.toFixed(4))];
    }),
  }));
}

/** A path may name anything: `constructor` must not find a function. */
function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/html; charset=utf-8').send('<h1>Not Found</h1>');
}

export const seaAroundUs: Provider = { name: 'seaaroundus', routes };

import type { FastifyInstance } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { Occurrence } from '../../world/types.ts';
import { isDropped, param, type Query } from './filter.ts';
import { applyFront, sendJson, sendNotFound, sendRefusal, sizeOf } from './reply.ts';
import { checklistRow, createSurfaceLayer, datasetRow, occurrenceRow } from './rows.ts';
import { countBy, createSelector, firstAfter } from './selection.ts';

type ObisRequest = { Querystring: Query; Params: { id: string } };

const facets: Record<string, (occurrence: Occurrence) => readonly (string | number)[]> = {
  aphiaID: ({ taxon }) => [taxon.id],
  basisOfRecord: ({ dataset }) => [dataset.basisOfRecord],
  category: ({ taxon }) => (taxon.redList === undefined ? [] : [taxon.redList]),
  class: ({ taxon }) => [taxon.class],
  dataset_id: ({ dataset }) => [dataset.id],
  date_year: ({ timeMs }) => [new Date(timeMs).getUTCFullYear()],
  flags: ({ flags }) => flags,
  phylum: ({ taxon }) => [taxon.phylum],
  scientificName: ({ taxon }) => [taxon.scientificName],
};

type Deps = ProviderDeps & { readonly selector: ReturnType<typeof createSelector> };

/** OBIS v3 below `/obis/v3`: occurrence, statistics, dataset, checklist and facet. */
export function routes(app: FastifyInstance, provider: ProviderDeps): void {
  const deps = { ...provider, selector: createSelector(provider.world.biota) };
  applyFront(app);
  occurrenceRoutes(app, deps);
  statisticsRoutes(app, deps);
  datasetRoutes(app, deps);
  checklistRoutes(app, deps);
  facetRoute(app, deps);

  app.get('/obis/v3/*', async (request, reply) =>
    sendNotFound(reply, request.method, (request.raw.url ?? '').replace(/^\/obis/, '').split('?', 1)[0] ?? ''),
  );
}

function occurrenceRoutes(app: FastifyInstance, { world, clock, selector }: Deps): void {
  const surfaceAt = createSurfaceLayer(world.ocean);

  app.get<ObisRequest>('/obis/v3/occurrence', async ({ query }, reply) => {
    const size = sizeOf(reply, param(query, 'size'), 10);
    if (typeof size !== 'number') return size;
    const found = selector.select(query, clock());
    if ('error' in found) return sendRefusal(reply, found);
    const after = param(query, 'after');
    const start = after === null ? 0 : firstAfter(found, after);
    const fields = param(query, 'fields')?.split(',') ?? null;
    const results = found.slice(start, start + size).map((occurrence) => {
      const row = occurrenceRow(occurrence, surfaceAt, isDropped(occurrence));
      // `flags` can't be asked for by name.
      if (fields === null) return row;
      return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'flags' && fields.includes(name)));
    });
    return sendJson(reply, { total: found.length, results });
  });

  app.get<ObisRequest>('/obis/v3/occurrence/:id', async ({ params }, reply) => {
    const found = world.biota.occurrenceById(params.id, clock());
    const results = found === null ? [] : [occurrenceRow(found, surfaceAt, isDropped(found))];
    return sendJson(reply, { total: results.length, results });
  });
}

function statisticsRoutes(app: FastifyInstance, { clock, selector }: Deps): void {
  app.get<ObisRequest>('/obis/v3/statistics', async ({ query }, reply) => {
    const found = selector.select(query, clock());
    if ('error' in found) return sendRefusal(reply, found);
    const species = new Set(found.map(({ taxon }) => taxon.id)).size;
    const years = found.map(({ timeMs }) => new Date(timeMs).getUTCFullYear());
    return sendJson(reply, {
      records: found.length,
      species,
      taxa: species,
      datasets: new Set(found.map(({ dataset }) => dataset.id)).size,
      specieslevel: found.length,
      yearrange:
        found.length === 0
          ? [null, null]
          : [years.reduce((a, b) => Math.min(a, b)), years.reduce((a, b) => Math.max(a, b))],
    });
  });

  app.get<ObisRequest>('/obis/v3/statistics/years', async ({ query }, reply) => {
    const found = selector.select(query, clock());
    if ('error' in found) return sendRefusal(reply, found);
    const counts = countBy(found, ({ timeMs }) => [new Date(timeMs).getUTCFullYear()]);
    return sendJson(
      reply,
      counts.map(({ key, records }) => ({ year: key, records })).sort((a, b) => a.year - b.year),
    );
  });
}

function datasetRoutes(app: FastifyInstance, { clock, selector }: Deps): void {
  app.get<ObisRequest>('/obis/v3/dataset', async ({ query }, reply) => {
    const found = selector.select(query, clock());
    if ('error' in found) return sendRefusal(reply, found);
    const all = selector
      .facts(found, clock())
      .sort((a, b) => b.records - a.records || (a.dataset.id < b.dataset.id ? -1 : 1));
    const size = sizeOf(reply, param(query, 'size'), 10_000);
    if (typeof size !== 'number') return size;
    const skip = Math.max(0, Number(param(query, 'skip') ?? param(query, 'offset') ?? 0) || 0);
    return sendJson(reply, { total: all.length, results: all.slice(skip, skip + size).map(datasetRow) });
  });

  app.get<ObisRequest>('/obis/v3/dataset/:id', async ({ params }, reply) => {
    const all = selector.select({ datasetid: params.id, dropped: 'include' }, clock());
    const results = 'error' in all ? [] : selector.facts(all, clock()).map(datasetRow);
    return sendJson(reply, { total: results.length, results });
  });
}

function checklistRoutes(app: FastifyInstance, { clock, selector }: Deps): void {
  for (const path of ['/obis/v3/checklist', '/obis/v3/checklist/redlist']) {
    app.get<ObisRequest>(path, async ({ query }, reply) => {
      const threatened = path.endsWith('redlist') ? { ...query, redlist: 'true' } : query;
      const found = selector.select(threatened, clock());
      if ('error' in found) return sendRefusal(reply, found);
      const size = sizeOf(reply, param(query, 'size'), 10);
      if (typeof size !== 'number') return size;
      const skip = Math.max(0, Number(param(query, 'skip') ?? 0) || 0);
      const taxa = new Map(found.map(({ taxon }) => [taxon.id, taxon]));
      const counts = countBy(found, ({ taxon }) => [taxon.id]);
      const results = counts.slice(skip, skip + size).flatMap(({ key, records }) => {
        const taxon = taxa.get(key);
        return taxon === undefined ? [] : [checklistRow(taxon, records)];
      });
      return sendJson(reply, { total: counts.length, results });
    });
  }
}

function facetRoute(app: FastifyInstance, { clock, selector }: Deps): void {
  app.get<ObisRequest>('/obis/v3/facet', async ({ query }, reply) => {
    const found = selector.select(query, clock());
    if ('error' in found) return sendRefusal(reply, found);
    const size = sizeOf(reply, param(query, 'size'), 10);
    if (typeof size !== 'number') return size;
    const names = (param(query, 'facets') ?? '').split(',').filter((name) => Object.hasOwn(facets, name));
    const results = Object.fromEntries(
      names.map((name) => [name, countBy(found, facets[name] ?? (() => [])).slice(0, size)]),
    );
    return sendJson(reply, { total: found.length, results });
  });
}

export const obis: Provider = { name: 'obis', routes };

import { z } from 'zod';
import type { Analysis } from '../../../platform/analyses.ts';
import type { CollectionSource, FeatureCollection } from '../../../platform/feature-collections.ts';
import { boundsOf } from '../../../platform/geometry/wkb.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { collectionFor } from './access.rules.ts';
import { readPage } from './query/reader.ts';
import { itemsRequest, refuse } from './query/request.ts';

const rowsAtOnce = 5_000;

const inputSchema = z.object({
  collection: z.string().max(200).describe('Coleção'),
  cellDegrees: z.number().min(0.01).max(10).default(0.5).describe('Lado da célula, em graus'),
  filter: z.string().max(20_000).optional().describe('Filtro CQL2, em texto'),
  bbox: z.array(z.number()).length(4).optional().describe('Caixa: oeste, sul, leste, norte'),
});

/** How many features lie in each cell of a grid of degrees; an area counts where the middle of its box is. */
export function featureDensity(collections: CollectionSource): Analysis {
  const requestOf = (collection: FeatureCollection, { filter, bbox }: z.output<typeof inputSchema>) =>
    itemsRequest(collection, {
      ...(filter === undefined ? {} : { filter }),
      ...(bbox === undefined ? {} : { bbox: bbox.join(',') }),
    });
  return {
    id: 'feature-density',
    version: '1.0.0',
    title: 'Densidade de elementos',
    description: 'Quantos elementos de uma coleção há em cada célula de uma grelha de graus.',
    access: 'public',
    inputs: inputSchema,
    outputs: {
      cells: { title: 'Células com elementos, em GeoJSON, com a contagem', schema: { type: 'object' } },
      count: { title: 'Elementos contados', schema: { type: 'integer' } },
      withoutPlace: { title: 'Elementos sem lugar', schema: { type: 'integer' } },
    },
    async check(given, principal) {
      const inputs = inputSchema.parse(given);
      const collection = await collectionFor(collections, inputs.collection, principal);
      if (collection.geometryType === null) refuse('collection', 'Os elementos desta coleção não têm lugar.');
      requestOf(collection, inputs);
    },
    async run(given, { signal, progress }) {
      const inputs = inputSchema.parse(given);
      const collection = await collections.find(inputs.collection);
      if (collection === null) throw new AppError('not_found');
      const request = requestOf(collection, inputs);
      const counts = new Map<string, number>();
      let [count, withoutPlace, token]: [number, number, string | null] = [0, 0, null];
      do {
        signal.throwIfAborted();
        const page = await readPage(collection, { ...request, limit: rowsAtOnce, token });
        for (const { geometry } of page.features) {
          if (geometry === null) withoutPlace += 1;
          else {
            const [west, south, east, north] = boundsOf(geometry);
            const cell = [(west + east) / 2, (south + north) / 2].map((at) => Math.floor(at / inputs.cellDegrees));
            counts.set(cell.join(), (counts.get(cell.join()) ?? 0) + 1);
            count += 1;
          }
        }
        token = page.next;
        const read = count + withoutPlace;
        await progress(page.matched === null ? null : read / Math.max(1, page.matched), `${read} elementos lidos.`);
      } while (token !== null);
      const features = Array.from(counts, ([key, found]) => cellFeature(key, found, inputs.cellDegrees));
      return { cells: { type: 'FeatureCollection', features }, count, withoutPlace };
    },
  };
}

function cellFeature(key: string, count: number, cellDegrees: number) {
  const [column = 0, row = 0] = key.split(',').map(Number);
  // A tenth of a degree has no exact double: the corner is told to the millionth.
  const at = (index: number) => Math.round(index * cellDegrees * 1e6) / 1e6;
  const [west, south, east, north] = [at(column), at(row), at(column + 1), at(row + 1)];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: { count } };
}

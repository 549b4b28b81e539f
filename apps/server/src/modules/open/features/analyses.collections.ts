import { arealGeometrySchema } from '@kianda/contract/fleet/surveillance/registry.contract';
import { type ArealGeometry, polygonAreaSquareMeters } from '@kianda/geo';
import { areaStatistics } from '@kianda/science/spatial/area-statistics';
import { z } from 'zod';
import type { Analysis } from '../../../platform/analyses.ts';
import type { CollectionSource, FeatureCollection } from '../../../platform/feature-collections.ts';
import { geometryEngine, invalidReason } from '../../../platform/geometry/geos.ts';
import { toWkb } from '../../../platform/geometry/wkb.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { collectionFor } from './access.rules.ts';
import { featureDensity } from './feature-density.collections.ts';
import { readPage } from './query/reader.ts';
import { itemsRequest, refuse } from './query/request.ts';

const rowsAtOnce = 5_000;
const number = { type: 'number', nullable: true };

/** The service's own analyses. Echo is what conformance tests drive. */
export function analysesOf(collections: CollectionSource): readonly Analysis[] {
  return [echo, polygonArea, statistics(collections), featureDensity(collections)];
}

const echo: Analysis = {
  id: 'echo',
  version: '1.0.0',
  title: 'Eco',
  description: 'Devolve o que recebe: serve para ensaiar clientes.',
  access: 'public',
  inputs: z.object({
    text: z.string().max(10_000).describe('Texto'),
    number: z.number().optional().describe('Número'),
    values: z.array(z.number()).max(1_000).optional().describe('Lista de números'),
  }),
  outputs: { echo: { title: 'O que foi recebido', schema: { type: 'object' } } },
  check() {},
  run: async (inputs) => ({ echo: inputs }),
};

const areaInputs = z.object({ geometry: arealGeometrySchema.describe('Polígono em graus, WGS84') });
const polygonArea: Analysis = {
  id: 'polygon-area',
  version: '1.0.0',
  title: 'Área de um polígono',
  description: 'Área na esfera, em quilómetros quadrados.',
  access: 'public',
  inputs: areaInputs,
  outputs: { areaKm2: { title: 'Área, km²', schema: { type: 'number' } } },
  async check(given) {
    const geometry = areaInputs.parse(given).geometry as ArealGeometry;
    const prepared = (await geometryEngine()).prepare(toWkb(geometry));
    try {
      // The area of a ring that crosses itself is a difference of its loops, which says nothing.
      if (!prepared.valid) refuse('geometry', `Geometria inválida: ${invalidReason(geometry.type)}`);
    } finally {
      prepared.close();
    }
  },
  run: async (inputs) => {
    const { geometry } = areaInputs.parse(inputs);
    return { areaKm2: polygonAreaSquareMeters(geometry as ArealGeometry) / 1e6 };
  },
};

const statisticsInputs = z.object({
  collection: z.string().max(200).describe('Coleção'),
  property: z.string().max(200).describe('Propriedade numérica'),
  filter: z.string().max(20_000).optional().describe('Filtro CQL2, em texto'),
  bbox: z.array(z.number()).length(4).optional().describe('Caixa: oeste, sul, leste, norte'),
});

function statistics(collections: CollectionSource): Analysis {
  const requestOf = (collection: FeatureCollection, inputs: z.output<typeof statisticsInputs>) =>
    itemsRequest(collection, {
      ...(inputs.filter === undefined ? {} : { filter: inputs.filter }),
      ...(inputs.bbox === undefined ? {} : { bbox: inputs.bbox.join(',') }),
    });
  return {
    id: 'feature-statistics',
    version: '1.0.0',
    title: 'Estatística de uma propriedade',
    description: 'Contagem, média, mediana e extremos de uma propriedade numérica dos elementos de uma coleção.',
    access: 'public',
    inputs: statisticsInputs,
    outputs: {
      count: { title: 'Elementos', schema: { type: 'integer' } },
      known: { title: 'Elementos com valor', schema: { type: 'integer' } },
      mean: { title: 'Média', schema: number },
      median: { title: 'Mediana', schema: number },
      min: { title: 'Mínimo', schema: number },
      max: { title: 'Máximo', schema: number },
    },
    async check(given, principal) {
      const inputs = statisticsInputs.parse(given);
      const collection = await collectionFor(collections, inputs.collection, principal);
      const { type } = (Object.hasOwn(collection.properties, inputs.property)
        ? collection.properties[inputs.property]
        : undefined) ?? { type: null };
      if (type !== 'number' && type !== 'integer') refuse('property', 'Esperava uma propriedade numérica da coleção.');
      requestOf(collection, inputs);
    },
    async run(given, { signal, progress }) {
      const inputs = statisticsInputs.parse(given);
      const collection = await collections.find(inputs.collection);
      if (collection === null) throw new AppError('not_found');
      const request = requestOf(collection, inputs);
      const values: number[] = [];
      let [count, token]: [number, string | null] = [0, null];
      do {
        signal.throwIfAborted();
        const page = await readPage(collection, { ...request, limit: rowsAtOnce, token });
        for (const { properties } of page.features) {
          const value = properties[inputs.property];
          if (typeof value === 'number') values.push(value);
        }
        count += page.features.length;
        token = page.next;
        await progress(page.matched === null ? null : count / Math.max(1, page.matched), `${count} elementos lidos.`);
      } while (token !== null);
      const cells = Uint32Array.from(values.keys());
      const weights = new Float64Array(values.length).fill(1);
      const { mean, median, min, max } = areaStatistics(Float32Array.from(values), { cells, weights });
      return { count, known: values.length, mean, median, min, max };
    },
  };
}

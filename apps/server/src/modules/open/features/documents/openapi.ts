import { featureLimits } from '@kianda/contract/open/features/features.contract';
import type { FeatureCollection } from '../../../../platform/feature-collections.ts';
import { crsList } from '../query/crs.ts';
import { isSortable } from '../query/request.ts';
import { types } from './documents.ts';

type Json = Record<string, unknown>;

const textParameter = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  style: 'form',
  explode: false,
});
const problem = { 'application/problem+json': { schema: { type: 'object' } } };
const errors = {
  '400': { description: 'Parâmetro desconhecido ou inválido', content: problem },
  '404': { description: 'Não existe', content: problem },
  '500': { description: 'Erro interno', content: problem },
};

function answer(type: string, schema: Json = { type: 'object' }): Json {
  return {
    '200': {
      description: 'O documento pedido',
      content: { [type]: { schema }, [types.html]: { schema: { type: 'string' } } },
    },
    ...errors,
  };
}

/**
 * OpenAPI 3.0 of this service alone, complete in itself: every collection has its own paths, as clients and the
 * conformance tests of OGC API Features expect, and nothing is fetched from elsewhere.
 */
export function openApiDocument(base: string, collections: readonly FeatureCollection[], version: string) {
  const format = textParameter('f', 'Formato; por omissão o do cabeçalho Accept.', {
    type: 'string',
    enum: ['json', 'html'],
  });
  const get = (operationId: string, summary: string, type: string = types.json, parameters: readonly Json[] = []) => ({
    get: { operationId, summary, parameters: [...parameters, format], responses: answer(type) },
  });
  const paths: Record<string, Json> = {
    '/': get('landing', 'Página de entrada'),
    '/api': get('api', 'Esta descrição', types.openapi),
    '/conformance': get('conformance', 'Classes de conformidade'),
    '/collections': get('collections', 'Coleções'),
  };
  for (const collection of collections) {
    const path = `/collections/${collection.id}`;
    const name = collection.id.replaceAll('-', '_');
    paths[path] = get(`describe_${name}`, collection.title);
    for (const kind of ['queryables', 'sortables', 'schema']) {
      paths[`${path}/${kind}`] = get(`${kind}_${name}`, `${collection.title}: ${kind}`, types.schema);
    }
    paths[`${path}/items`] = get(`items_${name}`, `${collection.title}: elementos`, types.geojson, [
      ...itemParameters(),
      ...propertyParameters(collection),
    ]);
    const featureId = { name: 'featureId', in: 'path', required: true, schema: { type: 'string' } };
    paths[`${path}/items/{featureId}`] = get(`feature_${name}`, `${collection.title}: um elemento`, types.geojson, [
      featureId,
      crsParameter('crs', 'Sistema de referência da resposta.'),
    ]);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Kianda: elementos geográficos',
      version,
      description: 'OGC API Features, partes 1 a 4, sobre os dados marinhos da Zona Económica Exclusiva de Angola.',
    },
    servers: [{ url: base }],
    paths,
  };
}

function crsParameter(name: string, description: string): Json {
  return textParameter(name, description, { type: 'string', format: 'uri', enum: [...crsList] });
}

function itemParameters(): readonly Json[] {
  return [
    textParameter('limit', 'Elementos por página.', {
      type: 'integer',
      minimum: 1,
      maximum: featureLimits.maximum,
      default: featureLimits.default,
    }),
    textParameter('bbox', 'Caixa: oeste, sul, leste, norte.', {
      type: 'array',
      minItems: 4,
      maxItems: 6,
      items: { type: 'number' },
    }),
    textParameter('datetime', 'Instante RFC 3339, ou intervalo com «..» em aberto.'),
    crsParameter('bbox-crs', 'Sistema de referência da caixa.'),
    crsParameter('crs', 'Sistema de referência da resposta.'),
    textParameter('properties', 'Propriedades a dar.', { type: 'array', items: { type: 'string' } }),
    textParameter('sortby', 'Propriedades por que se ordena; «-» inverte.', {
      type: 'array',
      items: { type: 'string' },
    }),
    textParameter('filter', 'Filtro CQL2.'),
    textParameter('filter-lang', 'Língua do filtro.', {
      type: 'string',
      enum: ['cql2-text', 'cql2-json'],
      default: 'cql2-text',
    }),
    crsParameter('filter-crs', 'Sistema de referência das geometrias do filtro.'),
    textParameter('token', 'Marca de página, da ligação «next».'),
  ];
}

function propertyParameters({ properties }: FeatureCollection): readonly Json[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isSortable(property)) return [];
    const number = property.type === 'number' || property.type === 'integer' || property.type === 'boolean';
    return [textParameter(name, property.title, { type: number ? property.type : 'string' })];
  });
}

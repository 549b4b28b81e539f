import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const f = z.enum(['json', 'html']).optional();
const query = z.strictObject({ f });
const get = {
  service: 'features',
  method: 'GET',
  format: 'standard',
  access: 'public',
  errors: ['not_found'],
} as const;
const links = z.array(z.looseObject({ href: z.string(), rel: z.string() }));
const collectionParams = z.object({ collectionId: z.string().min(1).max(200) });
const tileMatrixSetId = z.string().min(1).max(60);

export const tileMatrixSets = endpoint({
  ...get,
  id: 'tileMatrixSets',
  path: '/tileMatrixSets',
  summary: 'Grelhas de mosaicos que o serviço conhece',
  query,
  response: z.object({ tileMatrixSets: z.array(z.looseObject({ id: z.string(), links })) }),
});

export const tileMatrixSet = endpoint({
  ...get,
  id: 'tileMatrixSet',
  path: '/tileMatrixSets/{tileMatrixSetId}',
  summary: 'Uma grelha de mosaicos, nível a nível',
  params: z.object({ tileMatrixSetId }),
  query,
  response: z.looseObject({ id: z.string(), tileMatrices: z.array(z.looseObject({ id: z.string() })) }),
});

export const featureTilesets = endpoint({
  ...get,
  id: 'featureTilesets',
  path: '/collections/{collectionId}/tiles',
  summary: 'Mosaicos vetoriais de uma coleção',
  params: collectionParams,
  query,
  response: z.looseObject({ tilesets: z.array(z.looseObject({})), links }),
});

export const featureTileset = endpoint({
  ...get,
  id: 'featureTileset',
  path: '/collections/{collectionId}/tiles/{tileMatrixSetId}',
  summary: 'Descrição dos mosaicos de uma coleção numa grelha',
  params: collectionParams.extend({ tileMatrixSetId }),
  /** `tilejson`: TileJSON 3.0, of the grid of web maps alone. */
  query: z.strictObject({ f: z.enum(['json', 'html', 'tilejson']).optional() }),
  response: z.union([
    z.looseObject({ dataType: z.literal('vector'), links }),
    z.looseObject({ tilejson: z.literal('3.0.0'), tiles: z.array(z.string()).length(1) }),
  ]),
});

const ordinal = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);

export const featureTile = endpoint({
  ...get,
  id: 'featureTile',
  path: '/collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}',
  summary: 'Um mosaico vetorial (Mapbox Vector Tile)',
  errors: ['not_found', 'export_too_large'],
  params: collectionParams.extend({ tileMatrixSetId, tileMatrix: ordinal, tileRow: ordinal, tileCol: ordinal }),
  query: z.strictObject({ f: z.enum(['mvt']).optional(), datetime: z.string().max(100).optional() }),
  contentType: 'application/vnd.mapbox-vector-tile',
  maxAgeSeconds: 60,
  response: z.unknown(),
});

const styleParams = collectionParams.extend({ styleId: z.string().min(1).max(60) });

export const featureStyles = endpoint({
  ...get,
  id: 'featureStyles',
  path: '/collections/{collectionId}/styles',
  summary: 'Estilos para os mosaicos de uma coleção',
  params: collectionParams,
  query,
  response: z.looseObject({ default: z.string(), styles: z.array(z.looseObject({ id: z.string(), links })), links }),
});

export const featureStyle = endpoint({
  ...get,
  id: 'featureStyle',
  path: '/collections/{collectionId}/styles/{styleId}',
  summary: 'Um estilo do MapLibre, com os mosaicos e as camadas',
  params: styleParams,
  query: z.strictObject({ f: z.enum(['mapbox', 'json']).optional() }),
  response: z.looseObject({ version: z.literal(8), layers: z.array(z.looseObject({ id: z.string() })) }),
});

export const tileEndpoints = [
  tileMatrixSets,
  tileMatrixSet,
  featureTilesets,
  featureTileset,
  featureTile,
  featureStyles,
  featureStyle,
];

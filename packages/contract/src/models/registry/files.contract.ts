import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { modelParams, versionReference } from './models.contract.ts';

const own = { service: 'admin-api' } as const;
const params = modelParams.extend({ version: versionReference });

/** Formats of the card of a version. */
export const cardFormats = { html: 'HTML', pdf: 'PDF' } as const;

export const modelVersionCard = endpoint({
  ...own,
  id: 'modelVersionCard',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models/{type}/versions/{version}/card',
  summary: 'Ficha de uma versão: para que serve, dados, licenças, método, medidas por área e época, limites, aprovação',
  params,
  query: z.object({ format: z.enum(['html', 'pdf']).default('html') }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found'],
  rateLimitPerMinute: 30,
});

/** Files of a version: its own, for other programs, and the session that trains it again. */
export const exportFormats = {
  json: 'JSON (o modelo inteiro)',
  onnx: 'ONNX',
  ipynb: 'Caderno Jupyter (.ipynb)',
} as const;
export type ExportFormat = keyof typeof exportFormats;

export const exportModelVersion = endpoint({
  ...own,
  id: 'exportModelVersion',
  access: 'models:predict',
  method: 'GET',
  path: '/ml/models/{type}/versions/{version}/export',
  summary: 'O modelo de uma versão em JSON ou ONNX, ou o caderno que a treina de novo com os dados guardados',
  params,
  query: z.object({ format: z.enum(['json', 'onnx', 'ipynb']).default('json') }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

/** The rows as the stores are now; a header says whether they are those that the version learned from. */
export const modelTable = endpoint({
  ...own,
  id: 'modelTable',
  access: 'models:train',
  method: 'GET',
  path: '/ml/models/{type}/versions/{version}/table',
  summary: 'As linhas de que o modelo aprende agora, em CSV, com a parte em que cada uma fica na validação da versão',
  params,
  response: z.unknown(),
  format: 'binary',
  contentType: 'text/csv',
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 10,
});

export const modelFileEndpoints = [modelVersionCard, exportModelVersion, modelTable] as const;

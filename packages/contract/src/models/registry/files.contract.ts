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

export const modelFileEndpoints = [modelVersionCard] as const;

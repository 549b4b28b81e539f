import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { aliasName, championAlias, modelTypeSchema, versionSchema } from './models.contract.ts';

const own = { service: 'admin-api' } as const;
const reason = z.string().trim().min(5, 'Diga porquê, em poucas palavras.').max(500);
const aliasParams = z.object({ type: modelTypeSchema, alias: aliasName });

/** The version in use bears its alias always: it is moved by an approval or a rollback, and by nothing else. */
export const setVersionAlias = endpoint({
  ...own,
  id: 'setVersionAlias',
  access: 'models:approve',
  method: 'PUT',
  path: '/ml/models/{type}/aliases/{alias}',
  summary: `Dá um nome a uma versão, ou muda-o para outra (auditado); «${championAlias}» é sempre a versão em uso`,
  params: aliasParams,
  body: z.object({ version: z.number().int().min(1), reason }),
  response: versionSchema,
  errors: ['not_found', 'conflict'],
});

export const removeVersionAlias = endpoint({
  ...own,
  id: 'removeVersionAlias',
  access: 'models:approve',
  method: 'DELETE',
  path: '/ml/models/{type}/aliases/{alias}',
  summary: 'Retira um nome de uma versão (auditado)',
  params: aliasParams,
  response: z.object({ alias: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const describeVersion = endpoint({
  ...own,
  id: 'describeVersion',
  access: 'models:train',
  method: 'PUT',
  path: '/ml/models/{type}/versions/{version}/notes',
  summary: 'Descrição e etiquetas de uma versão (auditado)',
  params: z.object({ type: modelTypeSchema, version: z.coerce.number().int().min(1) }),
  body: z.object({
    description: z.string().trim().max(2_000),
    tags: z.array(z.string().trim().min(1).max(40)).max(20),
  }),
  response: versionSchema,
  errors: ['not_found'],
});

export const labelEndpoints = [setVersionAlias, removeVersionAlias, describeVersion] as const;

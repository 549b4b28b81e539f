import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** The stores that models learn and predict from, by the names that people read. */
export const retainedTables = {
  ml_feature_store: 'Variáveis',
  ml_training_cache: 'Cache de treino',
  ml_inference_cache: 'Cache de inferência',
  aggregated_time_series: 'Séries agregadas',
} as const;
export type RetainedTable = keyof typeof retainedTables;
export const retainedTable = z.enum(Object.keys(retainedTables) as [RetainedTable, ...RetainedTable[]]);

/** Name of each store's cache, as the statistics call it. */
export const cacheTypes = {
  ml_feature_store: 'feature_store',
  ml_training_cache: 'training_cache',
  ml_inference_cache: 'inference_cache',
  aggregated_time_series: 'aggregated_series',
} as const satisfies Record<RetainedTable, string>;

/** Measures of the stores' own work, kept beside them and cleaned by a policy too. */
export const measuresTable = 'ml_performance_metrics';

export const dataTypes = {
  temporal: 'Temporal',
  spatial: 'Espacial',
  environmental: 'Ambiental',
  species: 'Espécies',
  training_set: 'Tabela de treino',
  prediction: 'Previsão',
  aggregation: 'Agregação',
} as const;
export type RetainedDataType = keyof typeof dataTypes;
const dataType = z.enum(Object.keys(dataTypes) as [RetainedDataType, ...RetainedDataType[]]);

export const recordStates = { active: 'Ativo', archived: 'Arquivado', expired: 'Expirado' } as const;
export type RecordState = keyof typeof recordStates;

export const count = z.number().int().nonnegative();
export const share = z.number().min(0).max(1);
export const own = { service: 'admin-api' } as const;
export const retentionPath = '/api/ml/retention';

const recordSchema = z.object({
  id: z.uuid(),
  table_name: retainedTable,
  data_type: dataType,
  created_at: instantSchema,
  last_accessed: instantSchema,
  access_count: count,
  size_mb: z.number().nonnegative(),
  quality_score: share,
  status: z.enum(['active', 'archived', 'expired']),
  /** Days of the policy that it falls under; null where no policy has it. */
  retention_days: count.nullable(),
  policy_id: z.string().nullable(),
  /** Held by a version in use or by a legal hold: no policy takes it. */
  is_pinned: z.boolean(),
  /** When an expired one is purged for good. */
  purge_after: instantSchema.nullable(),
  label: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type RetainedRecord = z.infer<typeof recordSchema>;

export const recordSorts = {
  id: 'ID',
  table_name: 'Tabela',
  data_type: 'Tipo',
  created_at: 'Criado',
  last_accessed: 'Último acesso',
  access_count: 'Acessos',
  size_mb: 'Tamanho',
  quality_score: 'Qualidade',
  status: 'Estado',
} as const;
export type RecordSort = keyof typeof recordSorts;

export const recordPageSizes = [10, 20, 50, 100] as const;

export const listRetained = endpoint({
  ...own,
  id: 'listRetained',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/data`,
  summary: 'Dados retidos das quatro tabelas, por páginas',
  query: z.object({
    table: retainedTable.optional(),
    status: z.enum(['active', 'archived', 'expired']).optional(),
    search: z.string().trim().max(100).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    sortField: z.enum(Object.keys(recordSorts) as [RecordSort, ...RecordSort[]]).default('created_at'),
    sortDirection: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: z.object({
    records: z.array(recordSchema),
    total: count,
    /** The search found more than it counted. */
    isCapped: z.boolean(),
    page: count,
    pageSize: count,
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  }),
});

export const recordActs = {
  created: 'Criado',
  read: 'Última leitura',
  archived: 'Arquivado',
  restored: 'Reposto',
  expired: 'Expirado',
  held: 'Retido por ordem',
  released: 'Libertado',
} as const;
export type RecordAct = keyof typeof recordActs;

export const getRetained = endpoint({
  ...own,
  id: 'getRetained',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/data/{id}`,
  summary: 'Um registo retido: história, modelos que o usam e o que o segura',
  params: z.object({ id: z.uuid() }),
  response: recordSchema.extend({
    access_history: z.array(
      z.object({
        action: z.enum(Object.keys(recordActs) as [RecordAct, ...RecordAct[]]),
        timestamp: instantSchema,
        /** Name of the account, or of the policy. */
        user_id: z.string(),
      }),
    ),
    related_models: z.array(z.string()),
    /** Sources that it was made from, with the mark that says of which state. */
    dependencies: z.array(z.object({ name: z.string(), watermark: z.string() })),
    holds: z.array(
      z.object({ kind: z.enum(['deployed', 'legal_hold']), by: z.string(), reason: z.string(), at: instantSchema }),
    ),
    eviction_reason: z.string().nullable(),
  }),
  errors: ['not_found'],
});

const ids = z.array(z.uuid()).min(1, 'Selecione registros para arquivar').max(1_000);

export const archiveRetained = endpoint({
  ...own,
  id: 'archiveRetained',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/archive`,
  summary: 'Arquiva registos ativos',
  body: z.object({ record_ids: ids }),
  response: z.object({ archived_count: count, failed_ids: z.array(z.uuid()) }),
});

export const restoreRetained = endpoint({
  ...own,
  id: 'restoreRetained',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/restore`,
  summary: 'Repõe registos arquivados, ou expirados que ainda não foram purgados',
  body: z.object({ record_ids: ids }),
  response: z.object({ restored_count: count, failed_ids: z.array(z.uuid()) }),
});

export const expireRetained = endpoint({
  ...own,
  id: 'expireRetained',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/expire`,
  summary: 'Expira registos que nada segura: são purgados depois do prazo de graça',
  body: z.object({ record_ids: ids }),
  response: z.object({ expired_count: count, failed_ids: z.array(z.uuid()) }),
});

export const holdRetained = endpoint({
  ...own,
  id: 'holdRetained',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/data/{id}/hold`,
  summary: 'Segura um registo por ordem, com motivo, ou liberta-o',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    isHeld: z.boolean(),
    reason: z.string().trim().min(5, 'Diga porquê, em poucas palavras.').max(500),
  }),
  response: z.object({ is_pinned: z.boolean() }),
  errors: ['not_found'],
});

export const exportFormats = { csv: 'CSV', json: 'JSON', excel: 'EXCEL' } as const;
export type RetainedExportFormat = keyof typeof exportFormats;

export const exportRetained = endpoint({
  ...own,
  id: 'exportRetained',
  access: 'retention:read',
  method: 'POST',
  path: `${retentionPath}/export`,
  summary: 'Prepara um ficheiro dos registos, e dá a ligação que o entrega durante quinze minutos',
  body: z.object({
    format: z.enum(['csv', 'json', 'excel']),
    filters: z.object({ table: retainedTable.optional(), search: z.string().trim().max(100).optional() }).default({}),
  }),
  response: z.object({ download_url: z.string(), expires_at: instantSchema, rows: count }),
  errors: ['export_too_large'],
  rateLimitPerMinute: 30,
  neverStored: true,
});

export const downloadRetained = endpoint({
  ...own,
  id: 'downloadRetained',
  access: 'public',
  method: 'GET',
  path: `${retentionPath}/exports/{token}`,
  summary: 'Entrega um ficheiro preparado, a quem tem a ligação e enquanto ela vale',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found'],
  neverStored: true,
});

export const recordEndpoints = [
  listRetained,
  getRetained,
  archiveRetained,
  restoreRetained,
  expireRetained,
  holdRetained,
  exportRetained,
  downloadRetained,
] as const;

import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import {
  count,
  measuresTable,
  own,
  retainedTable,
  retainedTables,
  retentionPath,
  share,
} from './retention.contract.ts';

export const policyTables = { ...retainedTables, [measuresTable]: 'Medidas de desempenho' } as const;
export type PolicyTable = keyof typeof policyTables;
const policyTable = z.enum(Object.keys(policyTables) as [PolicyTable, ...PolicyTable[]]);

/** Fate of a record whose time is over. */
export const policyActions = { delete: 'Expirar e purgar', archive: 'Arquivar' } as const;
/** Instant that the days of a policy are counted from. */
export const policyClocks = { created: 'criação', last_access: 'último acesso', expiry: 'fim da validade' } as const;

const conditions = z.object({
  min_quality_score: share.nullable(),
  min_access_count: count,
  max_age_days: count,
});

const policySchema = z.object({
  policy_id: z.string(),
  name: z.string(),
  table_name: policyTable,
  retention_days: count.max(36_500),
  enabled: z.boolean(),
  conditions,
  every_hours: z.number().int().min(1).max(8_760),
  action: z.enum(['delete', 'archive']),
  counts_from: z.enum(['created', 'last_access', 'expiry']),
  /** Days between expiry and purge, in which a record can still be restored. */
  grace_days: count.max(3_650),
  next_execution: instantSchema.nullable(),
  last_execution: instantSchema.nullable(),
  /** Outcome of the last run, in words; null before the first. */
  last_result: z.string().nullable(),
  is_builtin: z.boolean(),
});
export type RetentionPolicy = z.infer<typeof policySchema>;

const policyWrite = z.object({
  name: z.string().trim().min(3).max(80),
  table_name: policyTable,
  retention_days: count.max(36_500),
  enabled: z.boolean(),
  min_access_count: count.max(1_000_000),
  min_quality_score: share.nullable(),
  every_hours: z.number().int().min(1).max(8_760),
  action: z.enum(['delete', 'archive']),
  counts_from: z.enum(['created', 'last_access', 'expiry']),
  grace_days: count.max(3_650),
});
export type PolicyWrite = z.infer<typeof policyWrite>;

const policyParams = z.object({ id: z.string().max(60) });

export const listPolicies = endpoint({
  ...own,
  id: 'listRetentionPolicies',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/policies`,
  summary: 'Políticas de retenção, com a última e a próxima execução de cada uma',
  response: z.array(policySchema),
});

export const createPolicy = endpoint({
  ...own,
  id: 'createRetentionPolicy',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/policies`,
  summary: 'Acrescenta uma política de retenção',
  body: policyWrite,
  response: policySchema,
});

export const changePolicy = endpoint({
  ...own,
  id: 'changeRetentionPolicy',
  access: 'retention:manage',
  method: 'PATCH',
  path: `${retentionPath}/policies/{id}`,
  summary: 'Muda partes de uma política de retenção',
  params: policyParams,
  body: policyWrite.omit({ table_name: true }).partial(),
  response: policySchema,
  errors: ['not_found'],
});

export const removePolicy = endpoint({
  ...own,
  id: 'removeRetentionPolicy',
  access: 'retention:manage',
  method: 'DELETE',
  path: `${retentionPath}/policies/{id}`,
  summary: 'Elimina uma política acrescentada; as nove da plataforma só se desativam',
  params: policyParams,
  response: z.object({ policy_id: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const cleanupActs = { archive: 'Arquivar', expire: 'Expirar', purge: 'Purgar' } as const;
export type CleanupAct = keyof typeof cleanupActs;

export const runCleanup = endpoint({
  ...own,
  id: 'runRetentionCleanup',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/cleanup`,
  summary: 'Aplica as políticas, ou ensaia-as e diz exatamente o que sairia',
  body: z.object({
    table: retainedTable.optional(),
    policy: z.string().max(60).optional(),
    dryRun: z.boolean().default(false),
    /** Purges what has expired without waiting for its time of grace. */
    force: z.boolean().default(false),
  }),
  response: z.object({
    dryRun: z.boolean(),
    archived_count: count,
    expired_count: count,
    deleted_count: count,
    freed_space_mb: z.number().nonnegative(),
    duration_ms: z.number().nonnegative(),
    errors: z.array(z.string()),
    by_policy: z.array(
      z.object({
        policy_id: z.string().nullable(),
        act: z.enum(['archive', 'expire', 'purge']),
        records: count,
        size_mb: z.number().nonnegative(),
      }),
    ),
    /** The first thousand, by id. */
    records: z.array(
      z.object({
        id: z.uuid(),
        table_name: retainedTable,
        act: z.enum(['archive', 'expire', 'purge']),
        policy_id: z.string().nullable(),
        label: z.string(),
        size_mb: z.number().nonnegative(),
      }),
    ),
    /** Mark of the whole selection: equal where the same records meet the same fate. */
    fingerprint: z.string(),
  }),
  errors: ['not_found'],
});

export const optimizeRetention = endpoint({
  ...own,
  id: 'optimizeRetention',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/optimize`,
  summary: 'Recolhe o espaço de linhas mortas e apaga ficheiros que já não têm registo',
  body: z.object({ table_name: retainedTable.optional() }),
  response: z.object({
    optimized: z.boolean(),
    space_saved_mb: z.number(),
    duration_ms: z.number().nonnegative(),
    before_mb: z.number().nonnegative(),
    after_mb: z.number().nonnegative(),
    files_removed: count,
  }),
  rateLimitPerMinute: 6,
});

export const validateRetention = endpoint({
  ...own,
  id: 'validateRetention',
  access: 'retention:read',
  method: 'POST',
  path: `${retentionPath}/validate`,
  summary: 'Confere os registos: ficheiros, somas, contagens e estados',
  body: z.object({ table_name: retainedTable.optional() }).default({}),
  response: z.object({
    valid: z.boolean(),
    issues: z.array(
      z.object({
        table: retainedTable,
        issue_type: z.enum(['missing_content', 'wrong_checksum', 'wrong_count', 'wrong_state']),
        severity: z.enum(['info', 'warning', 'critical']),
        description: z.string(),
      }),
    ),
    checked_records: count,
    duration_ms: z.number().nonnegative(),
  }),
  rateLimitPerMinute: 6,
});

export const policyEndpoints = [
  listPolicies,
  createPolicy,
  changePolicy,
  removePolicy,
  runCleanup,
  optimizeRetention,
  validateRetention,
] as const;

import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const admin = { service: 'admin-api', access: 'databases:read' } as const;
const tableParams = z.object({ schema: z.string().min(1).max(63), table: z.string().min(1).max(63) });
const count = z.number().int().min(0);

const tableSchema = z.object({
  name: z.string(),
  kind: z.enum(['table', 'partitioned', 'view', 'materialized']),
  /** As the server's statistics have it; null where it was never analysed, and for views. */
  estimatedRows: count.nullable(),
  /** Size with indexes and out-of-line (TOAST) data. */
  totalBytes: count,
  indexBytes: count,
  /** Rows no longer visible that wait to be cleaned up; null for views. */
  deadRows: count.nullable(),
  analysedAt: instantSchema.nullable(),
  /** Access of the console's SQL: all columns, some, or none. */
  readable: z.enum(['all', 'some', 'none']),
});
export type DatabaseTable = z.infer<typeof tableSchema>;

const schemaSummary = z.object({ name: z.string(), tables: count, totalBytes: count });
export type DatabaseSchema = z.infer<typeof schemaSummary>;

export const databaseOverview = endpoint({
  ...admin,
  id: 'databaseOverview',
  method: 'GET',
  path: '/database',
  summary: 'A base de dados: versão, tamanho, ligações e esquemas',
  response: z.object({
    name: z.string(),
    version: z.string(),
    totalBytes: count,
    startedAt: instantSchema,
    extensions: z.array(z.object({ name: z.string(), version: z.string() })),
    connections: z.object({
      total: count,
      active: count,
      idle: count,
      idleInTransaction: count,
      /** Of the whole server, all its clients together. */
      limit: count,
      byApplication: z.array(z.object({ application: z.string(), connections: count })),
    }),
    schemas: z.array(schemaSummary),
  }),
});

/** Without a schema: those of `public`; where it has none, as here the modules have schemas of their own, those of all. */
export const databaseDefaultTables = endpoint({
  ...admin,
  id: 'databaseDefaultTables',
  method: 'GET',
  path: '/database/tables',
  summary: 'Tabelas e vistas do esquema public ou, se estiver vazio, de todos os esquemas',
  response: z.object({ schema: z.string().nullable(), tables: z.array(tableSchema.extend({ schema: z.string() })) }),
});

export const databaseTables = endpoint({
  ...admin,
  id: 'databaseTables',
  method: 'GET',
  path: '/database/tables/{schema}',
  summary: 'Tabelas e vistas de um esquema, com tamanho e estimativa de linhas',
  params: z.object({ schema: z.string().min(1).max(63) }),
  response: z.object({ schema: z.string(), tables: z.array(tableSchema) }),
  errors: ['not_found'],
});

export const databaseTable = endpoint({
  ...admin,
  id: 'databaseTable',
  method: 'GET',
  path: '/database/tables/{schema}/{table}',
  summary: 'Uma tabela: colunas e índices com as vezes que foram usados',
  params: tableParams,
  response: tableSchema.extend({
    schema: z.string(),
    columns: z.array(z.object({ name: z.string(), type: z.string(), nullable: z.boolean(), readable: z.boolean() })),
    indexes: z.array(
      z.object({
        name: z.string(),
        definition: z.string(),
        bytes: count,
        /** Scans since the statistics were last reset. */
        uses: count,
        isUnique: z.boolean(),
        isValid: z.boolean(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const databaseTableCount = endpoint({
  ...admin,
  id: 'databaseTableCount',
  method: 'GET',
  path: '/database/tables/{schema}/{table}/count',
  summary: 'Conta as linhas de uma tabela, uma a uma',
  params: tableParams,
  response: z.object({ rows: count, durationMs: z.number() }),
  errors: ['not_found', 'timeout'],
  rateLimitPerMinute: 20,
});

export const databaseActivity = endpoint({
  ...admin,
  id: 'databaseActivity',
  method: 'GET',
  path: '/database/activity',
  summary: 'Consultas em curso na base de dados e as que mais tempo levaram',
  response: z.object({
    running: z.array(
      z.object({
        pid: z.number().int(),
        application: z.string(),
        state: z.string(),
        /** Null where it is of the SQL console (what people ask is in the audit), or hidden by the server. */
        query: z.string().nullable(),
        durationMs: z.number(),
        /** Reason of its wait, in the server's words; null while it works. */
        waitingFor: z.string().nullable(),
      }),
    ),
    /** Null with the reason in `statementsReason`. */
    statements: z
      .array(
        z.object({
          id: z.string(),
          query: z.string(),
          calls: count,
          totalMs: z.number(),
          meanMs: z.number(),
          rows: count,
        }),
      )
      .nullable(),
    statementsReason: z.string().nullable(),
  }),
});

const sql = { service: 'admin-api', access: 'databases:query' } as const;
/** Rows of one answer; longest text of a cell; longest query, all in characters or rows. */
export const sqlLimits = { rows: 1_000, cellCharacters: 2_000, queryCharacters: 20_000 } as const;

export const sqlCatalogue = endpoint({
  ...sql,
  id: 'sqlCatalogue',
  method: 'GET',
  path: '/database/query/catalogue',
  summary: 'O que as consultas SQL podem ler, e os seus limites',
  response: z.object({
    available: z.boolean(),
    /** Why SQL is refused on this server. */
    reason: z.string().nullable(),
    role: z.string(),
    timeLimitSeconds: z.number(),
    tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  }),
});

export const runSql = endpoint({
  ...sql,
  id: 'runSql',
  method: 'POST',
  path: '/database/query',
  summary: 'Executa uma consulta SQL só de leitura, com um papel restrito',
  neverStored: true,
  rateLimitPerMinute: 300,
  body: z.object({
    query: z.string().trim().min(1, 'Escreva uma consulta.').max(sqlLimits.queryCharacters),
    /** Chosen by who asks, so that the run can be cancelled while it goes on. */
    id: z.uuid().optional(),
  }),
  response: z.object({
    id: z.uuid(),
    columns: z.array(z.object({ name: z.string(), type: z.string(), isNumeric: z.boolean() })),
    /** Values as the server writes them; null is SQL's. */
    rows: z.array(z.array(z.string().nullable())),
    durationMs: z.number(),
    /** More rows than are shown: the row limit, or the limit of the whole answer. */
    truncated: z.enum(['rows', 'size']).nullable(),
    /** Cells that were cut at `cellCharacters`. */
    shortenedCells: count,
  }),
  errors: ['sql_refused', 'sql_failed', 'sql_cancelled', 'conflict', 'timeout', 'unavailable'],
});
export type SqlResult = z.infer<(typeof runSql)['response']>;

export const cancelSql = endpoint({
  ...sql,
  id: 'cancelSql',
  method: 'POST',
  path: '/database/query/{id}/cancel',
  summary: 'Cancela uma consulta SQL própria em curso',
  params: z.object({ id: z.uuid() }),
  response: z.object({ cancelled: z.boolean() }),
  errors: ['not_found'],
});

const runSchema = z.object({
  id: z.uuid(),
  query: z.string(),
  startedAt: instantSchema,
  durationMs: z.number().nullable(),
  rows: count.nullable(),
  outcome: z.enum(['running', 'done', 'refused', 'failed', 'cancelled', 'timeout']),
});
export type SqlRun = z.infer<typeof runSchema>;

export const sqlHistory = endpoint({
  ...sql,
  id: 'sqlHistory',
  method: 'GET',
  path: '/database/query/history',
  summary: 'As últimas consultas SQL de quem pergunta',
  neverStored: true,
  response: z.object({ runs: z.array(runSchema) }),
});

export const databaseEndpoints = [
  databaseOverview,
  databaseDefaultTables,
  databaseTables,
  databaseTable,
  databaseTableCount,
  databaseActivity,
  sqlCatalogue,
  runSql,
  cancelSql,
  sqlHistory,
] as const;

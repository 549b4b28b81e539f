import type { DatabaseTable } from '@kianda/contract/operations/databases/databases.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { DatabasesRepository, TableRow } from './databases.repository.ts';
import { isReadable, readableColumns, readableTables } from './readable.rules.ts';
import type { SqlService } from './sql/sql.service.ts';

const countLimitMs = 20_000;
const defaultSchema = 'public';

/** The database as operators look into it: schemas, tables, what it is doing, and the tables open to SQL. */
export function createDatabasesService(options: {
  repository: DatabasesRepository;
  sql: SqlService;
  sqlTimeLimitMs: number;
}) {
  const { repository, sql, sqlTimeLimitMs } = options;

  async function tableNamed(schema: string, table: string): Promise<TableRow> {
    const [row] = await repository.tables(schema, table);
    if (row === undefined) throw new AppError('not_found', { detail: 'Não existe uma tabela com este nome.' });
    return row;
  }

  return {
    async overview() {
      const [overview, schemas] = await Promise.all([repository.overview(), repository.schemas()]);
      return { ...overview, schemas };
    },

    defaultTables: () => defaultTables(repository),

    /** Throws `not_found`. */
    async tables(schema: string) {
      const known = await repository.schemas();
      if (!known.some(({ name }) => name === schema)) {
        throw new AppError('not_found', { detail: 'Não existe um esquema com este nome.' });
      }
      const tables = await repository.tables(schema);
      return { schema, tables: tables.map((row) => viewOf(schema, row)) };
    },

    /** Throws `not_found`. */
    async table(schema: string, table: string) {
      const row = await tableNamed(schema, table);
      const [columns, indexes] = await Promise.all([repository.columns(row.oid), repository.indexes(row.oid)]);
      const readable = columns.map((column) => ({ ...column, readable: isReadable(schema, table, column.name) }));
      return { schema, ...viewOf(schema, row), columns: readable, indexes };
    },

    /** Rows counted one by one. Throws `not_found`, and `timeout` where it takes too long. */
    async count(schema: string, table: string) {
      await tableNamed(schema, table);
      const startedMs = performance.now();
      const rows = await repository.count(schema, table, countLimitMs);
      if (rows === null) {
        throw new AppError('timeout', { detail: 'Contar as linhas desta tabela leva mais de 20 segundos.' });
      }
      return { rows, durationMs: Math.round(performance.now() - startedMs) };
    },

    async activity() {
      const [running, statements] = await Promise.all([repository.running(), repository.statements()]);
      return { running, ...statements };
    },

    /** Tables and columns that the SQL console may read, or why it is not to be had. */
    async sqlCatalogue() {
      const access = await sql.access();
      const schemas = [...new Set(readableTables.map(({ schema }) => schema))];
      const tables = access.state === 'ready' ? await repository.catalogue(schemas) : [];
      return {
        available: access.state === 'ready',
        reason: access.state === 'ready' ? null : access.reason,
        role: access.role,
        timeLimitSeconds: sqlTimeLimitMs / 1000,
        tables: tables
          .map(({ schema, name, columns }) => ({
            schema,
            name,
            columns: columns.filter((column) => isReadable(schema, name, column)),
          }))
          .filter(({ columns }) => columns.length > 0),
      };
    },
  };
}

/** Tables of `public`; of every schema, with `schema` null, where it has none of its own. */
async function defaultTables(repository: DatabasesRepository) {
  const named = async (schema: string) =>
    (await repository.tables(schema)).map((row) => ({ schema, ...viewOf(schema, row) }));
  if (await repository.hasOwnTables(defaultSchema))
    return { schema: defaultSchema, tables: await named(defaultSchema) };
  const all = await Promise.all((await repository.schemas()).map(({ name }) => named(name)));
  return { schema: null, tables: all.flat() };
}

export type DatabasesService = ReturnType<typeof createDatabasesService>;

function readableOf(schema: string, table: string): DatabaseTable['readable'] {
  const columns = readableColumns(schema, table);
  if (columns === '*') return 'all';
  return columns.length === 0 ? 'none' : 'some';
}

function viewOf(schema: string, row: TableRow) {
  const { name, kind, estimatedRows, totalBytes, indexBytes, deadRows } = row;
  const analysedAt = row.analysedAt?.toISOString() ?? null;
  const readable = readableOf(schema, name);
  return { name, kind, estimatedRows, totalBytes, indexBytes, deadRows, analysedAt, readable };
}

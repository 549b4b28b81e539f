import type { AuditEntry } from '@kianda/contract/audit/audit';
import {
  cancelSql,
  type DatabaseTable,
  databaseActivity,
  databaseOverview,
  databaseTable,
  databaseTableCount,
  databaseTables,
  runSql,
  sqlCatalogue,
  sqlHistory,
} from '@kianda/contract/databases/databases.contract';
import { bind } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { databasesMigrations } from './databases.migrations.ts';
import { createDatabasesRepository, type TableRow } from './databases.repository.ts';
import { isReadable, readableColumns, readableTables } from './readable.ts';
import { createSqlService } from './sql.service.ts';
import { createSqlRuns } from './sql-runs.repository.ts';

const countLimitMs = 20_000;

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

/** Front door of the view on the database itself: what it holds, what it is doing, and read-only SQL. */
export function createDatabases(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  masterKey: Uint8Array;
  /** Longest that a query of the console runs. */
  sqlTimeLimitMs: number;
}): Module {
  const { platform, audit, masterKey, sqlTimeLimitMs } = options;
  const { clock, database } = platform;
  const repository = createDatabasesRepository(database);
  const service = createSqlService({ platform, audit, masterKey, timeLimitMs: sqlTimeLimitMs });
  const runs = createSqlRuns(database);
  const own = () => ownProvenance(clock);

  async function tableOf(schema: string, table: string): Promise<TableRow> {
    const [row] = await repository.tables(schema, table);
    if (row === undefined) throw new AppError('not_found', { detail: 'Não existe uma tabela com este nome.' });
    return row;
  }

  return {
    name: 'databases',
    migrations: databasesMigrations,
    holdings: [
      {
        id: 'sql-runs',
        label: 'Histórico de consultas SQL',
        fate: 'removed',
        note: 'É eliminado: mais ninguém o via. A auditoria guarda cada consulta.',
        count: (accountId) => runs.count(accountId),
        release: (accountId) => runs.forget(accountId),
      },
    ],
    bindings: [
      bind(databaseOverview, async () => {
        const [about, schemas] = await Promise.all([repository.overview(), repository.schemas()]);
        return { data: { ...about, schemas }, provenance: own() };
      }),
      bind(databaseTables, async ({ params: { schema } }) => {
        const known = await repository.schemas();
        if (!known.some(({ name }) => name === schema)) {
          throw new AppError('not_found', { detail: 'Não existe um esquema com este nome.' });
        }
        const tables = await repository.tables(schema);
        return { data: { schema, tables: tables.map((row) => viewOf(schema, row)) }, provenance: own() };
      }),
      bind(databaseTable, async ({ params: { schema, table } }) => {
        const row = await tableOf(schema, table);
        const [columns, indexes] = await Promise.all([repository.columns(row.oid), repository.indexes(row.oid)]);
        const readable = columns.map((column) => ({ ...column, readable: isReadable(schema, table, column.name) }));
        return { data: { schema, ...viewOf(schema, row), columns: readable, indexes }, provenance: own() };
      }),
      bind(databaseTableCount, async ({ params: { schema, table } }) => {
        await tableOf(schema, table);
        const startedMs = performance.now();
        const rows = await repository.count(schema, table, countLimitMs);
        if (rows === null) {
          throw new AppError('timeout', { detail: 'Contar as linhas desta tabela leva mais de 20 segundos.' });
        }
        return { data: { rows, durationMs: Math.round(performance.now() - startedMs) }, provenance: own() };
      }),
      bind(databaseActivity, async () => {
        const [running, statements] = await Promise.all([repository.running(), repository.statements()]);
        return {
          data: { running, ...statements },
          provenance: own(),
          ...(statements.statementsReason === null ? {} : { missing: { statements: statements.statementsReason } }),
        };
      }),
      bind(sqlCatalogue, async () => {
        const access = await service.access();
        const schemas = [...new Set(readableTables.map(({ schema }) => schema))];
        const tables = access.state === 'ready' ? await repository.catalogue(schemas) : [];
        const data = {
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
        return { data, provenance: own() };
      }),
      bind(runSql, async ({ body, principal, ipAddress, userAgent, signal }) => ({
        data: await service.run(body, { principal, ipAddress, userAgent }, signal),
        provenance: own(),
      })),
      bind(cancelSql, async ({ params: { id }, principal }) => ({
        data: { cancelled: await service.cancel(id, principal.accountId) },
        provenance: own(),
      })),
      bind(sqlHistory, async ({ principal }) => ({
        data: { runs: await service.history(principal.accountId) },
        provenance: own(),
      })),
    ],
  };
}

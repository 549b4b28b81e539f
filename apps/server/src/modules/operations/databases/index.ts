import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { databasesMigrations } from './databases.migrations.ts';
import { createDatabasesRepository } from './databases.repository.ts';
import { databasesRoutes } from './databases.routes.ts';
import { createDatabasesService } from './databases.service.ts';
import { createSqlRunHistory } from './sql/run-history.repository.ts';
import { createSqlService } from './sql/sql.service.ts';

/** Front door of the view on the database itself: its tables, its activity, and read-only SQL. */
export function createDatabases(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  masterKey: Uint8Array;
  /** Time limit of a query of the SQL console. */
  sqlTimeLimitMs: number;
}): Module {
  const { platform, audit, masterKey, sqlTimeLimitMs } = options;
  const { clock, database } = platform;
  const sql = createSqlService({ platform, audit, masterKey, timeLimitMs: sqlTimeLimitMs });
  const service = createDatabasesService({ repository: createDatabasesRepository(database), sql, sqlTimeLimitMs });
  const runs = createSqlRunHistory(database);
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
    bindings: databasesRoutes(service, sql, clock),
  };
}

type DatabaseSettings = Pick<Parameters<typeof createDatabases>[0], 'masterKey' | 'sqlTimeLimitMs'>;

export const databasesModule = defineModule({
  name: 'databases',
  needs: { audit: auditModule },
  settings: settingsOf<DatabaseSettings>(),
  create: ({ platform, settings, needs: { audit } }) => ({
    manifest: createDatabases({ platform, audit, ...settings }),
  }),
});

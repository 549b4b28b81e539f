import {
  cancelSql,
  databaseActivity,
  databaseDefaultTables,
  databaseOverview,
  databaseTable,
  databaseTableCount,
  databaseTables,
  runSql,
  sqlCatalogue,
  sqlHistory,
} from '@kianda/contract/operations/databases/databases.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { DatabasesService } from './databases.service.ts';
import type { SqlService } from './sql/sql.service.ts';

/** Endpoints of the module. */
export function databasesRoutes(service: DatabasesService, sql: SqlService, clock: Clock): Bindings {
  const answer = <T>(data: T): Answer<T> => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(databaseOverview, async () => answer(await service.overview())),
    bind(databaseDefaultTables, async () => answer(await service.defaultTables())),
    bind(databaseTables, async ({ params: { schema } }) => answer(await service.tables(schema))),
    bind(databaseTable, async ({ params: { schema, table } }) => answer(await service.table(schema, table))),
    bind(databaseTableCount, async ({ params: { schema, table } }) => answer(await service.count(schema, table))),
    bind(databaseActivity, async () => {
      const activity = await service.activity();
      const { statementsReason } = activity;
      return {
        ...answer(activity),
        ...(statementsReason === null ? {} : { missing: { statements: statementsReason } }),
      };
    }),
    bind(sqlCatalogue, async () => answer(await service.sqlCatalogue())),
    bind(runSql, async ({ body, principal, ipAddress, userAgent, signal }) =>
      answer(await sql.run(body, { principal, ipAddress, userAgent }, signal)),
    ),
    bind(cancelSql, async ({ params: { id }, principal }) =>
      answer({ cancelled: await sql.cancel(id, principal.accountId) }),
    ),
    bind(sqlHistory, async ({ principal }) => answer({ runs: await sql.history(principal.accountId) })),
  ];
}

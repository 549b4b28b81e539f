import type { Database } from '../../../platform/db/database.ts';
import type { ConnectorTables } from './connectors.tables.ts';
import { closeRunQueries } from './runs/close-run.repository.ts';
import { openRunQueries } from './runs/open-run.repository.ts';
import { pageQueries } from './runs/pages.repository.ts';
import { runListQueries, streamTurnQueries } from './runs/run-list.repository.ts';
import { runLogQueries } from './runs/run-log.repository.ts';
import { accessQueries } from './schedule/access.repository.ts';
import { backfillQueries } from './schedule/backfill.repository.ts';
import { streamQueries } from './schedule/streams.repository.ts';

export type { PageAcknowledgement } from './runs/pages.repository.ts';

/** Runs, their pages and logs, streams and history: SQL of the `connectors` schema. */
export function createConnectorRepository(database: Database) {
  const db = database.for<ConnectorTables>();
  return {
    ...openRunQueries(db),
    ...closeRunQueries(db),
    ...runLogQueries(db),
    ...runListQueries(db),
    ...streamTurnQueries(db),
    ...pageQueries(db),
    ...streamQueries(db),
    ...backfillQueries(db),
    ...accessQueries(db),
  };
}

export type ConnectorRepository = ReturnType<typeof createConnectorRepository>;

import type { IngestJob, IngestRun } from '@kianda/contract/ingestion/connectors/runs.resource';
import type { Selectable } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

type RunRow = Selectable<ConnectorTables['connectors.runs']>;

/** A run as the list of all has it. */
export const runOf = (row: RunRow, connectorName: string, nowMs: number): IngestRun => ({
  ...jobOf(row, connectorName, nowMs),
  createdAt: row.created_at.toISOString(),
  licence: row.licence,
  citation: row.citation,
  simulated: row.simulated_seed !== null,
});

/** A run as operators see it. */
export function jobOf(row: RunRow, connectorName: string, nowMs: number): IngestJob {
  return {
    id: row.id,
    connectorId: row.connector_id,
    connectorName,
    stream: row.stream_id,
    mode: row.mode,
    trigger: row.trigger,
    status: row.state,
    startTime: row.started_at?.toISOString() ?? null,
    endTime: row.ended_at?.toISOString() ?? null,
    duration: row.started_at === null ? null : ((row.ended_at?.getTime() ?? nowMs) - row.started_at.getTime()) / 1000,
    recordsProcessed: row.records_written + row.records_duplicate,
    recordsWritten: row.records_written,
    recordsDuplicate: row.records_duplicate,
    recordsRejected: row.records_rejected,
    requests: row.requests,
    bytes: row.bytes,
    throttled: row.throttled,
    errors: row.error === null ? [] : [row.error],
    errorClass: row.error_class,
    resumesAt: row.resume_at?.toISOString() ?? null,
    progress: row.progress,
    message: row.message,
  };
}

import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { Selectable } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

/** A run as the lists show it. */
export function jobOf(
  row: Selectable<ConnectorTables['connectors.runs']>,
  connectorName: string,
  nowMs: number,
): IngestJob {
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

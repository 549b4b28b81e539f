import type { IntakeFileView } from '@kianda/contract/ingestion/connectors/files.resource';
import type { FileRow } from './intake.tables.ts';

/** A file as the contract shows it. */
export function fileView(file: FileRow): IntakeFileView {
  return {
    id: file.id,
    connectorId: file.connector_id,
    stream: file.stream_id,
    name: file.name,
    way: file.way,
    state: file.state,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
    receivedAt: file.received_at.toISOString(),
    receivedFrom: file.received_from,
    rowsTotal: file.rows_total,
    rowsRejected: file.rows_rejected,
    reason: file.reason,
    acceptedAt: file.accepted_at?.toISOString() ?? null,
    runId: file.run_id,
  };
}

import type { Layer, LayerFile, LayerImport } from '@kianda/contract/open/layers/layers.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { mayManage, mayReadFeatures } from './layer-access.rules.ts';
import type { FileRow, ImportRow, LayerRow } from './layers.tables.ts';

export function fileView(row: FileRow): LayerFile {
  return {
    id: row.id,
    name: row.name,
    sizeBytes: Number(row.size_bytes),
    sha256: row.sha256,
    format: row.format,
    tables: row.tables,
    receivedAt: row.received_at.toISOString(),
  };
}

export function layerView(row: LayerRow, last: ImportRow | undefined, principal: Principal): Layer {
  const { west, south, east, north } = row;
  const hasBox = west !== null && south !== null && east !== null && north !== null;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    licence: row.licence,
    citation: row.citation,
    readers: row.readers,
    ownerName: row.owner_name,
    isManageable: mayManage(row, principal),
    isReadable: mayReadFeatures(row, principal),
    style: row.style,
    columns: row.columns,
    timeColumn: row.time_column,
    geometryType: row.geometry_type,
    bbox: hasBox ? [west, south, east, north] : null,
    features: row.feature_count,
    source: row.source,
    lastImport: last === undefined ? null : importView(last),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function importView(row: ImportRow): LayerImport {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    fileName: row.file_name,
    table: row.table_name,
    rowsRead: row.rows_read,
    rowsStored: row.rows_stored,
    rowsRefused: row.rows_refused,
    rowsDoubtful: row.rows_doubtful,
    refused: row.refused,
    doubtful: row.doubtful,
    error: row.error,
    requestedAt: row.requested_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    requestedBy: row.account_name,
  };
}

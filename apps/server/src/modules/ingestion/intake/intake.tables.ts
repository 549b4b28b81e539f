import type { Generated, JSONColumnType, Selectable } from 'kysely';

export type FileDialect = { encoding: string; delimiter: string; quoted: boolean };

type FilesTable = {
  id: string;
  connector_id: string;
  stream_id: string | null;
  name: string;
  way: 'upload' | 'folder' | 'sftp' | 'push';
  state: 'awaiting_mapping' | 'awaiting_confirmation' | 'accepted' | 'stored' | 'rejected' | 'discarded';
  size_bytes: number;
  sha256: string;
  storage_key: string;
  format: 'csv' | 'xlsx' | 'lines';
  dialect: JSONColumnType<FileDialect, string, string>;
  header_line: Generated<number>;
  columns: JSONColumnType<(string | null)[], string, string>;
  decimal_separator: Generated<'comma' | 'point'>;
  rows_total: number | null;
  rows_rejected: number | null;
  reason: string | null;
  remote_key: string | null;
  received_at: Date;
  received_from: string;
  accepted_at: Date | null;
  accepted_by: string | null;
  seq: number | null;
  run_id: string | null;
  settled_at: Date | null;
  attempts: Generated<number>;
};

export type IntakeTables = {
  'intake.files': FilesTable;
  'intake.mappings': {
    connector_id: string;
    stream_id: string;
    signature: string;
    columns: JSONColumnType<(string | null)[], string, string>;
    updated_at: Date;
    updated_by: string;
  };
  'intake.push_keys': {
    connector_id: string;
    key_id: string;
    sealed: Buffer;
    created_at: Date;
    created_by: string;
  };
  'intake.push_nonces': { connector_id: string; nonce: string; used_at: Date };
};

export type FileRow = Selectable<FilesTable>;
export type FileState = FileRow['state'];

import type {
  LayerColumn,
  LayerFileTable,
  LayerFormat,
  LayerImport,
  LayerReaders,
  LayerStyle,
} from '@kianda/contract/open/layers/layers.contract';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

/** Written as a Date or as text of it, read as a Date. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Fault = LayerImport['refused'][number];

export type LayerSource = {
  readonly fileName: string;
  readonly sha256: string;
  readonly format: LayerFormat;
  readonly table: string;
  readonly crs: string;
};

export type LayerTables = {
  'layers.files': {
    id: string;
    name: string;
    storage_key: string;
    size_bytes: ColumnType<string, number, number>;
    sha256: string;
    format: LayerFormat;
    tables: JSONColumnType<LayerFileTable[], string, string>;
    account_id: string;
    received_at: Timestamp;
  };
  'layers.uploads': {
    id: string;
    name: string;
    size_bytes: ColumnType<string, number, number>;
    /** Tells contents of the same name and size apart. */
    mark: string;
    part_bytes: number;
    account_id: string;
    created_at: Timestamp;
  };
  'layers.layers': {
    id: string;
    title: string;
    description: string;
    licence: string;
    citation: string;
    readers: LayerReaders;
    owner_id: string;
    owner_name: string;
    style: JSONColumnType<LayerStyle, string, string>;
    columns: JSONColumnType<LayerColumn[], string, string>;
    /** Column that tells when a feature was. */
    time_column: Generated<string | null>;
    geometry_type: 'point' | 'any' | null;
    west: number | null;
    south: number | null;
    east: number | null;
    north: number | null;
    feature_count: number | null;
    edition: string | null;
    revision: string | null;
    source: JSONColumnType<LayerSource, string, string> | null;
    imported_at: Timestamp | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  'layers.imports': {
    id: string;
    layer_id: string;
    file_id: string;
    table_name: string;
    kind: LayerImport['kind'];
    skip_faulty: boolean;
    /** Column that tells when the new features were. */
    time_column: Generated<string | null>;
    state: LayerImport['state'];
    rows_read: Generated<number>;
    rows_stored: Generated<number>;
    rows_refused: Generated<number>;
    rows_doubtful: Generated<number>;
    refused: ColumnType<Fault[], string | undefined, string>;
    doubtful: ColumnType<Fault[], string | undefined, string>;
    error: string | null;
    account_id: string;
    account_name: string;
    requested_at: Timestamp;
    ended_at: Timestamp | null;
  };
  'layers.features': {
    edition: string;
    fid: number;
    geometry: Uint8Array | null;
    bounds: unknown;
    properties: unknown;
  };
};

export type LayerRow = Selectable<LayerTables['layers.layers']>;
export type UploadRow = Selectable<LayerTables['layers.uploads']>;
export type FileRow = Selectable<LayerTables['layers.files']>;
export type ImportRow = Selectable<LayerTables['layers.imports']> & { readonly file_name: string };

import type { StacLoadFormat } from '@kianda/contract/open/catalogue/stac-loads.contract';
import type { Generated, JSONColumnType, RawBuilder, Selectable } from 'kysely';
import type { PublishedDocument } from './published-collection.types.ts';

/** A STAC item as stored: without links, and with the `href` of own files relative. */
export type StoredItem = {
  readonly geometry: { readonly type: string } | null;
  readonly bbox?: readonly number[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly stac_extensions: readonly string[];
  /** Links of a published item that lead outside the catalogue; the platform's own items have none. */
  readonly links?: readonly Readonly<Record<string, unknown>>[];
};

export type ItemColumns = {
  collection: string;
  id: string;
  datetime: Date;
  start_at: Date;
  end_at: Date;
  footprint: string | null;
  is_box: boolean;
  item: JSONColumnType<StoredItem, string, string>;
  content_hash: string;
  own: boolean;
  connector_id: string | null;
  stream_id: string | null;
  retrieved_at: Date;
  simulated_seed: number | null;
  created_at: Date;
  updated_at: Date;
  /** The item ready to send (item-text.rules.ts); null where it has yet to be written. */
  document: string | null;
};

export type ItemTables = {
  'catalogue.items': ItemColumns;
  'catalogue.sweeps': { collection: string; swept_at: Date };
  'catalogue.collections': {
    id: string;
    document: JSONColumnType<PublishedDocument, string, string>;
    content_hash: string;
    created_at: Date;
    updated_at: Date;
  };
  'catalogue.loads': LoadColumns;
  'catalogue.load_refusals': {
    load: string;
    row: number;
    item_id: string | null;
    issues: JSONColumnType<readonly Issue[], string, string>;
  };
};

export type Issue = { readonly path: string; readonly message: string };
type LoadColumns = {
  id: string;
  collection: string;
  content_type: string;
  format: StacLoadFormat | null;
  size_bytes: number;
  /** Null where it reads an object of the storage. */
  object_key: string | null;
  /** As the sender calls the file. */
  source_name: string | null;
  source_object: JSONColumnType<LoadedObject, string, string> | null;
  run_id: string | null;
  actor: JSONColumnType<LoadActor, string, string>;
  rows: Generated<number>;
  stored: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  progress: number | null;
  created_at: Date;
  /** Since when it stands still, until someone goes on with it. */
  stopped_at: Date | null;
  ended_at: Date | null;
  error: string | null;
};
/** An object of the storage as it was when its load was asked for. */
export type LoadedObject = { readonly bucket: string; readonly key: string; readonly modifiedAt: string };
/** Who asked for a load, for the audit trail. */
export type LoadActor = {
  readonly id: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly userAgent: string;
};
export type LoadRow = Selectable<LoadColumns>;

export type ItemRow = Selectable<ItemColumns>;

export type NewItem = Omit<ItemRow, 'item' | 'document'> & { readonly item: StoredItem };

/** Where a row came from. */
export type OriginRow = Pick<ItemRow, 'connector_id' | 'stream_id' | 'simulated_seed' | 'end_at' | 'retrieved_at'>;

/** A condition on the columns and the `item` of one row. */
export type Condition = RawBuilder<boolean>;

export type Page = { readonly rows: readonly ItemRow[]; readonly more: boolean };
/** A page, and the number of all the matches. */
export type PageOfFew = Page & { readonly matched: number };

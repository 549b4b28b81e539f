import type { LayerFileTable, LayerFormat } from '@kianda/contract/open/layers/layers.contract';

/** Input of the parsing process: which file, and which of its tables; null asks for their descriptions. */
export type LayerTask = {
  readonly format: LayerFormat;
  readonly name: string;
  readonly sizeBytes: number;
  readonly table: string | null;
  readonly mostRows: number;
};

/** A row as it is stored, or the reason why it can't be. */
export type LayerRow = {
  /** 1-based, in the order of the file. */
  readonly row: number;
  readonly wkb: Uint8Array | null;
  readonly bounds: readonly [number, number, number, number] | null;
  /** JSON of the values by column; null for a row at fault. */
  readonly properties: string | null;
  readonly isPoint: boolean;
  /** Why its geometry is doubtful, or not whole, although it is taken. */
  readonly doubt: string | null;
  readonly fault: string | null;
};

export type LayerItem =
  /** `idColumn` is the name of the column of the features' identifiers, where they are no property; null otherwise. */
  | { readonly kind: 'table'; readonly table: LayerFileTable; readonly idColumn: string | null }
  | ({ readonly kind: 'row' } & LayerRow);

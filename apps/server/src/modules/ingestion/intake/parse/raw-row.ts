/** A row as the file has it, before anything is made of its cells. */
export type RawRow = {
  /** 1-based line of the file, or row of the sheet. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the row can't be read; null when it can. */
  readonly problem: string | null;
};

/** How the text of a file is cut into cells. */
export type TextDialect = { readonly encoding: string; readonly delimiter: string; readonly quoted: boolean };

/** A received file, ready to be read again. */
export type OpenFile = {
  readonly format: 'csv' | 'xlsx' | 'lines';
  readonly dialect: TextDialect;
  readonly gzipped: Uint8Array;
  readonly limitBytes: number;
};

/** Rows of one file: more are no delivery but a mistake. */
export const maxRows = 1_000_000;
/** Columns of one row. */
export const maxColumns = 500;

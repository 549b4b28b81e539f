import type { Decimal } from './cells.ts';

/** A file that was received, checked and accepted. */
export type AcceptedFile = {
  readonly id: string;
  /** Order of acceptance within the stream, from 1, without gaps that fill later. */
  readonly seq: number;
  readonly name: string;
  readonly contentType: string;
  /** Key of its gzipped bytes in the storage. */
  readonly storageKey: string;
  /** As it was received, not compressed. */
  readonly sizeBytes: number;
  readonly rowsTotal: number;
  /** True for a file that the connector read from the built-in simulator. */
  readonly isSimulated: boolean;
  readonly decimal: Decimal;
};

/** A row by field name; one that could not be cut into cells has a problem and its remaining text. */
export type InboxRow = {
  /** 1-based line of the file, or row of the sheet. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problem: string | null;
};

/** Files of one stream, as the server stores them. */
export type Inbox = {
  /** Fetches some of the files that wait outside (SFTP), oldest first; true while more wait there. Throws `ProviderError`. */
  collect(signal: AbortSignal): Promise<boolean>;
  /** Accepted files after `fileSeq`, oldest first; with a window, those received within it. */
  accepted(
    fileSeq: number,
    window: { readonly fromMs: number; readonly toMs: number } | null,
  ): AsyncIterable<AcceptedFile>;
  /** Rows of a file in order, mapped to fields as was confirmed. Header, blank and comment rows are left out. */
  rows(fileId: string): AsyncIterable<InboxRow>;
  /** All rows of the file are stored. */
  settle(fileId: string): Promise<void>;
};

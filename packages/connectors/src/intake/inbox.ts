import type { Decimal } from './cells.ts';

/** A file that was received, checked and accepted. */
export type AcceptedFile = {
  readonly id: string;
  /** Order of acceptance within the stream, from 1, without gaps that fill later. */
  readonly seq: number;
  readonly name: string;
  readonly contentType: string;
  /** Where its bytes lie, gzipped. */
  readonly storageKey: string;
  readonly rowsTotal: number;
  /** It came from the built-in simulator, where that is what the connector reads. */
  readonly isSimulated: boolean;
  readonly decimal: Decimal;
};

/** A row by field name; one that could not be cut into cells has a problem and what was left of it. */
export type InboxRow = {
  /** 1-based line of the file, or row of the sheet. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problem: string | null;
};

/** Files of one stream, as the server keeps them. */
export type Inbox = {
  /** Fetches some of what waits outside (SFTP), oldest first; true while more waits there. Throws `ProviderError`. */
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

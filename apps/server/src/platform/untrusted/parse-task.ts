import type { ReadPart } from './parser-process.ts';

/** Limits of time and memory for parsing one file. */
export type ParseLimits = {
  /** Processor time of the parser. By the clock it may take ten times as long, where the system tells the two apart. */
  readonly seconds: number;
  /** Objects and texts. */
  readonly heapMiB: number;
  /** Bytes outside the heap: what was unpacked, numbers of a field. */
  readonly bytesMiB: number;
};

/** A file that others sent, and the module that parses it with `serveParser`. */
export type ParseTask = {
  readonly parser: URL;
  readonly input: unknown;
  readonly limits: ParseLimits;
  /** Advice to the sender of a file that exceeds the limits; the end of a sentence. */
  readonly remedy: string;
  /** Reads parts of a file that is too large to be handed over. */
  readonly part?: ReadPart;
  /**
   * Whether another file may follow in the same process, for small files that come in great number. Only for parsers
   * that keep nothing of a file, and no memory of a library in C.
   */
  readonly isRepeated?: true;
};

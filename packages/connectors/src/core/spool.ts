/** Lines of one feed as they came together. */
export type SpooledLines = {
  readonly feed: string;
  /** Epoch milliseconds of their reception. */
  readonly receivedMs: number;
  /** Whole lines, each with its line feed. */
  readonly lines: Uint8Array;
};

/** A part of a spool, removed as a whole. */
export type SpoolSegment = { readonly name: string; readonly received: readonly SpooledLines[] };

/**
 * Lines that were received and whose records are not stored yet, on disk so that they outlast the process: a sender
 * cannot know that its sentences were lost, so it never sends them again.
 */
export type Spool = {
  /** Returns once a process that follows this one could read the lines. */
  append(received: SpooledLines): void;
  /** Ends the present segment and returns its name; null where nothing was appended since the last cut. */
  cut(): string | null;
  /** Removes a segment whose records are stored. */
  remove(name: string): void;
  /** Takes over a segment that another owner left; null where there is none. */
  adopt(): Promise<SpoolSegment | null>;
  /** Leaves what remains to the next owner. */
  release(): void;
};

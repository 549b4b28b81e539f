import type { Spool, SpooledLines } from '../core/spool.ts';

/** Arrivals closer together than this count as one. */
const arrivalMs = 1_000;

/**
 * Counts the records that were received and are not stored yet. They are stored in the order of their reception, so a
 * segment of the spool may go once as many records are stored as had been received when it was cut.
 */
export function createBacklog(spool: Spool | null) {
  let received = 0;
  let stored = 0;
  const segments: { readonly name: string; readonly upTo: number }[] = [];
  const arrivals: { upTo: number; readonly atMs: number }[] = [];

  function removeStored(): void {
    while (segments[0] !== undefined && segments[0].upTo <= stored) {
      spool?.remove(segments[0].name);
      segments.shift();
    }
    while (arrivals[0] !== undefined && arrivals[0].upTo <= stored) arrivals.shift();
  }

  function cut(): void {
    const name = spool?.cut() ?? null;
    if (name !== null) segments.push({ name, upTo: received });
    removeStored();
  }

  return {
    /** Lines came; their records are counted by `add`, which follows. */
    append: (lines: SpooledLines): void => spool?.append(lines),
    /** Adds the number of records that were read from the data received at `atMs`. */
    add(count: number, atMs: number): void {
      if (count === 0) return;
      received += count;
      const last = arrivals.at(-1);
      if (last !== undefined && atMs - last.atMs < arrivalMs) last.upTo = received;
      else arrivals.push({ upTo: received, atMs });
    },
    /** The oldest `count` records are stored. */
    store(count: number): void {
      stored += count;
      removeStored();
    },
    /** Ends the present segment of the spool, so that it can go once its records are stored. */
    cut,
    /** Reads one segment that another process left, with `read`, which adds its records; false where there is none. */
    async adopt(read: (lines: SpooledLines) => void): Promise<boolean> {
      const segment = (await spool?.adopt()) ?? null;
      if (segment === null) return false;
      for (const lines of segment.received) read(lines);
      segments.push({ name: segment.name, upTo: received });
      removeStored();
      return true;
    },
    /** Records that wait to be stored. */
    size: () => received - stored,
    /** Records ever received. */
    received: () => received,
    /** When the oldest record that waits came, epoch milliseconds; null where none waits. */
    oldestMs: () => arrivals[0]?.atMs ?? null,
    /** Nothing more comes here: what waits is left to the next run, in whichever process. */
    release(): void {
      cut();
      spool?.release();
    },
  };
}

export type Backlog = ReturnType<typeof createBacklog>;

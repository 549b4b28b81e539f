import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Contents of more bytes than this are read from the disk each time. */
const smallContentBytes = 32 * 1024;
const mostBytes = 32 * 1_048_576;

/** A file as it was when it was read: any write to it, or another file in its place, changes one of these. */
type Mark = Pick<BigIntStats, 'ino' | 'dev' | 'size' | 'mtimeNs' | 'ctimeNs'>;
type Held = { readonly mark: Mark; readonly modifiedAt: string; readonly bytes: Uint8Array };

/**
 * Contents of small files that were read lately. The disk is asked at every read whether the file is still the same: one
 * question instead of opening, looking at, reading and closing it, which is most of the work of reading few bytes.
 */
export function createSmallContents() {
  /** In the order of their use, the oldest first. */
  const held = new Map<string, Held>();
  let heldBytes = 0;

  function forget(path: string): void {
    heldBytes -= held.get(path)?.bytes.byteLength ?? 0;
    held.delete(path);
  }

  return {
    /** The content of a file that has not changed since it was kept; null for any other. */
    async get(path: string): Promise<Omit<Held, 'mark'> | null> {
      const known = held.get(path);
      if (known === undefined) return null;
      const info = await stat(path, { bigint: true }).catch(() => null);
      if (info === null || !isSame(info, known.mark)) {
        if (held.get(path) === known) forget(path);
        return null;
      }
      // It may have been kept anew, or forgotten, in the meantime.
      if (held.get(path) === known) {
        held.delete(path);
        held.set(path, known);
      }
      return known;
    },

    /** Keeps the whole content of a file. */
    keep(path: string, mark: Mark, bytes: Uint8Array): void {
      if (bytes.byteLength > smallContentBytes) return;
      forget(path);
      held.set(path, { mark, modifiedAt: modifiedAtOf(mark), bytes });
      heldBytes += bytes.byteLength;
      for (const oldest of held.keys()) {
        if (heldBytes <= mostBytes) break;
        forget(oldest);
      }
    },
  };
}

export type SmallContents = ReturnType<typeof createSmallContents>;

/** Instant of the last change, to the millisecond as Node rounds it for `mtime`: elsewhere it is compared with that. */
export function modifiedAtOf({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): string {
  const [seconds, nanoseconds] = [mtimeNs / 1_000_000_000n, mtimeNs % 1_000_000_000n];
  return new Date(Math.round(Number(seconds) * 1e3 + Number(nanoseconds) / 1e6)).toISOString();
}

const isSame = (a: Mark, b: Mark): boolean =>
  a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;

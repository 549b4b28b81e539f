import { statfs } from 'node:fs/promises';
import { formatPlainNumber } from '@kianda/format';
import { createCache } from '../cache/cache.ts';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../http/errors.ts';

/** Bytes that this process may still write in a folder, and all that its disk holds. */
export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };
export type DiskProbe = (folder: string) => Promise<DiskSpace>;

/** Below this, PostgreSQL can soon not write its next journal segments (16 MiB each), and writes begin to fail. */
const leastFreeBytes = 128 * 1024 * 1024;
/** Requests that come together share one answer. */
const sharedMs = 1_000;

export type Disk = {
  readonly folder: string;
  /** Null where the system does not say. */
  space(): Promise<DiskSpace | null>;
  /** `reserve`: files are refused, the rest goes on; `full`: soon nothing is written at all. */
  level(): Promise<'enough' | 'reserve' | 'full' | 'unreadable'>;
  /** Refusal for a request that would store a file; null while there is room for it. */
  refusal(): Promise<AppError | null>;
  readonly reserveBytes: () => number;
};

export const probeDisk: DiskProbe = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

export const megabytes = (bytes: number): string => `${formatPlainNumber(Math.floor(bytes / 2 ** 20))} MB`;

/** Watches the disk of the data folder. `probe`: how it is read, the file system when absent. */
export function createDisk(options: {
  readonly folder: string;
  /** Room that files leave to alerts, sign-in and what else is small; asked for at each use. */
  readonly reserveBytes: () => number;
  readonly clock: Clock;
  readonly probe?: DiskProbe | undefined;
}): Disk {
  const { folder, reserveBytes, clock, probe = probeDisk } = options;
  const answers = createCache<DiskSpace | null>({
    ...{ name: 'platform/disk', clock, ttlMs: sharedMs, maxStaleMs: 0, maxEntries: 1 },
  });
  const space = async () => (await answers.get('space', () => probe(folder).catch(() => null))).value;
  const level = async () => {
    const found = await space();
    if (found === null) return 'unreadable';
    if (found.freeBytes < leastFreeBytes) return 'full';
    return found.freeBytes < reserveBytes() ? 'reserve' : 'enough';
  };
  return {
    folder,
    space,
    level,
    reserveBytes,
    async refusal() {
      const state = await level();
      // A disk that can not be read is told by the readiness; whether it takes a file is found by writing it.
      if (state === 'enough' || state === 'unreadable') return null;
      const free = (await space())?.freeBytes ?? 0;
      const detail = `O disco da plataforma só tem ${megabytes(free)} livres, e ${megabytes(Math.max(reserveBytes(), leastFreeBytes))} ficam para os alertas e as entradas: não recebe ficheiros, relatórios nem exportações até haver espaço.`;
      return new AppError('disk_full', { detail });
    },
  };
}

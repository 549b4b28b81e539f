import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatPlainNumber } from '@kianda/format';
import { createCache } from '../cache/cache.ts';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../http/errors.ts';
import { diskBounds } from './disk-bounds.ts';

/** Bytes that this process may still write in a folder, and all that its disk holds. */
export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };
/** `device` identifies the file system; absent: the same one everywhere. */
export type DiskProbe = (folder: string) => Promise<DiskSpace & { readonly device?: number }>;

/** Folders of the platform, in the order in which a disk is named after them; each may lie on a disk of its own. */
const places = {
  data: 'da pasta de dados',
  database: 'da base de dados',
  objects: 'do armazenamento de objetos',
  intake: 'da entrada de ficheiros',
  reception: 'da receção em contínuo',
  backups: 'das cópias de segurança',
  secondBackups: 'do segundo destino das cópias',
} as const;
export type DiskPlace = keyof typeof places;
const placeOrder = Object.keys(places) as readonly DiskPlace[];

/** Folders that each kind of file needs room in. What institutions hand over becomes rows as well. */
const placesOf = { objects: ['objects'], intake: ['objects', 'database'], backups: ['backups'] } as const;
export type RoomPurpose = keyof typeof placesOf;
const refusedText: Readonly<Record<RoomPurpose, string>> = {
  objects: 'não recebe ficheiros, relatórios nem exportações até haver espaço',
  intake: 'não recebe ficheiros, relatórios nem exportações até haver espaço',
  backups: 'não recebe cópias de segurança até haver espaço',
};

/** Requests that come together share one answer. */
const sharedMs = 1_000;
/** Longest wait for a disk to answer: a file server that is away may never do. */
const probeLimitMs = 2_000;
/** How long the folder of a place that people may change is remembered. */
const folderMs = 60_000;

/** One file system and the platform's folders on it. */
export type Disk = {
  readonly places: readonly DiskPlace[];
  readonly folder: string;
  /** Its name after «o disco», e.g. «da pasta de dados». */
  readonly ofWhat: string;
  /** Null where it can not be read. */
  readonly space: DiskSpace | null;
  /** `reserve`: files are refused, the rest goes on; `full`: soon nothing is written at all. */
  readonly level: 'enough' | 'reserve' | 'full' | 'unreadable';
  /** Without room on it the platform serves nothing. */
  readonly isVital: boolean;
};

export type Disks = {
  /** Every disk once, that of the data folder first. */
  all(): Promise<readonly Disk[]>;
  /** Refusal for a request that would store such a file; null while there is room for it. */
  refusal(purpose: RoomPurpose): Promise<AppError | null>;
  /** Watches a folder that people may change; `folder` resolves to null while there is none. */
  watch(place: DiskPlace, folder: () => Promise<string | null>): void;
  readonly reserveBytes: () => number;
};

export const probeDisk: DiskProbe = async (folder) => {
  const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, device: dev };
};

export const megabytes = (bytes: number): string => `${formatPlainNumber(Math.floor(bytes / 2 ** 20))} MB`;

/** Watches the disks of the platform's folders. `probe`: how one is read, the file system when absent. */
export function createDisks(options: {
  readonly folders: Partial<Readonly<Record<DiskPlace, string>>> & { readonly data: string };
  /** Room that files leave to alerts, sign-in and what else is small; asked for at each use. */
  readonly reserveBytes: () => number;
  readonly clock: Clock;
  readonly probe?: DiskProbe | undefined;
}): Disks {
  const { folders, reserveBytes, clock, probe = probeDisk } = options;
  const answers = createCache<readonly Disk[]>({
    ...{ name: 'platform/disks', clock, ttlMs: sharedMs, maxStaleMs: 0, maxEntries: 1 },
  });
  const changing = createCache<string | null>({
    ...{ name: 'platform/disk-folders', clock, ttlMs: folderMs, maxStaleMs: Infinity, maxEntries: placeOrder.length },
  });
  const sources = new Map<DiskPlace, () => Promise<string | null>>();
  const read = patientProbe(probe);

  async function folderOf(place: DiskPlace): Promise<string | null> {
    const source = sources.get(place);
    if (source === undefined) return folders[place] ?? null;
    return within(changing.get(place, source).then(({ value }) => value));
  }

  async function look(): Promise<readonly Disk[]> {
    const found = await Promise.all(
      placeOrder.map(async (place) => {
        const folder = await folderOf(place);
        return folder === null ? null : { place, folder, space: await read(folder, place !== 'data') };
      }),
    );
    const groups = new Map<unknown, Reading[]>();
    for (const reading of found) {
      if (reading === null) continue;
      const device = reading.space === null ? reading.place : (reading.space.device ?? 'one');
      groups.set(device, [...(groups.get(device) ?? []), reading]);
    }
    return [...groups.values()].map((group) => diskOf(group, reserveBytes()));
  }

  const all = async () => (await answers.get('all', look)).value;
  return {
    all,
    reserveBytes,
    watch: (place, folder) => void sources.set(place, folder),
    async refusal(purpose) {
      const needed: readonly DiskPlace[] = placesOf[purpose];
      // A disk that can not be read is told by the readiness; whether it takes a file is found by writing it.
      const disk = (await all()).find(
        ({ level, places: on }) => (level === 'full' || level === 'reserve') && on.some((one) => needed.includes(one)),
      );
      if (disk === undefined) return null;
      const bound = megabytes(Math.max(reserveBytes(), diskBounds.fullBytes));
      const kept = disk.isVital ? 'para os alertas e as entradas' : 'de reserva';
      const detail = `O disco ${disk.ofWhat} só tem ${megabytes(disk.space?.freeBytes ?? 0)} livres, e ${bound} ficam ${kept}: ${refusedText[purpose]}.`;
      return new AppError('disk_full', { detail });
    },
  };
}

type Reading = {
  readonly place: DiskPlace;
  readonly folder: string;
  readonly space: Awaited<ReturnType<DiskProbe>> | null;
};

function diskOf(group: readonly Reading[], reserveBytes: number): Disk {
  const on = group.map(({ place }) => place);
  const [first] = group;
  const found = first?.space ?? null;
  // The data folder names its disk, whatever else lies on it.
  const named = on.includes('data') ? (['data'] as const) : on;
  return {
    places: on,
    folder: first?.folder ?? '',
    ofWhat: named.map((place) => places[place]).join(' e '),
    space: found === null ? null : { freeBytes: found.freeBytes, totalBytes: found.totalBytes },
    level: found === null ? 'unreadable' : levelOf(found.freeBytes, reserveBytes),
    isVital: on.includes('data') || on.includes('database'),
  };
}

function levelOf(freeBytes: number, reserveBytes: number): Disk['level'] {
  if (freeBytes < diskBounds.fullBytes) return 'full';
  return freeBytes < reserveBytes ? 'reserve' : 'enough';
}

/** Null instead of an error, and instead of an answer that does not come. */
async function within<T>(answer: Promise<T>): Promise<T | null> {
  const overtime = Promise.withResolvers<null>();
  const timer = setTimeout(() => overtime.resolve(null), probeLimitMs).unref();
  try {
    return await Promise.race([answer.catch(() => null), overtime.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks each folder once at a time: a request to a file server that is away holds one of Node's few threads until it is
 * back. A folder that is still to be made lies on the disk of the one above it.
 */
function patientProbe(probe: DiskProbe) {
  const pending = new Map<string, ReturnType<DiskProbe>>();
  const late = new Set<string>();
  const ask = async (folder: string, mayBeMissing: boolean): ReturnType<DiskProbe> => {
    try {
      return await probe(folder);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing || !mayBeMissing || dirname(folder) === folder) throw error;
      return ask(dirname(folder), mayBeMissing);
    }
  };
  return async (folder: string, mayBeMissing: boolean): Promise<Reading['space']> => {
    if (late.has(folder)) return null;
    const answer =
      pending.get(folder) ??
      ask(folder, mayBeMissing).finally(() => {
        pending.delete(folder);
        late.delete(folder);
      });
    pending.set(folder, answer);
    const space = await within(answer);
    if (pending.has(folder)) late.add(folder);
    return space;
  };
}

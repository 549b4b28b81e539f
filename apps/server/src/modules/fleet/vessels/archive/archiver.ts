import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { hourMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { createScratchFolder } from '../../../../platform/process/scratch-folder.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { Partitions } from '../positions/partitions.ts';
import { type Contents, type DaysRepository, dayOf, type PlaceColumns, type WrittenFile } from './days.repository.ts';
import type { Duck } from './duck.ts';
import { copyObject, type LocalFiles, sha256Of, sizeOf } from './files.ts';
import { archivedRows, archiveRoot, checking, keyOf, losing, stamp, writing } from './layout.ts';

const rowsPerPage = 25_000;
/** A day that changed while it was written is written again, so many times. */
const attempts = 3;

/** Moments between the steps of an archiving, for tests that stop it at each. */
export type Step = 'read' | 'written' | 'stored' | 'checked' | 'swapped';

export type ArchiverOptions = {
  readonly days: DaysRepository;
  readonly duck: Duck;
  readonly files: LocalFiles;
  readonly storage: ObjectStorage;
  readonly partitions: Partitions;
  readonly clock: Clock;
  readonly audit: (act: 'archive' | 'restore' | 'delete', day: string, details: Details) => Promise<void>;
  /** Called after each step; throws where a test stops the work there. */
  readonly after?: (step: Step, day: string) => void;
};
type Details = Readonly<Record<string, string | number>>;

export type ArchiveOutcome = 'archived' | 'empty' | 'waiting' | 'changing';

/** Moves days of positions into files and back, so that at every instant each position is found, and found once. */
export function createArchiver(options: ArchiverOptions) {
  const { days, storage, clock, partitions, files, audit } = options;

  /** Whether no hour of the day waits to be summed up: its sums need its rows. */
  async function archiveDay(day: string): Promise<ArchiveOutcome> {
    if (await days.hasPendingHours(day)) return 'waiting';
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const folder = await createScratchFolder('archive');
      try {
        const outcome = await writeDay(options, day, folder);
        if (outcome === 'changing') continue;
        if (outcome === 'archived') await auditWritten(options);
        return outcome;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return 'changing';
  }

  return {
    archiveDay,

    /** Brings a day back into the database until an instant; false where it is not archived. */
    async bringBack(day: string, keepUntil: Date): Promise<boolean> {
      const key = keyOf(day);
      const path = await files.path(key);
      const [archived] = await days.between(new Date(`${day}T00:00:00Z`), new Date(`${day}T00:00:00Z`));
      if (archived === undefined) return false;
      if (path === null) throw new Error(`archive: the file of ${day} is not in the storage (${key})`);
      partitions.forget();
      await partitions.ensure([Date.parse(`${day}T00:00:00Z`)]);
      const isBack = await days.bringBack(day, pagesOf(options.duck, path, 'true'), keepUntil);
      if (!isBack) return false;
      await storage.delete(key);
      await audit('restore', day, { keepUntil: keepUntil.toISOString() });
      return true;
    },

    /** Puts an hour's archived positions back beside its late ones, so that it can be summed up whole. */
    async putHour(hour: Date): Promise<void> {
      const [archived] = await days.between(hour, hour);
      if (archived === undefined) return;
      const path = await files.path(archived.key);
      if (path === null)
        throw new Error(`archive: the file of ${archived.day} is not in the storage (${archived.key})`);
      partitions.forget();
      await partitions.ensure([hour.getTime()]);
      const end = new Date(hour.getTime() + hourMs);
      const within = `time >= ${stamp(hour)} AND time < ${stamp(end)}`;
      await days.put(pagesOf(options.duck, path, within));
    },

    /** Archives every day before an instant that is still in the database, oldest first; each with its outcome. */
    async archiveBefore(beforeMs: number, signal: AbortSignal, told: (day: string) => Promise<void>) {
      await auditWritten(options);
      const outcomes: Record<ArchiveOutcome, string[]> = { archived: [], empty: [], waiting: [], changing: [] };
      for (const day of await days.inDatabase(dayOf(beforeMs), new Date(clock.nowMs()))) {
        signal.throwIfAborted();
        await told(day);
        outcomes[await archiveDay(day)].push(day);
      }
      return outcomes;
    },

    /** Deletes the files of days before an instant, and those that no day counts on: of a work that was stopped. */
    async forgetBefore(beforeMs: number): Promise<readonly string[]> {
      const first = dayOf(beforeMs);
      const forgotten = await days.forgetBefore(first);
      for (const key of forgotten) {
        await storage.delete(key);
        await audit('delete', key.slice(archiveRoot.length), { object: key });
      }
      const counted = new Set((await days.between(new Date(0), new Date(clock.nowMs()))).map(({ key }) => key));
      for await (const { key } of storage.list(archiveRoot)) if (!counted.has(key)) await storage.delete(key);
      return forgotten;
    },
  };
}

export type Archiver = ReturnType<typeof createArchiver>;

async function auditWritten({ days, audit }: ArchiverOptions): Promise<void> {
  for (const { day, key, positions, vessels, bytes, sha256 } of await days.unaudited()) {
    await audit('archive', day, { object: key, positions, vessels, bytes, sha256 });
    await days.audited(day);
  }
}

/** Lines of a day as files: places, and the ships and origins of all of them. */
async function handOver(days: DaysRepository, day: string, folder: string) {
  const kinds = ['places', 'ships', 'origins'] as const;
  const paths = Object.fromEntries(kinds.map((kind) => [kind, join(folder, `${kind}.csv`)])) as Record<
    (typeof kinds)[number],
    string
  >;
  const streams = Object.fromEntries(kinds.map((kind) => [kind, createWriteStream(paths[kind])]));
  const read = await days.read(day, async (kind, lines) => {
    const stream = streams[kind];
    if (stream?.write(`${lines.join('\n')}\n`) === false) await once(stream, 'drain');
  });
  for (const stream of Object.values(streams)) {
    stream.end();
    await finished(stream);
  }
  return { read, paths };
}

/** Writes a day's file, stores it, reads it back, and only then lets the partition go. */
async function writeDay(options: ArchiverOptions, day: string, folder: string): Promise<ArchiveOutcome> {
  const { days, duck, files, storage, after = () => undefined } = options;
  const { read, paths } = await handOver(days, day, folder);
  after('read', day);
  if (read.rows === 0) return (await days.dropEmpty(day)) ? 'empty' : 'changing';
  const key = keyOf(day);
  const [archived] = await days.between(new Date(`${day}T00:00:00Z`), new Date(`${day}T00:00:00Z`));
  const old = archived === undefined ? null : await oldFile(options, key, folder);
  const target = join(folder, 'positions.parquet');
  await duck.run(writing({ csv: paths.places, old, ships: paths.ships, origins: paths.origins, target }));
  after('written', day);
  await storage.putStream(key, createReadStream(target), 'application/vnd.apache.parquet');
  after('stored', day);
  const file = await checked({ key, day, target, old, csv: paths.places, read }, options, folder);
  after('checked', day);
  const isSwapped = await days.swap(file, read, new Date(options.clock.nowMs()));
  if (!isSwapped) return 'changing';
  after('swapped', day);
  options.partitions.forget();
  await files.path(key);
  return 'archived';
}

/** A copy of the day's file so far: the new one is put where it lies. */
async function oldFile({ storage }: ArchiverOptions, key: string, folder: string): Promise<string> {
  const old = join(folder, 'before.parquet');
  if (!(await copyObject(storage, key, old))) throw new Error(`archive: ${key} is not in the storage`);
  return old;
}

type Stored = {
  readonly key: string;
  readonly day: string;
  readonly target: string;
  readonly old: string | null;
  readonly csv: string;
  readonly read: Contents;
};

/** Reads the stored file back. Throws where a byte or a row of it is not as it was written. */
async function checked(stored: Stored, { duck, storage }: ArchiverOptions, folder: string): Promise<WrittenFile> {
  const { key, day, target, old, csv, read } = stored;
  const back = join(folder, 'back.parquet');
  if (!(await copyObject(storage, key, back))) throw new Error(`archive: ${key} was stored and is not there`);
  const sha256 = await sha256Of(back);
  if (sha256 !== (await sha256Of(target))) throw new Error(`archive: ${key} does not come back as it was stored`);
  const [[positions, vessels, missing] = []] = await duck.run(checking(back, csv));
  const [[lost] = ['0']] = old === null ? [] : await duck.run(losing(old, back));
  const isWhole = old === null ? Number(positions) === read.rows : Number(positions) >= read.rows;
  if (!isWhole || Number(missing) > 0 || Number(lost) > 0)
    throw new Error(`archive: ${key} has ${positions} of ${read.rows} positions, ${missing} differ, ${lost} are lost`);
  return { day, key, positions: Number(positions), vessels: Number(vessels), bytes: await sizeOf(back), sha256 };
}

/** Positions of a file as columns of PostgreSQL's arrays, page by page. */
async function* pagesOf(duck: Duck, path: string, where: string): AsyncGenerator<PlaceColumns> {
  const column = (expression: string) =>
    `'{' || string_agg(coalesce((${expression})::VARCHAR, 'NULL'), ',' ORDER BY n) || '}'`;
  const columns = [
    ...['ship_id', 'epoch_us(time)', 'lon', 'lat', 'sources', 'origin_id', 'speed_knots', 'course_degrees'],
    ...['heading_degrees', 'navigation_status'],
  ].map(column);
  for (let from = 0; ; from += rowsPerPage) {
    const [page] = await duck.run(
      `SELECT ${columns.join(', ')} FROM (
        SELECT *, row_number() OVER () AS n FROM (
          SELECT * FROM ${archivedRows([path])} WHERE ${where} ORDER BY ship_id, time, lon, lat
          LIMIT ${rowsPerPage} OFFSET ${from}))`,
    );
    if (page === undefined || page[0] === null) return;
    yield page.map((text) => text ?? '{}');
  }
}

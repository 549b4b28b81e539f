import type { ArchivedDay, DaysRepository, PlaceRow } from './days.repository.ts';
import type { Duck } from './duck.ts';
import type { LocalFiles } from './files.ts';
import { archivedRows, stamp } from './layout.ts';

/** A day that is moved while it is read is read again, so many times. */
const attempts = 5;

export type ArchiveReaderOptions = { readonly days: DaysRepository; readonly duck: Duck; readonly files: LocalFiles };

/** Ships and a period, both ends included. */
export type Places = {
  readonly ships: readonly number[] | null;
  readonly from: Date;
  readonly to: Date;
  /** Bits of lines, one of which brought the position. */
  readonly sources?: number | null;
};

type Stay = { readonly shipId: number; readonly from: Date; readonly to: Date };

/** Thrown where a day came back into the database while it was looked for in its file. */
class DayMoved extends Error {
  override readonly name = 'DayMoved';
}

/** Files of archived days, by their paths. */
export type ArchivedFiles = readonly string[];

/** Reads of a period of which some days are archived. */
function createAcross({ days, files }: Pick<ArchiveReaderOptions, 'days' | 'files'>) {
  async function pathsOf(archived: readonly ArchivedDay[]): Promise<string[]> {
    const paths: string[] = [];
    for (const { day, key } of archived) {
      const path = await files.path(key);
      if (path === null) throw new DayMoved(`archive: the file of ${day} is not in the storage (${key})`);
      paths.push(path);
    }
    return paths;
  }

  /**
   * Reads a period from the database and from the files of its archived days: again where a day moved meanwhile, which
   * would be missed or found twice.
   */
  async function across<T>(from: Date, to: Date, read: (archived: ArchivedFiles) => Promise<T>): Promise<T> {
    let moved: unknown;
    let before = await days.between(from, to);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const outcome = await attempted(before, read);
      const after = await days.between(from, to);
      if ('value' in outcome && isSame(before, after)) return outcome.value;
      if ('error' in outcome) {
        if (isSame(before, after)) throw outcome.error;
        moved = outcome.error;
      }
      before = after;
    }
    throw new Error('archive: its days moved each time that they were read', { cause: moved });
  }

  async function attempted<T>(archived: readonly ArchivedDay[], read: (paths: ArchivedFiles) => Promise<T>) {
    try {
      return { value: await read(archived.length === 0 ? [] : await pathsOf(archived)) };
    } catch (error) {
      if (archived.length === 0) throw error;
      return { error };
    }
  }

  return across;
}

/** Positions of archived days, beside those of the database. */
export function createArchiveReader({ days, duck, files }: ArchiveReaderOptions) {
  const across = createAcross({ days, files });
  return {
    across,

    /** Positions in files, in the order of their keys, or the newest of them first. */
    async places(paths: ArchivedFiles, places: Places, newest: number | null = null): Promise<PlaceRow[]> {
      if (paths.length === 0) return [];
      const order = newest === null ? 'ship_id, time, lon, lat' : 'time DESC, lon, lat';
      const limit = newest === null ? '' : ` LIMIT ${newest}`;
      const chosen = `SELECT * FROM ${archivedRows(paths)} WHERE ${conditionOf(places)} ORDER BY ${order}${limit}`;
      return rowsOf(duck, chosen);
    },

    /** The last position of each ship in files. */
    async last(paths: ArchivedFiles, places: Places): Promise<PlaceRow[]> {
      if (paths.length === 0) return [];
      const chosen = `SELECT * FROM ${archivedRows(paths)} WHERE ${conditionOf(places)}
        QUALIFY row_number() OVER (PARTITION BY ship_id ORDER BY time DESC, lon DESC, lat DESC) = 1 ORDER BY ship_id`;
      return rowsOf(duck, chosen);
    },

    /** Origins of the first and the last position of each stay, each with its newest instant. */
    async originsOf(paths: ArchivedFiles, stays: readonly Stay[]): Promise<Map<number, Date>> {
      const newest = new Map<number, Date>();
      if (paths.length === 0 || stays.length === 0) return newest;
      const values = stays.map(({ shipId, from, to }) => `(${shipId}, ${stamp(from)}, ${stamp(to)})`).join(', ');
      const rows = await duck.run(`
        SELECT arg_min(p.origin_id, p.time), epoch_ms(min(p.time)), arg_max(p.origin_id, p.time), epoch_ms(max(p.time))
        FROM (VALUES ${values}) AS s (ship_id, from_at, to_at) JOIN ${archivedRows(paths)} AS p
          ON p.ship_id = s.ship_id AND p.time >= s.from_at AND p.time <= s.to_at
        WHERE p.ship_id IN (${[...new Set(stays.map(({ shipId }) => shipId))].join(', ')})
        GROUP BY s.ship_id, s.from_at, s.to_at`);
      for (const [first, firstAt, last, lastAt] of rows) {
        for (const [origin, at] of [[Number(first), Number(firstAt)] as const, [Number(last), Number(lastAt)] as const])
          if (at > (newest.get(origin)?.getTime() ?? 0)) newest.set(origin, new Date(at));
      }
      return newest;
    },

    /** All origins of positions in files. */
    async allOrigins(paths: ArchivedFiles, places: Places): Promise<number[]> {
      if (paths.length === 0) return [];
      const rows = await duck.run(
        `SELECT DISTINCT origin_id FROM ${archivedRows(paths)} WHERE ${conditionOf(places)} ORDER BY 1`,
      );
      return rows.map(([origin]) => Number(origin));
    },
  };
}

export type ArchiveReader = ReturnType<typeof createArchiveReader>;

const isSame = (a: readonly ArchivedDay[], b: readonly ArchivedDay[]): boolean =>
  a.length === b.length && a.every(({ day, version }, index) => b[index]?.day === day && b[index].version === version);

function conditionOf({ ships, from, to, sources = null }: Places): string {
  const parts = [`time >= ${stamp(from)}`, `time <= ${stamp(to)}`];
  if (ships !== null) parts.push(ships.length === 0 ? 'false' : `ship_id IN (${ships.join(', ')})`);
  if (sources !== null) parts.push(`sources & ${sources} <> 0`);
  return parts.join(' AND ');
}

/** Columns as JSON: a text a column is read many times faster than a value at a time. */
async function rowsOf(duck: Duck, chosen: string): Promise<PlaceRow[]> {
  const column = (expression: string) =>
    `'[' || string_agg(coalesce((${expression})::VARCHAR, 'null'), ',' ORDER BY n) || ']'`;
  const [texts] = await duck.run(`SELECT ${valueColumns.map(column).join(', ')}
    FROM (SELECT *, row_number() OVER () AS n FROM (${chosen}))`);
  const [times, lons, lats, sources, ships, origins, speeds, courses, headings, statuses] = (texts ?? []).map(
    (text) => JSON.parse(text ?? '[]') as (number | null)[],
  );
  const at = (values: readonly (number | null)[] | undefined, index: number): number => values?.[index] as number;
  return (times ?? []).map((micros, index) => ({
    time: new Date((micros as number) / 1000),
    lon: at(lons, index),
    lat: at(lats, index),
    sources: at(sources, index),
    ship_id: at(ships, index),
    origin_id: at(origins, index),
    speed_knots: speeds?.[index] ?? null,
    course_degrees: courses?.[index] ?? null,
    heading_degrees: headings?.[index] ?? null,
    navigation_status: statuses?.[index] ?? null,
  }));
}

const valueColumns = [
  ...['epoch_us(time)', 'lon', 'lat', 'sources', 'ship_id', 'origin_id', 'speed_knots', 'course_degrees'],
  ...['heading_degrees', 'navigation_status'],
] as const;

/** Rows of the database and of files, each position once with the lines of both; in the order of neither. */
export function joined<Row extends Pick<PlaceRow, 'ship_id' | 'time' | 'lon' | 'lat' | 'sources'>>(
  stored: readonly Row[],
  archived: readonly Row[],
): Row[] {
  if (archived.length === 0) return [...stored];
  const rows = new Map<string, Row>(archived.map((row) => [placeKey(row), row]));
  for (const row of stored) {
    const twin = rows.get(placeKey(row));
    const sources = twin === undefined ? row.sources : union(twin.sources, row.sources);
    rows.set(placeKey(row), { ...row, sources });
  }
  return [...rows.values()];
}

const placeKey = ({ ship_id: ship, time, lon, lat }: Pick<PlaceRow, 'ship_id' | 'time' | 'lon' | 'lat'>): string =>
  `${ship}/${time.getTime()}/${lon}/${lat}`;

/** Bits of either: there are up to 48, and JavaScript's own operators know 32. */
function union(a: number, b: number): number {
  return Number(BigInt(a) | BigInt(b));
}

/** Old positions as GeoParquet: size, tracks out of the database and out of files, and DuckDB beside PostgreSQL. */
import { join } from 'node:path';
import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { dayMs, seededRandom } from '@kianda/geo';
import { sql } from 'kysely';
import { createDuck } from '../../apps/server/src/modules/fleet/vessels/archive/duck.ts';
import { createServer, type Times, timesOf } from './map.ts';
import { runJob, type Sea, seaEndMs, seaStartMs, vesselCount } from './sea.ts';

export type ArchiveFigures = {
  readonly days: number;
  readonly positions: number;
  readonly seconds: number;
  readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
  readonly times: readonly Times[];
};

/** Requests of a count over all positions. */
const counts = 5;
const iso = (timeMs: number) => new Date(timeMs).toISOString();
/** Days before it are archived. */
const archivedUntil = new Date(seaEndMs - dayMs);

/** Archives all days of a sea but the last, and compares. */
export async function measureArchive(sea: Sea, requests: number): Promise<ArchiveFigures> {
  const db = sea.database.for();
  const tracks = (name: string) => measureTracks(sea, name, requests);
  const inDatabase = [await tracks('trajeto de 30 dias, base de dados'), await countInDatabase(sea)];
  const { rows: before } = await sql<{ bytes: number; positions: number }>`
    SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('vessels.positions'))::float8 AS bytes,
      (SELECT count(*) FROM vessels.positions WHERE time < ${archivedUntil})::float8 AS positions`.execute(db);
  const seconds = await runJob(sea.vessels, 'vessels.archive');
  const { rows: after } = await sql<{ days: number; positions: number; files: number; bytes: number }>`
    SELECT count(*)::int AS days, sum(positions)::float8 AS positions, sum(bytes)::float8 AS files,
      (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('vessels.positions'))::float8 AS bytes
    FROM vessels.archived_days`.execute(db);
  const { days = 0, positions = 0, files = 0, bytes: left = 0 } = after[0] ?? {};
  if (positions !== before[0]?.positions) throw new Error(`archived ${positions} of ${before[0]?.positions} positions`);
  const inFiles = [await tracks('trajeto de 30 dias, ficheiros'), await countInFiles(sea)];
  return {
    ...{ days, positions, seconds },
    sizes: [
      { name: 'na base de dados, com a chave', bytes: before[0].bytes - left },
      { name: 'em GeoParquet', bytes: files },
    ],
    times: [...inDatabase, ...inFiles],
  };
}

async function measureTracks(sea: Sea, name: string, requests: number): Promise<Times> {
  const { ask, close } = await createServer(sea);
  const random = seededRandom('tracks');
  const times = await timesOf(
    name,
    Array.from({ length: requests }, () => {
      const id = 1 + Math.floor(random() * vesselCount);
      return () => ask(vesselTrack, { id }, { from: iso(seaStartMs), to: iso(archivedUntil.getTime() - 1) });
    }),
  );
  await close();
  return times;
}

/** Positions of each cell of half a degree and day: what a plain engine does with them. */
const perCell = (day: string) =>
  `SELECT floor(lon * 2) AS x, floor(lat * 2) AS y, ${day} AS day, count(*) AS positions, count(DISTINCT ship_id) AS vessels`;

const countInDatabase = (sea: Sea): Promise<Times> =>
  timesOf(
    'células de meio grau por dia, PostgreSQL',
    Array.from({ length: counts }, () => async () => {
      const { rows } = await sql`${sql.raw(perCell(`date_trunc('day', time)`))} FROM vessels.positions
        WHERE time < ${archivedUntil} GROUP BY 1, 2, 3`.execute(sea.database.for());
      return rows.length;
    }),
  );

async function countInFiles(sea: Sea): Promise<Times> {
  const duck = createDuck();
  const files = join(sea.objects, 'positions', 'day=*', 'positions.parquet');
  const times = await timesOf(
    'as mesmas, DuckDB sobre GeoParquet, um fio',
    Array.from({ length: counts }, () => async () => {
      const rows = await duck.run(
        `${perCell('day')} FROM read_parquet('${files}', hive_partitioning = true) GROUP BY 1, 2, 3`,
      );
      return rows.length;
    }),
  );
  await duck.stop();
  return times;
}

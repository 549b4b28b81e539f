/** A busy sea put straight into the tables: a hundred thousand vessels and their positions of thirty days. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, hourMs } from '@kianda/geo';
import { sql } from 'kysely';
import { createVessels, type VesselsModule } from '../../apps/server/src/modules/fleet/vessels/index.ts';
import { vesselMigrations } from '../../apps/server/src/modules/fleet/vessels/vessels.migrations.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { createLocalEvents } from '../../apps/server/src/platform/events/events.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { createFolderStorage } from '../../apps/server/src/platform/storage/folder.ts';

export const seaDays = 30;
export const vesselCount = 100_000;
export const seaEndMs = Date.parse('2026-09-30T00:00:00Z');
export const seaStartMs = seaEndMs - seaDays * dayMs;

const log = createLogger({ level: 'warn', pretty: true });
const flags = ['AGO', 'AGO', 'AGO', 'CHN', 'ESP', 'NAM', 'PRT', 'LBR', 'PAN', 'MHL', 'SGP', 'COD', 'STP', 'ZAF', 'RUS'];

export type Sea = {
  readonly database: Database;
  /** Folder of the objects, whose files are the archived days. */
  readonly objects: string;
  readonly vessels: VesselsModule;
  readonly positions: number;
  readonly loadSeconds: number;
  readonly summariseSeconds: number;
  readonly sizes: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
  close(): Promise<void>;
};

/**
 * One vessel in five stays all month, at anchor or on its fishing ground; the others pass in three days at 8 to 14 knots.
 * Each reports equally often; rows lie in the order of time, as they would come in.
 */
export async function createSea(wanted: number): Promise<Sea> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-mar-'));
  await chmod(folder, 0o755);
  const rootHome = `${folder}-root`;
  const server = await startEmbeddedPostgres({ dataDir: folder, rootHome, log });
  const database = await openDatabase({ url: server.url, applicationName: 'medida', log });
  await migrate(database, [{ name: 'vessels', migrations: vesselMigrations }], log);
  const vessels = createVessels({
    platform: {
      database,
      clock: { nowMs: () => seaEndMs },
      log,
      events: createLocalEvents(log),
      storage: createFolderStorage({ folder: join(folder, 'objetos') }),
      random: () => 0.5,
    },
    provenanceOf: async () => ({ state: 'fallback', reason: 'medida' }),
    absenceOf: async ({ subject }) => subject,
    retention: { positionDays: 365, summaryDays: 1_825, archiveDays: 1 },
  });
  const close = async () => {
    await vessels.stop?.();
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(rootHome, { recursive: true, force: true });
  };
  try {
    const startedMs = performance.now();
    await registerVessels(database, wanted / vesselCount);
    for (let day = 0; day < seaDays; day += 1) await sail(database, seaStartMs + day * dayMs);
    await settle(database);
    await vessels.start?.();
    const loadSeconds = (performance.now() - startedMs) / 1000;
    const summariseSeconds = await summarise(vessels);
    await sql`VACUUM (ANALYZE)`.execute(database.for());
    const sizes = await sizesOf(database);
    const positions = sizes.find(({ name }) => name === 'positions')?.rows ?? 0;
    return {
      database,
      objects: join(folder, 'objetos', 'objects'),
      vessels,
      positions,
      loadSeconds,
      summariseSeconds,
      sizes,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A number of 0 ≤ x < 1 that a vessel always has. */
const chance = (salt: number) => sql`((hashint4(id * 31 + ${sql.lit(salt)})::bigint & 1048575) / 1048576.0)::float8`;

async function registerVessels(database: Database, perVessel: number): Promise<void> {
  const db = database.for();
  await sql`
    INSERT INTO vessels.feeds (id, connector_id, name) VALUES (0, 'angola-ais', 'tcp luanda'), (1, 'angola-vms', 'naf');
  `.execute(db);
  await sql`INSERT INTO vessels.position_origins (run_id, connector_id, stream_id)
    VALUES (${randomUUID()}, 'angola-ais', 'live')`.execute(db);
  await sql`
    INSERT INTO vessels.ships (key, mmsi, ship_name, callsign, imo, flag, ship_type, length_meters, identity_at)
    SELECT 'mmsi:' || (200000000 + id * 7), 200000000 + id * 7,
      (ARRAY['BAIA', 'ATLANTICO', 'STAR', 'NOVA', 'OCEAN', 'RIO', 'SANTA', 'PEROLA'])[1 + id % 8] || ' '
        || upper(substr(md5(id::text), 1, 6)),
      'D' || upper(substr(md5((id + 7)::text), 1, 4)), CASE WHEN id % 3 = 0 THEN (9000000 + id)::text END,
      (${flags}::text[])[1 + floor(${chance(5)} * ${flags.length})::int], (ARRAY[30, 30, 70, 71, 80, 60, 52, 36])[1 + floor(${chance(6)} * 8)::int],
      12 + id % 200, ${new Date(seaStartMs)}::timestamptz
    FROM generate_series(1, ${vesselCount}::int) AS id`.execute(db);
  await sql`
    INSERT INTO vessels.identity_periods (ship_id, feed_id, origin_id, from_at, to_at, ship_name)
    SELECT id, id % 2, 1, ${new Date(seaStartMs)}::timestamptz, ${new Date(seaEndMs)}::timestamptz, ship_name
    FROM vessels.ships`.execute(db);
  await sql`
    INSERT INTO vessels.identities (vessel_id, ssvid, ship_name, flag, vessel_type, gear_type, first_transmission,
      last_transmission, updated_at)
    SELECT md5(id::text), CASE WHEN id % 10 = 0 THEN '9' || id ELSE mmsi::text END, ship_name, flag,
      (ARRAY['fishing', 'carrier', 'support'])[1 + id % 3], 'trawlers', ${new Date(seaStartMs)}::timestamptz,
      ${new Date(seaEndMs - 5 * dayMs)}::timestamptz, ${new Date(seaEndMs)}::timestamptz
    FROM vessels.ships WHERE id % 5 = 0`.execute(db);
  await sql`CREATE TABLE vessels.presence_2026_09 PARTITION OF vessels.presence
    FOR VALUES FROM ('2026-09-01') TO ('2026-10-01')`.execute(db);
  await sql`
    INSERT INTO vessels.presence (vessel_id, day, lon, lat, hours, connector_id, stream_id, run_id, retrieved_at)
    SELECT vessel_id, '2026-09-20'::date + day, 8 + day / 10.0, -10, 5, 'gfw', 'presence', ${randomUUID()}::uuid,
      ${new Date(seaEndMs)}::timestamptz
    FROM vessels.identities, generate_series(0, 4) AS day`.execute(db);
  await sql`
    CREATE UNLOGGED TABLE voyages AS
    SELECT id, stays, CASE WHEN stays THEN ${seaStartMs / 1000}
        ELSE ${seaStartMs / 1000} + ${chance(1)} * ${((seaDays - 3) * dayMs) / 1000} END AS starts,
      CASE WHEN stays THEN ${seaDays} ELSE 3 END * 86400.0 / ${perVessel} AS step,
      5 + ${chance(2)} * 8 AS lon, -18 + ${chance(3)} * 14 AS lat,
      CASE WHEN NOT stays THEN (8 + ${chance(4)} * 6) / 60 / 3600 * cos(2 * pi() * ${chance(7)}) END AS east,
      CASE WHEN NOT stays THEN (8 + ${chance(4)} * 6) / 60 / 3600 * sin(2 * pi() * ${chance(7)}) END AS north,
      CASE WHEN ${chance(8)} < 0.5 THEN 0.002 ELSE 0.3 END AS reach
    FROM (SELECT id, id % 5 = 0 AS stays FROM vessels.ships) AS s`.execute(db);
}

async function sail(database: Database, dayStartMs: number): Promise<void> {
  const name = `vessels.positions_${new Date(dayStartMs).toISOString().slice(0, 10).replaceAll('-', '_')}`;
  const db = database.for();
  const from = dayStartMs / 1000;
  await sql`CREATE TABLE ${sql.table(name)} PARTITION OF vessels.positions
    FOR VALUES FROM (${sql.lit(new Date(dayStartMs).toISOString())})
    TO (${sql.lit(new Date(dayStartMs + dayMs).toISOString())})`.execute(db);
  await sql`
    INSERT INTO ${sql.table(name)} (ship_id, time, lon, lat, sources, origin_id, speed_knots, course_degrees,
      heading_degrees, navigation_status)
    SELECT id, to_timestamp(at), coalesce(lon + east * (at - starts), lon + reach * sin(at / 9000 + id)),
      coalesce(lat + north * (at - starts), lat + reach * cos(at / 7000 + id)), 1 + id % 2, 1,
      CASE WHEN east IS NULL THEN 2 ELSE 11 END, (id * 7 % 3600) / 10.0, id % 360, 0
    FROM (
      SELECT v.*, floor(starts + turn * step) AS at
      FROM voyages AS v, generate_series(
        greatest(0, ceil((${from} - starts) / step))::int,
        least(ceil(CASE WHEN stays THEN ${seaDays} ELSE 3 END * 86400.0 / step)::int - 1,
          ceil((${from + 86_400} - starts) / step)::int - 1)) AS turn
    ) AS v
    WHERE at >= ${from} AND at < ${from + 86_400}
    ORDER BY at ON CONFLICT DO NOTHING`.execute(db);
}

/** Latest positions and the hours to be summed up, as the writer would have left them. */
async function settle(database: Database): Promise<void> {
  const db = database.for();
  await sql`VACUUM (ANALYZE) vessels.positions`.execute(db);
  await sql`
    INSERT INTO vessels.latest_positions (ship_id, origin_id, time, stored_at, lon, lat, sources, speed_knots,
      course_degrees, heading_degrees, navigation_status)
    SELECT s.id, p.origin_id, p.time, p.time, p.lon, p.lat, p.sources, p.speed_knots, p.course_degrees,
      p.heading_degrees, p.navigation_status
    FROM vessels.ships AS s CROSS JOIN LATERAL (
      SELECT * FROM vessels.positions AS p WHERE p.ship_id = s.id ORDER BY time DESC, lon DESC, lat DESC LIMIT 1) AS p`.execute(
    db,
  );
  await sql`INSERT INTO vessels.changed_hours (hour, version)
    SELECT hour, 1 FROM generate_series(${new Date(seaStartMs)}::timestamptz,
      ${new Date(seaEndMs - hourMs)}::timestamptz, interval '1 hour') AS hour`.execute(db);
  await sql`VACUUM (ANALYZE) vessels.ships, vessels.identities, vessels.presence, vessels.latest_positions,
    vessels.identity_periods`.execute(db);
}

/** The job that sums up what changed, as it runs every ten minutes. */
const summarise = (vessels: VesselsModule): Promise<number> => runJob(vessels, 'vessels.summarise');

/** Runs a job of the module to its end; in how many seconds. */
export async function runJob(vessels: VesselsModule, wanted: string): Promise<number> {
  const job = vessels.jobs?.find(({ name }) => name === wanted);
  if (job === undefined) throw new Error(`the vessels module has no job ${wanted}`);
  const startedMs = performance.now();
  const { signal } = new AbortController();
  await job.run({}, { runId: 'medida', signal, log, progress: async () => undefined });
  return (performance.now() - startedMs) / 1000;
}

async function sizesOf(database: Database) {
  const tables = [
    'positions',
    'position_hours',
    'heat_hours',
    'heat_days',
    'heat_months',
    'fleet_hours',
    'latest_positions',
    'directory',
  ];
  const sizes: { name: string; bytes: number; rows: number }[] = [];
  for (const name of tables) {
    const { rows } = await sql<{ bytes: number; rows: number }>`
      SELECT greatest(pg_total_relation_size(${`vessels.${name}`}::regclass),
        (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)
          FROM pg_partition_tree(${`vessels.${name}`}::regclass)))::bigint AS bytes,
        (SELECT count(*) FROM ${sql.table(`vessels.${name}`)}) AS rows`.execute(database.for());
    sizes.push({ name, bytes: Number(rows[0]?.bytes ?? 0), rows: Number(rows[0]?.rows ?? 0) });
  }
  return sizes;
}

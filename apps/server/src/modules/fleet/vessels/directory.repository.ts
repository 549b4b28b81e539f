import { type Kysely, sql, type Transaction } from 'kysely';
import { folded } from '../../../platform/db/folded.ts';
import { flagsOfDigits, typeOf } from './vessel-type.rules.ts';

const columns = sql`id, ship_id, vessel_id, twin_id, name, vessel_type, gear_type, flag, mmsi, imo, callsign, registration,
  length_meters, known_from, search, former_names, names, presence_at, lon, lat, connector_id, stream_id, simulated_seed, retrieved_at, is_listed`;

/** Text that searches look in, a line for each column. */
const searched = sql`lower(concat_ws(E'\n', name, id, imo, callsign, mmsi, vessel_id, registration, flag))`;

/** Names and numbers that a vessel is looked for by, former ones too. */
const spoken = folded(sql`concat_ws(' ', name, former_names, mmsi, imo, callsign, registration)`);

/** Ships by their own reports, completed by what the provider knows under their MMSI. */
const ships = (where: ReturnType<typeof sql>) => sql`
  SELECT coalesce(s.mmsi::text, s.key) AS id, s.id AS ship_id, g.vessel_id, NULL::int AS twin_id,
    coalesce(s.ship_name, g.ship_name) AS name, ${typeOf(sql`g.vessel_type`, sql`s.ship_type`)} AS vessel_type, g.gear_type,
    coalesce(s.flag, g.flag, d.flag) AS flag, s.mmsi::text AS mmsi, coalesce(s.imo, g.imo) AS imo,
    coalesce(s.callsign, g.callsign) AS callsign, s.registration, s.length_meters,
    least(g.first_transmission, p.first_at) AS known_from, NULL::timestamptz AS presence_at, NULL::float8 AS lon,
    NULL::float8 AS lat, NULL::text AS connector_id, NULL::text AS stream_id, NULL::bigint AS simulated_seed,
    NULL::timestamptz AS retrieved_at,
    (SELECT string_agg(DISTINCT i.ship_name, ' · ') FROM vessels.identity_periods AS i
      WHERE i.ship_id = s.id AND i.ship_name <> coalesce(s.ship_name, g.ship_name)) AS former_names,
    EXISTS (SELECT 1 FROM vessels.latest_positions AS l WHERE l.ship_id = s.id) AS is_listed
  FROM vessels.ships AS s
  LEFT JOIN LATERAL (
    SELECT * FROM vessels.identities AS i WHERE i.ssvid = s.mmsi::text
    ORDER BY i.last_transmission DESC NULLS LAST, i.vessel_id LIMIT 1) AS g ON true
  LEFT JOIN LATERAL (
    SELECT min(from_at) AS first_at FROM vessels.identity_periods AS i WHERE i.ship_id = s.id) AS p ON true
  LEFT JOIN (VALUES ${flagsOfDigits}) AS d (mid, flag) ON d.mid = left(s.mmsi::text, 3)
  WHERE ${where}`;

/** Vessels by the provider, where they were last present. `twin_id`: the ship of that MMSI, once it reports. */
const presences = (where: ReturnType<typeof sql>) => sql`
  SELECT g.vessel_id AS id, NULL::int AS ship_id, g.vessel_id, t.id AS twin_id, g.ship_name AS name,
    ${typeOf(sql`g.vessel_type`, sql`NULL::integer`)} AS vessel_type, g.gear_type, coalesce(g.flag, d.flag) AS flag,
    g.ssvid AS mmsi, g.imo, g.callsign, NULL::text AS registration, NULL::real AS length_meters,
    g.first_transmission AS known_from,
    coalesce(g.last_transmission, r.day::timestamp AT TIME ZONE 'UTC' + interval '1 day') AS presence_at, r.lon, r.lat,
    r.connector_id, r.stream_id, r.simulated_seed, r.retrieved_at, NULL::text AS former_names,
    NOT EXISTS (SELECT 1 FROM vessels.latest_positions AS l WHERE l.ship_id = t.id) AS is_listed
  FROM (SELECT DISTINCT ON (ssvid) * FROM vessels.identities AS i WHERE ${where}
    ORDER BY ssvid, last_transmission DESC NULLS LAST, vessel_id) AS g
  CROSS JOIN LATERAL (
    SELECT * FROM vessels.presence AS p WHERE p.vessel_id = g.vessel_id
    ORDER BY day DESC, hours DESC, lon, lat LIMIT 1) AS r
  LEFT JOIN LATERAL (SELECT id FROM vessels.ships AS s WHERE s.mmsi::text = g.ssvid ORDER BY id LIMIT 1) AS t ON true
  LEFT JOIN (VALUES ${flagsOfDigits}) AS d (mid, flag) ON d.mid = left(g.ssvid, 3)`;

const updated = sql.join(
  ['id', 'vessel_id', 'name', 'vessel_type', 'gear_type', 'flag', 'mmsi', 'imo', 'callsign', 'registration']
    .concat(['length_meters', 'known_from', 'search', 'former_names', 'names'])
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
);

async function writeShips<T>(trx: Transaction<T>, where: ReturnType<typeof sql>): Promise<void> {
  await sql`
    INSERT INTO vessels.directory AS d (${columns})
    SELECT ${columns} FROM (SELECT *, ${searched} AS search, ${spoken} AS names FROM (${ships(where)}) AS s) AS s
    ON CONFLICT (ship_id) DO UPDATE SET ${updated}
      WHERE (d.search, d.names, d.vessel_type, d.gear_type, d.length_meters, d.known_from)
        IS DISTINCT FROM (excluded.search, excluded.names, excluded.vessel_type, excluded.gear_type, excluded.length_meters,
          excluded.known_from)`.execute(trx);
}

async function writePresences<T>(trx: Transaction<T>, where: ReturnType<typeof sql>): Promise<void> {
  await sql`
    INSERT INTO vessels.directory (${columns})
    SELECT ${columns} FROM (SELECT *, ${searched} AS search, ${spoken} AS names FROM (${presences(where)}) AS p) AS p`.execute(
    trx,
  );
}

/**
 * Runs one update at a time: each sees what the one before it wrote, and a vessel known to both sides is listed once. Who
 * will note ships as heard takes it before the rows of last positions, as the other updates do.
 */
export const lockDirectory = <T>(trx: Transaction<T>) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('vessels.directory'))`.execute(trx);

/**
 * Repeats since when ships are known beside their last positions, so that the list orders by it without joining the two.
 * Rows are locked in the order in which positions are written: neither waits for the other in a circle.
 */
async function repeatKnownFrom<T>(trx: Transaction<T>, where: ReturnType<typeof sql>): Promise<void> {
  await sql`
    WITH changed AS (
      SELECT l.ship_id, d.known_from FROM vessels.latest_positions AS l
      JOIN vessels.directory AS d ON d.ship_id = l.ship_id
      WHERE l.known_from IS DISTINCT FROM d.known_from AND ${where}
      ORDER BY l.ship_id FOR NO KEY UPDATE OF l)
    UPDATE vessels.latest_positions AS l SET known_from = changed.known_from FROM changed
    WHERE changed.ship_id = l.ship_id`.execute(trx);
}

/** Brings the directory up to date for ships whose identity changed, in the transaction that changed it. */
export async function noteShips<T>(trx: Transaction<T>, shipIds: readonly number[]): Promise<void> {
  if (shipIds.length === 0) return;
  await lockDirectory(trx);
  await writeShips(trx, sql`s.id = ANY (${[...shipIds]}::int4[])`);
  await sql`
    UPDATE vessels.directory AS d SET twin_id = s.id FROM vessels.ships AS s
    WHERE s.id = ANY (${[...shipIds]}::int4[]) AND d.ship_id IS NULL AND d.mmsi = s.mmsi::text AND d.twin_id IS NULL`.execute(
    trx,
  );
  await repeatKnownFrom(trx, sql`d.ship_id = ANY (${[...shipIds]}::int4[])`);
}

/** Lists ships heard for the first time, in place of the provider's entries of them. */
export async function noteHeard<T>(trx: Transaction<T>, shipIds: readonly number[]): Promise<void> {
  if (shipIds.length === 0) return;
  const given = sql`ANY (${[...shipIds]}::int4[])`;
  await lockDirectory(trx);
  await sql`UPDATE vessels.directory SET is_listed = true WHERE ship_id = ${given}`.execute(trx);
  await sql`UPDATE vessels.directory SET is_listed = false WHERE twin_id = ${given}`.execute(trx);
  await repeatKnownFrom(trx, sql`d.ship_id = ${given}`);
}

/** Brings the directory up to date with the provider's presence of these MMSIs. */
export async function noteProvided<T>(db: Kysely<T>, ssvids: readonly string[]): Promise<void> {
  if (ssvids.length === 0) return;
  const given = sql`ANY (${[...new Set(ssvids)]}::text[])`;
  await db.transaction().execute(async (trx) => {
    await lockDirectory(trx);
    await writeShips(trx, sql`s.mmsi::text = ${given}`);
    await repeatKnownFrom(trx, sql`d.mmsi = ${given}`);
    await sql`DELETE FROM vessels.directory WHERE ship_id IS NULL AND mmsi = ${given}`.execute(trx);
    await writePresences(trx, sql`i.ssvid = ${given}`);
  });
}

/** Fills a directory that is empty: what was stored before it was kept. */
export async function fillDirectory<T>(db: Kysely<T>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDirectory(trx);
    const { rows } = await sql`SELECT 1 FROM vessels.directory LIMIT 1`.execute(trx);
    if (rows.length > 0) return;
    await writeShips(trx, sql`true`);
    await writePresences(trx, sql`true`);
    await repeatKnownFrom(trx, sql`true`);
  });
}

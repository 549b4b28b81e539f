/** A great installation for the search: vessels, taxa with records, alerts; and questions whose answers are known. */
import { type Kysely, sql } from 'kysely';

type Size = { readonly vessels: number; readonly records: number };
type Db = Kysely<Record<string, never>>;

const first = [
  'ESTRELA',
  'MAR',
  'NOSSA',
  'SANTA',
  'BAIA',
  'VENTO',
  'AURORA',
  'PALANCA',
  'KWANZA',
  'CATUMBELA',
] as const;
const second = ['DO SUL', 'AZUL', 'DE BENGUELA', 'DO NAMIBE', 'DA MUXIMA', 'DE CABINDA', 'NEGRO', 'DOURADA'] as const;

/** Name of the vessel of a number: the words come again, the number does not. */
export const vesselName = (number: number): string =>
  `${first[number % first.length]} ${second[Math.floor(number / first.length) % second.length]} ${number}`;
const mmsiOf = (number: number): string => String(603_000_000 + number);

const taxa = 800;
const alerts = 20_000;
const textArray = (words: readonly string[]) => sql`${[...words]}::text[]`;

const positionsRun = 'a0000000-0000-4000-8000-000000000001';

/** Vessels of the list that have reported, numbered from 0; all fish under Angola's flag. */
export async function fillVessels(db: Db, vessels: number): Promise<void> {
  await sql`INSERT INTO vessels.position_origins (run_id, connector_id, stream_id, simulated_seed)
    VALUES (${positionsRun}, 'medida', 'posicoes', 1) ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO vessels.ships (key, mmsi, ship_name, flag, ship_type)
    SELECT 'mmsi:' || (603000000 + n), 603000000 + n, name, 'AGO', 30
    FROM generate_series(0, ${vessels - 1}::int) AS n,
      LATERAL (SELECT concat_ws(' ', (${textArray(first)})[n % ${first.length}::int + 1],
        (${textArray(second)})[n / ${first.length}::int % ${second.length}::int + 1], n::text) AS name) AS named
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO vessels.latest_positions (ship_id, origin_id, time, stored_at, lon, lat, sources, speed_knots, course_degrees)
    SELECT s.id, o.id, now() - s.id * interval '1 second', now(), 8 + s.id % 500 / 100.0, -17 + s.id % 1100 / 100.0, 1,
      s.id % 15, s.id % 360
    FROM vessels.ships AS s JOIN vessels.position_origins AS o ON o.run_id = ${positionsRun}
    WHERE s.mmsi BETWEEN 603000000 AND ${603_000_000 + vessels - 1}::int
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO vessels.directory (id, ship_id, name, vessel_type, flag, mmsi, search, names, is_listed)
    SELECT mmsi::text, id, ship_name, 'fishing', flag, mmsi::text, lower(concat_ws(E'\n', ship_name, mmsi)),
      lower(concat_ws(' ', ship_name, mmsi)), true
    FROM vessels.ships WHERE mmsi BETWEEN 603000000 AND ${603_000_000 + vessels - 1}::int
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`VACUUM ANALYZE vessels.ships, vessels.latest_positions, vessels.directory`.execute(db);
}

export async function fillInstallation(db: Db, { vessels, records }: Size): Promise<void> {
  await fillVessels(db, vessels);
  await sql`
    INSERT INTO biodiversity.register (aphia_id, scientific_name, rank, status, family, genus, search, connector_id,
      stream_id, run_id, retrieved_at)
    SELECT 1000 + n, 'Species numerata' || n, 'Species', 'accepted', 'Familia' || n % 90, 'Genus' || n % 300,
      'species numerata' || n, 'worms', 'taxa', gen_random_uuid(), now()
    FROM generate_series(0, ${taxa - 1}::int) AS n`.execute(db);
  await sql`
    INSERT INTO biodiversity.taxa (scientific_name, register_id)
    SELECT scientific_name, aphia_id FROM biodiversity.register`.execute(db);
  await sql`
    INSERT INTO biodiversity.occurrences (source, source_id, taxon_id, lon, lat, position, basis_of_record, dataset_id,
      flags, absence, connector_id, stream_id, run_id, retrieved_at)
    SELECT 'obis', n::text, t.id, lon, lat, box(point(lon, lat), point(lon, lat)), 'HumanObservation', 'medida', '{}', false,
      'obis', 'occurrences', gen_random_uuid(), now()
    FROM generate_series(1, ${records}::int) AS n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM biodiversity.taxa) AS t ON t.place = n % ${taxa}::int,
      LATERAL (SELECT 8 + n % 500 / 100.0 AS lon, -17 + n % 1100 / 100.0 AS lat) AS at`.execute(db);
  await sql`
    INSERT INTO surveillance.alerts (id, key, rule, severity, description, ship_ids, event_key, state, event_at, last_at,
      raised_at, updated_at, simulated)
    SELECT gen_random_uuid(), 'k' || n, 'encounter', 'high', 'ENCONTRO ' || n || ' junto de Cabinda', '{}', 'e' || n, 'new',
      now(), now(), now() - n * interval '1 minute', now(), true
    FROM generate_series(1, ${alerts}::int) AS n`.execute(db);
  for (const table of ['biodiversity.register', 'biodiversity.taxa', 'biodiversity.occurrences'])
    await sql`VACUUM ANALYZE ${sql.raw(table)}`.execute(db);
  await sql`VACUUM ANALYZE surveillance.alerts`.execute(db);
}

export type Question = {
  readonly kind: 'nome inteiro' | 'parte do nome' | 'MMSI' | 'erro de escrita' | 'espécie' | 'alerta';
  readonly typed: string;
  /** Part of the title of what was meant. */
  readonly meant: string;
};

/** Thirty questions of each kind, spread over the whole installation. */
export function questions(vessels: number): readonly Question[] {
  return Array.from({ length: 30 }, (_, place) => {
    const number = Math.floor(((place + 0.5) * vessels) / 30);
    const name = vesselName(number);
    const taxon = `numerata${Math.floor(((place + 0.5) * taxa) / 30)}`;
    const alert = `ENCONTRO ${Math.floor(((place + 0.5) * alerts) / 30)}`;
    return [
      { kind: 'nome inteiro', typed: name, meant: name },
      { kind: 'parte do nome', typed: name.slice(name.indexOf(' ') + 1), meant: name },
      { kind: 'MMSI', typed: mmsiOf(number), meant: name },
      { kind: 'erro de escrita', typed: name.replace(/^(.)(.)(.)/, '$1$3$2'), meant: name.slice(name.indexOf(' ')) },
      { kind: 'espécie', typed: taxon, meant: taxon },
      { kind: 'alerta', typed: alert, meant: alert },
    ] as const satisfies readonly Question[];
  }).flat();
}

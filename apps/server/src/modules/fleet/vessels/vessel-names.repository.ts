import { type Kysely, sql } from 'kysely';
import { containsWords } from '../../../platform/db/folded.ts';

/** A vessel of the directory with the names it is looked for by. */
export type NamedVessel = {
  readonly id: string;
  readonly name: string | null;
  readonly vessel_type: string;
  readonly flag: string | null;
  readonly mmsi: string | null;
  readonly imo: string | null;
  readonly callsign: string | null;
  readonly registration: string | null;
  readonly former_names: string | null;
  readonly lon: number | null;
  readonly lat: number | null;
};

/** Vessels that answer at most: the search judges them, the list shows all. */
const mostNamed = 60;

/** Share of a word's groups of three letters that a name must have to be like it: one exchanged letter in six leaves so many. */
const likeness = 0.33;

/** Names of vessels, present and former ones, by an index of their groups of three letters. */
export const createVesselNames = <T>(db: Kysely<T>) => ({
  /** Vessels with all of the words in their names and numbers; where none has, those with names that are like them. */
  async find(words: readonly string[]): Promise<readonly NamedVessel[]> {
    const contained = containsWords(sql`d.names`, words);
    const exact = await namedVessels(db, contained, sql`length(d.names), d.number`);
    if (exact.length > 0) return exact;
    const text = words.join(' ');
    return db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(trx);
      return namedVessels(trx, sql`${text} <% d.names`, sql`${text} <<-> d.names, d.number`);
    });
  },
});

async function namedVessels<T>(
  db: Kysely<T>,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<readonly NamedVessel[]> {
  const { rows } = await sql<NamedVessel>`
    SELECT d.id, d.name, d.vessel_type, d.flag, d.mmsi, d.imo, d.callsign, d.registration, d.former_names,
      coalesce(l.lon, d.lon) AS lon, coalesce(l.lat, d.lat) AS lat
    FROM (SELECT * FROM vessels.directory AS d WHERE d.is_listed AND ${where} ORDER BY ${order} LIMIT ${mostNamed}) AS d
    LEFT JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id`.execute(db);
  return rows;
}

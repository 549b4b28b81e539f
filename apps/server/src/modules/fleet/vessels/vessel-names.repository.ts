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

/** Least share of a text's groups of three letters that a name must have to be like it: one exchanged letter in six leaves so many. */
const leastLikeness = 0.33;
/** Groups of three letters that two exchanged neighbours spoil. */
const spoiled = 4;

/**
 * Share of its groups that a text keeps beside the name that was meant, with one error: of a long text most, so that few
 * names have to be compared.
 */
function likenessOf(words: readonly string[]): number {
  const groups = words.reduce((total, { length }) => total + length + 1, 0);
  return Math.max(leastLikeness, (0.95 * (groups - spoiled)) / (groups + spoiled));
}

/** Names of vessels, present and former ones, by an index of their groups of three letters. */
export const createVesselNames = <T>(db: Kysely<T>) => ({
  /** Vessels with all of the words in their names and numbers; where none has, those with names that are like them. */
  async find(words: readonly string[]): Promise<readonly NamedVessel[]> {
    const contained = containsWords(sql`d.names`, words);
    const exact = await namedVessels(db, contained, sql`length(d.names), d.number`);
    if (exact.length > 0) return exact;
    const likeness = likenessOf(words);
    const near = await similarVessels(db, words, likeness);
    return near.length > 0 || likeness === leastLikeness ? near : similarVessels(db, words, leastLikeness);
  },
});

function similarVessels<T>(db: Kysely<T>, words: readonly string[], likeness: number): Promise<readonly NamedVessel[]> {
  const text = words.join(' ');
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(trx);
    return namedVessels(trx, sql`${text} <% d.names`, sql`${text} <<-> d.names, d.number`);
  });
}

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

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { containsWords } from '../../../../platform/db/folded.ts';
import { containing } from '../../../../platform/db/list-query.ts';
import type { LicencePeriod } from '../heat/licences.ts';
import { gearClaims } from './gears.repository.ts';
import { shownFlag } from './shown-flag.ts';
import type { PositionTables } from './tables.ts';

type Marks = {
  readonly ids?: readonly number[];
  readonly mmsi?: readonly number[];
  readonly imo?: readonly string[];
  readonly callsign?: readonly string[];
  readonly registration?: readonly string[];
};

/** Marks of the vessel of a licence, and the days that it holds, counted since 1970. */
type LicenceMarks = {
  readonly fromDay: number;
  readonly toDay: number;
  readonly mmsi: string | null;
  readonly imo: string | null;
  readonly callsign: string | null;
  readonly registration: string | null;
};

/** Identity that a ship gave from an instant on, null where it left a field out. */
export type IdentityPeriodRow = {
  readonly ship_id: number;
  readonly from_at: Date;
  readonly ship_name: string | null;
  readonly flag: string | null;
  readonly callsign: string | null;
  readonly imo: string | null;
  readonly feed: string;
};

/** A ship that reports the IMO number of another. */
export type SharedImo = {
  readonly shipId: number;
  readonly otherId: number;
  readonly imo: string;
  readonly otherName: string | null;
  readonly otherMmsi: string;
};

type Database = Kysely<PositionTables>;

/** Ships that words may name; those of more are said of too many. */
const mostNamed = 1_000;

/** Ships of tracks: by text, licence or mark, with what they are and which identities they gave. */
export const trackedShipQueries = (db: Database) => ({
  ...directoryQueries(db),
  ...shipQueries(db),
  ...identityQueries(db),
});

const directoryQueries = (db: Database) => ({
  /** Ships that the directory finds by a text: in their names, numbers and marks. */
  async shipsMentioned(text: string): Promise<number[]> {
    const { rows } = await sql<{ ship_id: number }>`
        SELECT ship_id FROM vessels.directory
        WHERE ship_id IS NOT NULL AND search LIKE ${containing(text.toLowerCase())}`.execute(db);
    return rows.map((row) => row.ship_id);
  },

  /** Ships whose names and numbers have all of the words, with these; none where so many do that they name no vessel. */
  async shipsNamed(words: readonly string[]): Promise<readonly { readonly ship_id: number; readonly names: string }[]> {
    if (words.length === 0) return [];
    const { rows } = await sql<{ ship_id: number; names: string }>`
        SELECT ship_id, names FROM vessels.directory
        WHERE is_listed AND ship_id IS NOT NULL AND ${containsWords(sql`names`, words)}
        LIMIT ${mostNamed + 1}`.execute(db);
    return rows.length > mostNamed ? [] : rows;
  },
});

const shipQueries = (db: Database) => ({
  /** Ships that have a mark of a licence, letters in capitals, with the days it holds. */
  async shipsHolding(licences: readonly LicenceMarks[]): Promise<LicencePeriod[]> {
    const column = (name: keyof LicenceMarks) => licences.map((licence) => licence[name]);
    const mmsis = licences.map(({ mmsi }) => (Number(mmsi) > 0 ? Number(mmsi) : null));
    // A join for each mark: one over all of them at once would look at every ship for every licence.
    const { rows } = await sql<LicencePeriod>`
        WITH held AS (
          SELECT * FROM unnest(${column('fromDay')}::int4[], ${column('toDay')}::int4[], ${mmsis}::int8[],
            ${column('imo')}::text[], ${column('callsign')}::text[], ${column('registration')}::text[])
            AS g (from_day, to_day, mmsi, imo, callsign, registration)
        ), ships AS (
          SELECT s.id, from_day, to_day FROM held AS h JOIN vessels.ships AS s ON s.mmsi = h.mmsi
          UNION SELECT s.id, from_day, to_day FROM held AS h JOIN vessels.ships AS s ON upper(s.imo) = h.imo
          UNION SELECT s.id, from_day, to_day FROM held AS h JOIN vessels.ships AS s ON upper(s.callsign) = h.callsign
          UNION SELECT s.id, from_day, to_day FROM held AS h JOIN vessels.ships AS s
            ON upper(s.registration) = h.registration
        )
        SELECT id AS ship, from_day AS "fromDay", to_day AS "toDay" FROM ships ORDER BY 1, 2, 3`.execute(db);
    return rows;
  },

  /** Ships that have one of these marks, letters and digits alone, or one of these numbers; at most 50. */
  shipsWithMarks({ ids = [], mmsi = [], imo = [], callsign = [], registration = [] }: Marks) {
    const plain = (column: string) => sql`upper(regexp_replace(${sql.ref(column)}, '[^A-Za-z0-9]', '', 'g'))`;
    return db
      .selectFrom('vessels.ships as s')
      .leftJoin('vessels.latest_positions as l', 'l.ship_id', 's.id')
      .leftJoin('vessels.position_origins as o', 'o.id', 'l.origin_id')
      .select(['s.id', 's.key', 's.mmsi', 's.ship_name', 's.imo', 's.callsign', 's.registration', 's.flag'])
      .select(['l.time', 'o.simulated_seed'])
      .where(
        sql<boolean>`(s.id = ANY (${[...ids]}::int4[]) OR s.mmsi = ANY (${[...mmsi]}::int8[])
            OR ${plain('s.imo')} = ANY (${[...imo]}::text[])
            OR ${plain('s.callsign')} = ANY (${[...callsign]}::text[])
            OR ${plain('s.registration')} = ANY (${[...registration]}::text[]))`,
      )
      .orderBy('s.id')
      .limit(50)
      .execute();
  },

  /** Gears that sources other than the ships themselves give them. */
  gears: (shipIds: readonly number[]) => gearClaims(db, shipIds),

  /** Ships with their identity; `simulated` where their last position came from a simulator. */
  ships: (shipIds: readonly number[]) =>
    db
      .selectFrom('vessels.ships as s')
      .leftJoin('vessels.latest_positions as l', 'l.ship_id', 's.id')
      .leftJoin('vessels.position_origins as o', 'o.id', 'l.origin_id')
      .select(['s.id', 's.key', 's.mmsi', 's.ship_name', 's.imo', 's.callsign', 's.registration', 's.flag'])
      .select(['s.ship_type', 'l.time', 'l.lon', 'l.lat', 'o.simulated_seed'])
      .select(shownFlag.as('shown_flag'))
      .where(sql<boolean>`s.id = ANY (${[...shipIds]}::int4[])`)
      .execute(),
});

const identityQueries = (db: Database) => ({
  /** Identities that ships gave, with the line each came by. */
  identityPeriods: (shipIds: readonly number[]): Promise<IdentityPeriodRow[]> =>
    db
      .selectFrom('vessels.identity_periods as p')
      .innerJoin('vessels.feeds as f', 'f.id', 'p.feed_id')
      .select(['p.ship_id', 'p.from_at', 'p.ship_name', 'p.flag', 'p.callsign', 'p.imo', 'f.name as feed'])
      .where(sql<boolean>`p.ship_id = ANY (${[...shipIds]}::int4[])`)
      .orderBy('p.from_at')
      .orderBy('p.id')
      .execute(),

  /**
   * Other ships that reported the IMO number of one of these under another MMSI, both since an instant, and at once: within
   * so long of each other, whenever that was.
   */
  async sharedImos(
    shipIds: readonly number[],
    { since, withinMs }: { readonly since: Date; readonly withinMs: number },
  ): Promise<SharedImo[]> {
    const apart = sql`make_interval(secs => ${withinMs / 1000}::float8)`;
    const { rows } = await sql<SharedImo>`
        SELECT s.id AS "shipId", o.id AS "otherId", upper(s.imo) AS imo, o.ship_name AS "otherName",
          lpad(o.mmsi::text, 9, '0') AS "otherMmsi"
        FROM vessels.ships AS s JOIN vessels.ships AS o ON upper(o.imo) = upper(s.imo) AND o.mmsi <> s.mmsi
        WHERE s.id = ANY (${[...shipIds]}::int4[]) AND s.imo ~ '^[1-9][0-9]{6}$'
          AND EXISTS (
            SELECT FROM vessels.identity_periods AS p JOIN vessels.identity_periods AS q ON q.ship_id = o.id
            WHERE p.ship_id = s.id AND upper(p.imo) = upper(s.imo) AND upper(q.imo) = upper(s.imo)
              AND p.to_at >= ${since} AND q.to_at >= ${since}
              AND p.from_at <= q.to_at + ${apart} AND q.from_at <= p.to_at + ${apart})
        ORDER BY s.id, o.id`.execute(db);
    return rows;
  },
});

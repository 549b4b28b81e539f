import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Animals that were measured, column by column; NaN and null where nothing was noted. `species` is a place in `names`. */
export type LearningSpecimens = {
  readonly names: readonly string[];
  readonly species: Int32Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  readonly months: Float64Array;
  readonly depths: Float64Array;
  readonly lengths: Float64Array;
  readonly weights: Float64Array;
  readonly gears: readonly string[];
  readonly habitats: readonly (string | null)[];
  readonly behaviours: readonly (string | null)[];
  /** Rows by provider, with the time that they cover. */
  readonly sources: readonly {
    readonly name: string;
    readonly rows: number;
    readonly from: Date;
    readonly to: Date;
    readonly isSimulated: boolean;
  }[];
};

type Row = {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly month: number;
  readonly depth: number | null;
  readonly length: number | null;
  readonly weight: number | null;
  readonly gear: string;
  readonly habitat: string | null;
  readonly behaviour: string | null;
};

/** A mark of the specimens: another one as soon as any of them is another. */
export async function specimensMark(database: Database): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    SELECT count(*) || ':' || coalesce(bit_xor(hashtextextended(s::text, 0)), 0) AS mark
    FROM biodiversity.specimens AS s`.execute(database.for<Record<never, never>>());
  return rows[0]?.mark ?? '';
}

/** Reads the specimens that models of species learn from, in an order that never changes. */
export async function learningSpecimens(
  database: Database,
  providerOf: (connectorId: string) => string,
): Promise<LearningSpecimens> {
  const db = database.for<Record<never, never>>();
  const { rows } = await sql<Row>`
    SELECT scientific_name AS name, lon, lat, extract(month FROM taken_on)::int AS month, depth_meters AS depth,
      length_centimeters AS length, weight_grams AS weight, gear, habitat, behaviour
    FROM biodiversity.specimens ORDER BY source, source_id`.execute(db);
  const { rows: sources } = await sql<LearningSpecimens['sources'][number]>`
    SELECT connector_id AS name, count(*)::int AS rows, min(taken_on)::timestamp AT TIME ZONE 'UTC' AS "from",
      max(taken_on)::timestamp AT TIME ZONE 'UTC' AS "to", bool_or(simulated_seed IS NOT NULL) AS "isSimulated"
    FROM biodiversity.specimens GROUP BY connector_id ORDER BY connector_id`.execute(db);
  const places = new Map<string, number>();
  const numbers = (of: (row: Row) => number | null) => Float64Array.from(rows, (row) => of(row) ?? Number.NaN);
  return {
    species: Int32Array.from(rows, ({ name }) => {
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      return place;
    }),
    names: [...places.keys()],
    ...{ longitudes: numbers(({ lon }) => lon), latitudes: numbers(({ lat }) => lat) },
    ...{ months: numbers(({ month }) => month), depths: numbers(({ depth }) => depth) },
    ...{ lengths: numbers(({ length }) => length), weights: numbers(({ weight }) => weight) },
    gears: rows.map(({ gear }) => gear),
    habitats: rows.map(({ habitat }) => habitat),
    behaviours: rows.map(({ behaviour }) => behaviour),
    sources: sources.map((one) => ({ ...one, name: providerOf(one.name) })),
  };
}

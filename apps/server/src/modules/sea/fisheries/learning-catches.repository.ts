import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Catches of which the effort is known, one a row, the oldest first; categories are places in their lists. */
export type LearningCatches = {
  readonly ports: readonly string[];
  readonly gears: readonly string[];
  readonly species: readonly string[];
  readonly port: Int32Array;
  readonly gear: Int32Array;
  readonly catchOf: Int32Array;
  /** Milliseconds since 1970 of the day of landing. */
  readonly landedMs: Float64Array;
  /** Tonnes a day of effort. */
  readonly tonnesADay: Float64Array;
  readonly sources: readonly {
    readonly name: string;
    readonly rows: number;
    readonly from: Date;
    readonly to: Date;
    readonly isSimulated: boolean;
  }[];
};

type Row = {
  readonly port: string;
  readonly gear: string;
  readonly species: string;
  readonly at: Date;
  readonly rate: number;
};

const measured = sql`FROM fisheries.catches WHERE effort_days > 0 AND tonnes >= 0`;

/** A mark of all that `learningCatches` reads: another one as soon as any of it is another. */
export async function catchesMark(database: Database): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    SELECT count(*) || ':' || coalesce(bit_xor(hashtextextended(c::text, 0)), 0) AS mark
    FROM fisheries.catches AS c WHERE effort_days > 0 AND tonnes >= 0`.execute(database.for<Record<never, never>>());
  return rows[0]?.mark ?? '';
}

/** Reads what models of abundance learn from, in an order that never changes. */
export async function learningCatches(
  database: Database,
  providerOf: (connectorId: string) => string,
): Promise<LearningCatches> {
  const db = database.for<Record<never, never>>();
  const { rows } = await sql<Row>`
    SELECT port, gear, coalesce(scientific_name, common_name, species_code) AS species,
      landed_on::timestamp AT TIME ZONE 'UTC' AS at, tonnes / effort_days AS rate
    ${measured} ORDER BY landed_on, source, port, segment, gear, species_code`.execute(db);
  const { rows: sources } = await sql<LearningCatches['sources'][number]>`
    SELECT connector_id AS name, count(*)::int AS rows, min(landed_on)::timestamp AT TIME ZONE 'UTC' AS "from",
      max(landed_on)::timestamp AT TIME ZONE 'UTC' AS "to", bool_or(simulated_seed IS NOT NULL) AS "isSimulated"
    ${measured} GROUP BY connector_id ORDER BY connector_id`.execute(db);
  const [ports, gears, species] = [categories(), categories(), categories()];
  return {
    port: Int32Array.from(rows, (row) => ports.placeOf(row.port)),
    gear: Int32Array.from(rows, (row) => gears.placeOf(row.gear)),
    catchOf: Int32Array.from(rows, (row) => species.placeOf(row.species)),
    ...{ ports: ports.names, gears: gears.names, species: species.names },
    sources: sources.map((one) => ({ ...one, name: providerOf(one.name) })),
    landedMs: Float64Array.from(rows, ({ at }) => at.getTime()),
    tonnesADay: Float64Array.from(rows, ({ rate }) => rate),
  };
}

/** Places of names in a list that grows with them. */
function categories() {
  const names: string[] = [];
  const places = new Map<string, number>();
  return {
    names,
    placeOf(name: string): number {
      const known = places.get(name);
      if (known !== undefined) return known;
      places.set(name, names.push(name) - 1);
      return names.length - 1;
    },
  };
}

import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { StoredQuality, StoredTally } from './stored.ts';

const shownSamples = 5;

/** A rule over rows of a table, in SQL over the columns of `StoredRows.from`. */
export type StoredRule = {
  readonly id: string;
  /** Rows that the rule applies to; absent: all. */
  readonly applies?: RawBuilder<boolean>;
  readonly fails: RawBuilder<boolean>;
  /** Values that one row has of the rule's, where it is not one each. */
  readonly counts?: { readonly evaluated: RawBuilder<number>; readonly failing: RawBuilder<number> };
};

/** Rows of one table that rules evaluate together, in one reading. */
export type StoredRows = {
  /** Ids of the rules, whatever the moment. */
  readonly ruleIds: readonly string[];
  /** Table or subselect with the columns `connector_id` and `stream_id`. */
  readonly from: RawBuilder<unknown>;
  /** Shown of a row that fails, as JSON. */
  readonly sample: RawBuilder<unknown>;
  /** Samples come in this order. */
  readonly order: RawBuilder<unknown>;
  rulesAt(now: Date): readonly StoredRule[] | Promise<readonly StoredRule[]>;
};

/** Evaluates rules over all rows of a module's table. */
export function storedRowsQuality(db: QueryExecutorProvider, table: StoredRows): StoredQuality {
  return { rules: table.ruleIds, evaluate: (now) => tallyOf(db, table, now) };
}

type Counted = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly evaluated: readonly number[];
  readonly failing: readonly number[];
};

async function tallyOf(db: QueryExecutorProvider, table: StoredRows, now: Date): Promise<readonly StoredTally[]> {
  const rules = await table.rulesAt(now);
  const evaluated = rules.map(({ applies = sql<boolean>`true`, counts }) =>
    counts === undefined
      ? sql`count(*) FILTER (WHERE ${applies})`
      : sql`coalesce(sum(${counts.evaluated}) FILTER (WHERE ${applies}), 0)`,
  );
  const failing = rules.map((rule) =>
    rule.counts === undefined
      ? sql`count(*) FILTER (WHERE ${failingRows(rule)})`
      : sql`coalesce(sum(${rule.counts.failing}) FILTER (WHERE ${failingRows(rule)}), 0)`,
  );
  const { rows } = await sql<Counted>`
    SELECT connector_id, stream_id, ARRAY[${sql.join(evaluated)}]::float8[] AS evaluated,
      ARRAY[${sql.join(failing)}]::float8[] AS failing
    FROM ${table.from} GROUP BY connector_id, stream_id`.execute(db);
  const tallies = rows.flatMap((row) =>
    rules.map(async (rule, index) => {
      const tally = { rule: rule.id, evaluated: row.evaluated[index] ?? 0, failing: row.failing[index] ?? 0 };
      const samples = tally.failing === 0 ? [] : await samplesOf(db, table, { rule, row });
      return { connectorId: row.connector_id, streamId: row.stream_id, ...tally, samples };
    }),
  );
  const all = await Promise.all(tallies);
  // A rule that met no value says nothing.
  return all.filter((tally) => tally.evaluated > 0);
}

function failingRows({ applies, fails }: StoredRule): RawBuilder<boolean> {
  return applies === undefined ? sql<boolean>`(${fails})` : sql<boolean>`(${applies}) AND (${fails})`;
}

async function samplesOf(
  db: QueryExecutorProvider,
  { from, sample, order }: StoredRows,
  { rule, row }: { rule: StoredRule; row: Counted },
): Promise<unknown[]> {
  const { rows } = await sql<{ sample: unknown }>`
    SELECT ${sample} AS sample FROM ${from}
    WHERE connector_id = ${row.connector_id} AND stream_id = ${row.stream_id} AND ${failingRows(rule)}
    ORDER BY ${order} LIMIT ${shownSamples}`.execute(db);
  return rows.map((each) => each.sample);
}

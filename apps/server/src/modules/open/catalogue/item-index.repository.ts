import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { readRevision } from './item-statistics.repository.ts';
import type { ItemRow, ItemTables, StoredItem } from './items.types.ts';
import { heldLabels, heldNumbers, queryableColumn } from './search/queryables.ts';
import type { SortKey } from './search/sorting.ts';

/** Items packed into one row of the answer: a row for each would cost more than what it holds. */
const itemsPerBlock = 1_000;

/** Combinations of labels that are held; where there are more, the database judges them. */
const labelsAtMost = 2_000;

/** Names of an item. */
export type ItemKey = { readonly collection: string; readonly id: string };

/** Keys of every item for a search by place and time, in the catalogue's order, as of one revision. */
export type PackedItems = {
  readonly revision: string;
  readonly items: number;
  readonly collections: readonly string[];
  readonly origins: readonly {
    readonly connector_id: string | null;
    readonly stream_id: string | null;
    readonly simulated_seed: number | null;
  }[];
  /** Combinations of labels, each the JSON of an array in the order of `heldLabels`; null where there are too many. */
  readonly labels: readonly string[] | null;
  /** Records one after the other, each as `packedRecord` in item-index.rules.ts reads it. */
  readonly blocks: readonly Uint8Array[];
};

/** Reads for the index of items in memory. */
export function indexedItems(database: Database) {
  const db = database.for<ItemTables>();
  return {
    revision: () => readRevision(db),

    /** Number of items, near enough to decide whether they are to be held in memory. */
    async roughCount(): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select greatest(reltuples, 0)::float8 as n from pg_class where oid = 'catalogue.items'::regclass`.execute(db);
      return rows[0]?.n ?? 0;
    },

    /** All items packed; null where some changed meanwhile. */
    async packed(): Promise<PackedItems | null> {
      const revision = await readRevision(db);
      const collections = await db.selectFrom('catalogue.items').select('collection').distinct().execute();
      const origins = await db
        .selectFrom('catalogue.items')
        .select(['connector_id', 'stream_id', 'simulated_seed'])
        .distinct()
        .execute();
      const labels = await readLabels(db);
      const names = collections.map(({ collection }) => collection).toSorted();
      const blocks = await database.binaryRows(packedQuery(names, origins, labels ?? []));
      if ((await readRevision(db)) !== revision) return null;
      const bytes = blocks.map(([block]) => block ?? new Uint8Array(0));
      const items = blocks.reduce((sum, [, count]) => sum + Buffer.from(count ?? [0, 0, 0, 0]).readInt32BE(), 0);
      return { revision, items, collections: names, origins, labels, blocks: bytes };
    },

    /** Rank and place of all items in an order, as `ItemOrder` reads them, and their revision; null where some changed meanwhile. */
    async ordered(sort: readonly SortKey[]): Promise<{ revision: string; places: Uint8Array } | null> {
      const revision = await readRevision(db);
      const [row] = await database.binaryRows(orderQuery(sort));
      if ((await readRevision(db)) !== revision) return null;
      return { revision, places: row?.[0] ?? new Uint8Array(0) };
    },

    /** An item, and the revision that it is of; null where there is none. */
    async itemNow({ collection, id }: ItemKey): Promise<{ revision: string; row: ItemRow } | null> {
      const { rows } = await sql<ItemRow & { revision: string }>`
        select i.*, (select coalesce(string_agg(mark::text, ' ' order by mark), '') from catalogue.item_changes) as revision
        from catalogue.items i where collection = ${collection} and id = ${id}`.execute(db);
      const [found] = rows;
      if (found === undefined) return null;
      const { revision, ...row } = found;
      return { revision, row };
    },

    /** Ready texts of items in the order asked for, and the revision they are of. */
    async documents(keys: readonly ItemKey[]): Promise<{ revision: string; documents: readonly (string | null)[] }> {
      const { rows } = await sql<{ revision: string; document: string | null; place: number | null }>`
        select (select coalesce(string_agg(mark::text, ' ' order by mark), '') from catalogue.item_changes) as revision,
          i.document, k.place::integer
        from (values (1)) as one
        left join unnest(${keys.map(({ collection }) => collection)}::text[], ${keys.map(({ id }) => id)}::text[])
          with ordinality as k(collection, id, place) on true
        left join catalogue.items i on i.collection = k.collection and i.id = k.id`.execute(db);
      const documents: (string | null)[] = keys.map(() => null);
      for (const { place, document } of rows) if (place !== null) documents[place - 1] = document;
      return { revision: rows[0]?.revision ?? '', documents };
    },

    /** Geometries of items, in the order asked for; null where there is none. */
    async geometries(keys: readonly ItemKey[]): Promise<readonly StoredItem['geometry'][]> {
      if (keys.length === 0) return [];
      const { rows } = await sql<{ geometry: StoredItem['geometry'] }>`
        select i.item->'geometry' as geometry
        from unnest(${keys.map(({ collection }) => collection)}::text[], ${keys.map(({ id }) => id)}::text[])
          with ordinality as k(collection, id, place)
        left join catalogue.items i on i.collection = k.collection and i.id = k.id order by k.place`.execute(db);
      return rows.map(({ geometry }) => geometry);
    },
  };
}

/** Labels of an item as the JSON of an array; what is of another type than it should be is null, as for filters. */
const labelsOf = () => sql`jsonb_build_array(${sql.join(heldLabels.map((name) => columnFor(name)))})::text`;

function columnFor(name: string) {
  const column = queryableColumn(name);
  if (column === undefined || !('sql' in column)) throw new RangeError(`expected a column for ${name}, received none`);
  return column.sql;
}

/** Every item with no more of its document than filters read: a long one would be unpacked anew for each property. */
const itemsInShort = () => sql`(
  select collection, id, datetime, start_at, end_at, retrieved_at, created_at, updated_at, footprint, is_box,
    connector_id, stream_id, simulated_seed, coalesce(jsonb_typeof(item->'geometry'), 'null') <> 'null' as has_geometry,
    jsonb_build_object('properties', item->'properties') as item
  from catalogue.items offset 0
) as short`;

async function readLabels(db: Kysely<ItemTables>): Promise<readonly string[] | null> {
  const { rows } = await sql<{ labels: string }>`
    select distinct ${labelsOf()} as labels from ${itemsInShort()} limit ${labelsAtMost + 1}`.execute(db);
  return rows.length > labelsAtMost ? null : rows.map(({ labels }) => labels);
}

/** Rank and place of every item in an order. Its keys are read once: what is sorted carries no documents. */
function orderQuery(sort: readonly SortKey[]) {
  const names = sort.map((_, at) => sql.ref(`key_${at}`));
  const keys = sql.join(sort.map(({ expression }, at) => sql`${expression} as ${names[at]}`));
  const order = sql.join(sort.map(({ descending }, at) => sql`${names[at]} ${sql.raw(descending ? 'desc' : 'asc')}`));
  return sql`
    select string_agg(int4send(rank) || int4send(place), ''::bytea)
    from (
      select (row_number() over (order by datetime desc, collection, id) - 1)::integer as rank,
        (row_number() over (order by ${order}) - 1)::integer as place
      from (select collection, id, datetime, ${keys} from catalogue.items) as keys
    ) as placed`;
}

/** Blocks of records: numbers as float8 in network order, then the length of the identifier and its bytes. */
function packedQuery(collections: readonly string[], origins: PackedItems['origins'], labels: readonly string[]) {
  const place = (values: readonly (string | null)[]) =>
    sql`array[${sql.join(values.length === 0 ? [sql.lit('')] : values.map((value) => sql.lit(value ?? '')))}]::text[]`;
  const ms = (column: string) => sql`float8send(extract(epoch from ${sql.ref(column)})::float8 * 1000)`;
  const corner = (reduce: string, axis: number) =>
    sql`float8send(coalesce(${sql.raw(reduce)}((footprint[0])[${sql.lit(axis)}], (footprint[1])[${sql.lit(axis)}]), 'NaN'))`;
  const originText = sql`coalesce(connector_id, '') || ' ' || coalesce(stream_id, '') || ' ' || coalesce(simulated_seed::text, '')`;
  const originTexts = origins.map((o) => `${o.connector_id ?? ''} ${o.stream_id ?? ''} ${o.simulated_seed ?? ''}`);
  const knownLabels = sql.join(
    (labels.length === 0 ? [''] : labels).map((text, at) => sql`(${sql.lit(text)}, ${sql.lit(at + 1)})`),
  );
  return sql`
    select string_agg(record, ''::bytea order by n), count(*)::integer
    from (
      select row_number() over (order by datetime desc, collection, id) as n,
        ${ms('datetime')} || ${ms('start_at')} || ${ms('end_at')}
        || ${ms('retrieved_at')} || ${ms('created_at')} || ${ms('updated_at')}
        || ${corner('least', 0)} || ${corner('least', 1)} || ${corner('greatest', 0)} || ${corner('greatest', 1)}
        || ${sql.join(
          heldNumbers.map((name) => sql`float8send(coalesce(${columnFor(name)}, 'NaN'))`),
          sql` || `,
        )}
        || int4send(array_position(${place(collections)}, collection::text))
        || int4send(coalesce(array_position(${place(originTexts)}, ${originText}), 0))
        || int4send(is_box::integer + 2 * has_geometry::integer)
        || int4send(coalesce(known.number, 0)) || int4send(octet_length(id)) || convert_to(id, 'UTF8') as record
      from ${itemsInShort()}
      left join (values ${knownLabels}) as known(labels, number) on known.labels = ${labelsOf()}
    ) as packed group by (n - 1) / ${sql.lit(itemsPerBlock)} order by (n - 1) / ${sql.lit(itemsPerBlock)}`;
}

import { sql } from 'kysely';
import { compileFilter } from '../../../../platform/cql2/index.ts';
import type { FeatureTable } from '../../../../platform/feature-collections.ts';
import { finestCells, type TileCell } from '../tile-cells.rules.ts';
import { mercatorEnd, sizeOf, type TileGrid } from '../tile-grid.rules.ts';
import type { Selection } from './selection.ts';
import { columnsOf } from './table-rows.ts';

/** Points of a selection counted by the cells of a level, by the database; null for a table whose features are no points. */
export async function countCells(
  collection: FeatureTable,
  { filter }: Pick<Selection, 'filter'>,
  { grid, zoom }: { readonly grid: TileGrid; readonly zoom: number },
): Promise<readonly TileCell[] | null> {
  const { geometry, key } = collection;
  if (geometry?.lon === undefined || geometry.lat === undefined || geometry.wkb !== undefined) return null;
  const compiled = filter === null ? null : compileFilter(filter, columnsOf(collection));
  // A condition that only memory decides counts nothing in the database.
  if (compiled?.exact === false) return null;
  const { lon, lat } = geometry;
  const [columns, rows] = sizeOf(grid, zoom);
  const inside = sql`least(${mercatorEnd}::float8, greatest(${-mercatorEnd}::float8, ${lat}))`;
  const down =
    grid.firstColumns === 1 ? sql`(1 - asinh(tan(radians(${inside}))) / pi()) / 2` : sql`(90 - ${lat}) / 180`;
  const where = [
    ...(collection.where === undefined ? [] : [collection.where]),
    ...(compiled === null ? [] : [sql`${compiled.where}`]),
    sql`${lon} is not null`,
  ];
  const id = sql.join(
    key.map((part) => sql`(${part.sql})::text`),
    sql` || ':' || `,
  );
  const result = await sql<TileCell>`
    select floor((${lon} + 180) / 360 * ${columns * finestCells}::float8)::integer as column,
      floor(${down} * ${rows * finestCells}::float8)::integer as row,
      count(*)::integer as count, avg(${lon})::float8 as lon, avg(${lat})::float8 as lat,
      case when count(*) = 1 then min(${id}) end as id
    from ${collection.from} where ${sql.join(where, sql` and `)} group by 1, 2`.execute(collection.database.for());
  return result.rows;
}

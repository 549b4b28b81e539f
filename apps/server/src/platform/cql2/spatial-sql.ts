import { sql } from 'kysely';
import type { FilterGeometry } from './ast.ts';
import { type Column, type Condition, exact, type Sql, type SqlLookup } from './columns.ts';
import type { Cql2Filter, GeometryValue } from './filter.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * A spatial condition by boxes, to be judged row by row after; exact where points are asked for in boxes. PostgreSQL
 * compares boxes with a tolerance of a millionth: too many rows, never too few.
 */
export function spatialCondition(filter: Cql2Filter & { readonly kind: 'spatial' }, lookup: SqlLookup): Condition {
  const { op, left, right } = filter;
  const column = geometryColumn(left, lookup) ?? geometryColumn(right, lookup);
  if (column === null) return { mayBeTrue: sql`true`, mayBeFalse: sql`true`, exact: false };
  const present = sql`(${column.box ?? column.lon ?? sql`null`} is not null)`;
  const other = left.kind === 'geometry' ? left : right.kind === 'geometry' ? right : null;
  if (other === null) {
    const [one, two] = [geometryColumn(left, lookup), geometryColumn(right, lookup)];
    const near =
      one?.box !== undefined && two?.box !== undefined && op !== 'disjoint' ? sql`(${one.box} && ${two.box})` : present;
    return { mayBeTrue: near, mayBeFalse: present, exact: false };
  }
  const boxes = boxesOf(other.geometry);
  const rectangles = rectanglesOf(other.geometry);
  // As seen from the property.
  const turned = left.kind === 'geometry' && (op === 'contains' || op === 'within');
  const relation = turned ? (op === 'contains' ? 'within' : 'contains') : op;
  if (column.lon !== undefined && column.lat !== undefined && rectangles !== null) {
    const inside = (open: boolean) => exact(anyOf(rectangles.map((box) => pointIn(column, box, open))));
    if (relation === 'intersects') return inside(false);
    // Where two boxes share an edge, points on it are inside both together: one box alone is exact.
    if (relation === 'within' && rectangles.length === 1) return inside(true);
    if (relation === 'disjoint') {
      const { mayBeTrue, mayBeFalse } = inside(false);
      return { mayBeTrue: mayBeFalse, mayBeFalse: mayBeTrue, exact: true };
    }
  }
  const near = anyOf(boxes.map((box) => nearBox(column, box)));
  return op === 'disjoint'
    ? { mayBeTrue: present, mayBeFalse: near, exact: false }
    : { mayBeTrue: near, mayBeFalse: present, exact: false };
}

function geometryColumn(value: GeometryValue, lookup: SqlLookup): (Column & { readonly type: 'geometry' }) | null {
  if (value.kind !== 'property') return null;
  const column = lookup(value.name);
  return column?.type === 'geometry' ? column : null;
}

function anyOf(parts: readonly Sql[]): Sql {
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** A box as PostgreSQL has it, in a parameter. */
function boxSql([west, south, east, north]: Box): Sql {
  return sql`${`(${east},${north}),(${west},${south})`}::box`;
}

function nearBox(column: Column & { readonly type: 'geometry' }, box: Box): Sql {
  return column.box === undefined ? pointIn(column, box, false) : sql`(${column.box} && ${boxSql(box)})`;
}

/** A point in a box, with or without its edges; by the index on boxes where there is one. */
function pointIn({ box, lon, lat }: Column & { readonly type: 'geometry' }, bounds: Box, open: boolean): Sql {
  const [west, south, east, north] = bounds;
  const index = box === undefined ? sql`` : sql`${box} && ${boxSql(bounds)} and `;
  if (lon === undefined || lat === undefined) throw new RangeError('expected a column of points, received another');
  return open
    ? sql`(${index}${lon} > ${west}::float8 and ${lon} < ${east}::float8
        and ${lat} > ${south}::float8 and ${lat} < ${north}::float8)`
    : sql`(${index}${lon} >= ${west}::float8 and ${lon} <= ${east}::float8
        and ${lat} >= ${south}::float8 and ${lat} <= ${north}::float8)`;
}

/** The boxes around a geometry's parts. */
function boxesOf(geometry: FilterGeometry): readonly Box[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(boxesOf);
  const { type, coordinates } = geometry;
  const parts = type === 'MultiPolygon' ? (coordinates as readonly unknown[]) : [coordinates];
  // A filter of a thousand islands is one box around them.
  return (parts.length > 16 ? [coordinates] : parts).map(boundsOf);
}

function boundsOf(coordinates: unknown): Box {
  const flat = (coordinates as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as readonly number[];
  const ordinates = (offset: 0 | 1) => flat.filter((_, index) => index % 2 === offset);
  const [lons, lats] = [ordinates(0), ordinates(1)];
  const least = (list: readonly number[]) => list.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (list: readonly number[]) => list.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return [least(lons), least(lats), most(lons), most(lats)];
}

/** The boxes a geometry consists of; null where it is anything else. */
function rectanglesOf({ type, ...rest }: FilterGeometry): readonly Box[] | null {
  if (type !== 'Polygon' && type !== 'MultiPolygon') return null;
  const { coordinates } = rest as { readonly coordinates: unknown };
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly (readonly number[])[])[][];
  const boxes = polygons.map((rings) => (rings.length === 1 ? rectangleOf(rings[0] ?? []) : null));
  return boxes.length <= 2 && boxes.every((box) => box !== null) ? boxes : null;
}

function rectangleOf(ring: readonly (readonly (readonly number[])[])[] | readonly (readonly number[])[]): Box | null {
  const points = ring as readonly (readonly [number, number])[];
  if (points.length !== 5) return null;
  const box = boundsOf(points);
  const [west, south, east, north] = box;
  if (west === east || south === north) return null;
  const corners = new Set(points.map(([lon, lat]) => `${lon} ${lat}`));
  const upright = points.every(
    ([lon, lat], index) =>
      (lon === west || lon === east) &&
      (lat === south || lat === north) &&
      (index === 0 || (lon === points[index - 1]?.[0]) !== (lat === points[index - 1]?.[1])),
  );
  return upright && corners.size === 4 ? box : null;
}

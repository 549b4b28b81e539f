import { filterFault, type GeometryKind } from './ast.ts';
import { type Cursor, finite, unexpected } from './cursor.ts';
import type { Token } from './lexer.ts';

const kinds: Readonly<Record<string, GeometryKind>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
};

export function isGeometryWord(upper: string): boolean {
  return Object.hasOwn(kinds, upper);
}

/** Well-known text after its keyword, as unchecked GeoJSON. */
export function wktOf(cursor: Cursor, upper: string, depth: number): unknown {
  cursor.take('Z');
  const type = kinds[upper];
  cursor.budget.node(cursor.peek().at, depth);
  switch (type) {
    case 'Point':
      return { type, coordinates: inside(cursor, () => position(cursor)) };
    case 'MultiPoint':
      return { type, coordinates: list(cursor, () => memberPosition(cursor)) };
    case 'LineString':
      return { type, coordinates: list(cursor, () => position(cursor)) };
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: list(cursor, () => list(cursor, () => position(cursor))) };
    case 'MultiPolygon':
      return {
        type,
        coordinates: list(cursor, () => list(cursor, () => list(cursor, () => position(cursor)))),
      };
    default:
      return { type, geometries: list(cursor, () => member(cursor, depth + 1)) };
  }
}

function member(cursor: Cursor, depth: number): unknown {
  const token = cursor.next();
  if (token.type !== 'name' || !isGeometryWord(token.upper)) throw unexpected(token, 'uma geometria');
  return wktOf(cursor, token.upper, depth);
}

function inside<T>(cursor: Cursor, read: () => T): T {
  cursor.expect('(');
  const value = read();
  cursor.expect(')');
  return value;
}

function list<T>(cursor: Cursor, read: () => T): T[] {
  return inside(cursor, () => {
    const items = [read()];
    while (cursor.take(',')) items.push(read());
    return items;
  });
}

/** A position of a multi-point, in parentheses of its own or without. */
function memberPosition(cursor: Cursor): readonly number[] {
  const { type, text } = cursor.peek();
  return type === 'symbol' && text === '(' ? inside(cursor, () => position(cursor)) : position(cursor);
}

function position(cursor: Cursor): readonly number[] {
  const { at } = cursor.peek();
  cursor.budget.position(at);
  const numbers = [ordinate(cursor), ordinate(cursor)];
  const next = cursor.peek();
  if (isOrdinate(next)) numbers.push(ordinate(cursor));
  if (isOrdinate(cursor.peek())) throw filterFault('uma posição tem 2 ou 3 números.', at);
  return numbers;
}

function isOrdinate({ type, text }: Token): boolean {
  return type === 'number' || (type === 'symbol' && (text === '-' || text === '+'));
}

function ordinate(cursor: Cursor): number {
  const sign = cursor.take('-') ? -1 : 1;
  const token = cursor.next();
  if (token.type !== 'number') throw unexpected(token, 'uma coordenada');
  return sign * finite(token.text, token.at);
}

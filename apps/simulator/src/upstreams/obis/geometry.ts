import { type Position, pointInRing, type Ring } from '@kianda/geo';

/** Whether a place lies in a WKT geometry. */
type Within = (position: Position) => boolean;

const number = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const positionPattern = new RegExp(String.raw`^\s*(${number})\s+(${number})\s*$`);

/** Reads POLYGON, MULTIPOLYGON, POINT and BBOX-like WKT; null for anything else, which OBIS takes for "nowhere". */
export function parseWkt(text: string): Within | null {
  const match = /^\s*(POINT|POLYGON|MULTIPOLYGON)\s*(\(.*\))\s*$/is.exec(text);
  if (match === null) return null;
  const [, name = '', body = ''] = match;
  if (name.toUpperCase() === 'POINT') {
    const point = parsePosition(body.slice(1, -1));
    return point === null ? null : (position) => position[0] === point[0] && position[1] === point[1];
  }
  const polygons = name.toUpperCase() === 'POLYGON' ? [body] : groups(body);
  const parsed = polygons.map((polygon) => groups(polygon).map(parseRing));
  if (parsed.length === 0 || parsed.some((rings) => rings.length === 0 || rings.includes(null))) return null;
  return (position) =>
    parsed.some(([outer, ...holes]) => {
      if (outer == null || !pointInRing(position, outer)) return false;
      return !holes.some((hole) => hole !== null && pointInRing(position, hole));
    });
}

/** The bracketed parts directly within a bracketed text: `((a),(b))` → `(a)`, `(b)`. */
function groups(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of Array.from(text).entries()) {
    if (character === '(') {
      depth += 1;
      if (depth === 2) start = index;
    } else if (character === ')') {
      if (depth === 2) found.push(text.slice(start, index + 1));
      depth -= 1;
    }
  }
  return found;
}

function parseRing(text: string): Ring | null {
  const positions = text.slice(1, -1).split(',').map(parsePosition);
  return positions.length < 4 || positions.includes(null) ? null : positions.filter((position) => position !== null);
}

function parsePosition(text: string): Position | null {
  const match = positionPattern.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

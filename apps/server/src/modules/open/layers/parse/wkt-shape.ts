const depths: Readonly<Record<string, readonly [type: string, depth: number]>> = {
  POINT: ['Point', 0],
  MULTIPOINT: ['MultiPoint', 1],
  LINESTRING: ['LineString', 1],
  MULTILINESTRING: ['MultiLineString', 2],
  POLYGON: ['Polygon', 2],
  MULTIPOLYGON: ['MultiPolygon', 3],
};
const head = /^(?:SRID=4326;)?\s*([A-Z]+)\s*(?:ZM|Z|M)?\s*(\(.*\)|EMPTY)\s*$/is;

/** A well-known text as GeoJSON. Throws `RangeError`, in Portuguese. */
export function shapeOfWkt(text: string): unknown {
  const [, name = '', body = ''] = head.exec(text) ?? [];
  const known = depths[name.toUpperCase()];
  if (known === undefined) throw new RangeError(`«${text.slice(0, 40)}» não é uma geometria em WKT`);
  const [type, depth] = known;
  if (body.toUpperCase() === 'EMPTY') return { type, coordinates: [] };
  // Parentheses become those of JSON, and positions lists of numbers: a point alone stands within a pair of them.
  const json = body
    .replace(/[^()\s,]+(?:\s+[^()\s,]+)+/g, (position) => `[${position.trim().split(/\s+/).join(',')}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  let list: unknown;
  try {
    list = JSON.parse(json) as unknown;
  } catch {
    throw new RangeError(`«${text.slice(0, 40)}» não é uma geometria em WKT`);
  }
  return { type, coordinates: depth === 0 ? first(list) : type === 'MultiPoint' ? points(list) : list };
}

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : list);

/** Both spellings, `(1 2, 3 4)` and `((1 2), (3 4))`. */
function points(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((one: unknown) => (Array.isArray(one) && Array.isArray(one[0]) ? (one[0] as unknown) : one));
}

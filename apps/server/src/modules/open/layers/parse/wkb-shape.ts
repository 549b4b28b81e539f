const kinds = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon', 'GeometryCollection'];

/**
 * A well-known binary of any of its dialects (ISO and EWKB, with heights, and with measures, which are left out) as GeoJSON.
 * Throws `RangeError` for anything else, also for counts that the bytes can't hold.
 */
export function shapeOfWkb(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const word = (little: boolean): number => {
    at += 4;
    return view.getUint32(at - 4, little);
  };
  const countOf = (little: boolean, leastBytes: number): number => {
    const count = word(little);
    if (count * leastBytes > view.byteLength - at)
      throw new RangeError('uma contagem da geometria não cabe nos seus bytes');
    return count;
  };
  function read(depth: number): { type: string; coordinates?: unknown; geometries?: unknown } {
    if (depth > 8) throw new RangeError('a geometria tem demasiados níveis');
    const little = view.getUint8(at) === 1;
    at += 1;
    const code = word(little);
    const hasHeight = (code & 0x80000000) !== 0;
    const hasMeasure = (code & 0x40000000) !== 0;
    if ((code & 0x20000000) !== 0) at += 4;
    const plain = code & 0x1fffffff;
    const more = Math.floor(plain / 1000);
    const type = kinds[(plain % 1000) - 1];
    if (type === undefined || more > 3) throw new RangeError(`uma geometria do tipo WKB ${code} não se guarda`);
    const spatial = 2 + Number(hasHeight || more === 1 || more === 3);
    const ordinates = spatial + Number(hasMeasure || more >= 2);
    const position = (): readonly number[] => {
      const pair = Array.from({ length: spatial }, (_, axis) => view.getFloat64(at + 8 * axis, little));
      at += ordinates * 8;
      return pair;
    };
    const list = <T>(one: () => T, leastBytes: number): T[] => Array.from({ length: countOf(little, leastBytes) }, one);
    const line = () => list(position, ordinates * 8);
    switch (type) {
      case 'Point': {
        const pair = position();
        return { type, coordinates: pair.every(Number.isNaN) ? [] : pair };
      }
      case 'LineString':
        return { type, coordinates: line() };
      case 'Polygon':
        return { type, coordinates: list(line, 4) };
      case 'GeometryCollection':
        return { type, geometries: list(() => read(depth + 1), 5) };
      default:
        return { type, coordinates: list(() => read(depth + 1).coordinates, 5) };
    }
  }
  return read(0);
}

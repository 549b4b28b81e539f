import type { GeoGeometry } from '@kianda/connectors';

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const;
/** Types of the parts of a collection. */
const parts = { MultiPoint: 'Point', MultiLineString: 'LineString', MultiPolygon: 'Polygon' } as const;
type Kind = (typeof kinds)[number];

/** Geometries of several kinds as one: filters may ask with them, nothing is stored as such. */
type GeometryCollection = {
  readonly type: 'GeometryCollection';
  readonly geometries: readonly (GeoGeometry | GeometryCollection)[];
};

/** Well-known binary (OGC 06-103r4, little-endian, two ordinates) of a geometry. */
export function toWkb(geometry: GeoGeometry | GeometryCollection): Buffer {
  if (geometry.type !== 'GeometryCollection') {
    const pieces: Buffer[] = [];
    write(geometry.type, geometry.coordinates, pieces);
    return Buffer.concat(pieces);
  }
  const header = Buffer.alloc(5);
  header.writeUInt8(1, 0);
  header.writeUInt32LE(7, 1);
  return Buffer.concat([
    header,
    counter(geometry.geometries.length),
    ...geometry.geometries.map((member) => toWkb(member)),
  ]);
}

function write(kind: Kind, coordinates: unknown, pieces: Buffer[]): void {
  const header = Buffer.alloc(5);
  header.writeUInt8(1, 0);
  header.writeUInt32LE(kinds.indexOf(kind) + 1, 1);
  pieces.push(header);
  switch (kind) {
    case 'Point':
      pieces.push(doubles([coordinates as readonly number[]]));
      return;
    case 'LineString':
      pieces.push(line(coordinates as readonly (readonly number[])[]));
      return;
    case 'Polygon': {
      const rings = coordinates as readonly (readonly (readonly number[])[])[];
      pieces.push(counter(rings.length), ...rings.map(line));
      return;
    }
    default: {
      const members = coordinates as readonly unknown[];
      pieces.push(counter(members.length));
      for (const member of members) write(parts[kind], member, pieces);
    }
  }
}

function line(positions: readonly (readonly number[])[]): Buffer {
  return Buffer.concat([counter(positions.length), doubles(positions)]);
}

function counter(count: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(count);
  return buffer;
}

function doubles(positions: readonly (readonly number[])[]): Buffer {
  const buffer = Buffer.alloc(positions.length * 16);
  positions.forEach(([lon = Number.NaN, lat = Number.NaN], index) => {
    buffer.writeDoubleLE(lon, index * 16);
    buffer.writeDoubleLE(lat, index * 16 + 8);
  });
  return buffer;
}

/** The geometry of a well-known binary of two ordinates. Throws `RangeError` for any other. */
export function fromWkb(bytes: Uint8Array): GeoGeometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  const count = (littleEndian: boolean): number => {
    const value = view.getUint32(offset, littleEndian);
    offset += 4;
    return value;
  };
  const position = (littleEndian: boolean): [number, number] => {
    const found: [number, number] = [view.getFloat64(offset, littleEndian), view.getFloat64(offset + 8, littleEndian)];
    offset += 16;
    return found;
  };
  const positions = (littleEndian: boolean): [number, number][] =>
    Array.from({ length: count(littleEndian) }, () => position(littleEndian));

  function read(): { type: Kind; coordinates: unknown } {
    const littleEndian = view.getUint8(offset) === 1;
    offset += 1;
    const code = count(littleEndian);
    const type = kinds[code - 1];
    if (type === undefined) throw new RangeError(`WKB: expected a geometry of kind 1 to 6, received ${code}`);
    switch (type) {
      case 'Point':
        return { type, coordinates: position(littleEndian) };
      case 'LineString':
        return { type, coordinates: positions(littleEndian) };
      case 'Polygon':
        return { type, coordinates: Array.from({ length: count(littleEndian) }, () => positions(littleEndian)) };
      default:
        return { type, coordinates: Array.from({ length: count(littleEndian) }, () => read().coordinates) };
    }
  }
  return read() as GeoGeometry;
}

/** West, south, east, north of a geometry with at least one position. */
export function boundsOf({ coordinates }: GeoGeometry): readonly [number, number, number, number] {
  const flat = (coordinates as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
  const bounds: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const lon = flat[index] ?? Number.NaN;
    const lat = flat[index + 1] ?? Number.NaN;
    bounds[0] = Math.min(bounds[0], lon);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lon);
    bounds[3] = Math.max(bounds[3], lat);
  }
  return bounds;
}

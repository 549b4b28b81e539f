import { boundsOf, toWkb } from '../../../../platform/geometry/wkb.ts';
import type { DrawnFeature, PackedFeatures } from './compute.types.ts';

type Box = readonly [west: number, south: number, east: number, north: number];
type PackedFeature = { readonly wkb: Uint8Array; readonly bounds: Box; readonly text: string };

const boxNumbers = 4;

export function packedFeatures(features: Iterable<DrawnFeature>): PackedFeatures {
  const [wkb, texts] = [new Pile(), new Pile()];
  const bounds: number[] = [];
  let count = 0;
  for (const { geometry, properties } of features) {
    wkb.add(toWkb(geometry));
    texts.add(Buffer.from(JSON.stringify(properties)));
    bounds.push(...boundsOf(geometry));
    count += 1;
  }
  return {
    ...{ count, wkb: wkb.bytes(), wkbStarts: wkb.starts(), texts: texts.bytes(), textStarts: texts.starts() },
    bounds: Float64Array.from(bounds),
  };
}

/** Features from one place on, one after the other. */
export function* unpackedFeatures(
  { count, wkb, wkbStarts, texts, textStarts, bounds }: PackedFeatures,
  [first, end]: readonly [first: number, end: number] = [0, count],
): Generator<PackedFeature> {
  const all = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  for (let place = first; place < Math.min(end, count); place += 1) {
    const [west = 0, south = 0, east = 0, north = 0] = bounds.subarray(boxNumbers * place, boxNumbers * (place + 1));
    yield {
      wkb: wkb.subarray(wkbStarts[place], wkbStarts[place + 1]),
      text: all.toString('utf8', textStarts[place], textStarts[place + 1]),
      bounds: [west, south, east, north],
    };
  }
}

/** Properties of a feature by its text. */
export const propertiesIn = (text: string): DrawnFeature['properties'] =>
  JSON.parse(text) as DrawnFeature['properties'];

/** Bytes of many things one after the other. */
class Pile {
  private room = new Uint8Array(65_536);
  private used = 0;
  private readonly ends: number[] = [0];

  add(bytes: Uint8Array): void {
    if (this.used + bytes.length > this.room.length) {
      const larger = new Uint8Array(Math.max(2 * this.room.length, this.used + bytes.length));
      larger.set(this.room.subarray(0, this.used));
      this.room = larger;
    }
    this.room.set(bytes, this.used);
    this.used += bytes.length;
    this.ends.push(this.used);
  }

  bytes(): Uint8Array {
    return this.room.slice(0, this.used);
  }

  starts(): Float64Array {
    return Float64Array.from(this.ends);
  }
}

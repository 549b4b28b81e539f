import { createHash } from 'node:crypto';
import type { FeatureSet } from '../compute/compute.types.ts';

/** An input that is larger than the limits of the platform allow; the message says by how much and what to do. */
export class InputTooLarge extends RangeError {}

const firstBytes = 1_048_576;
/** A position of WKB, and what stands before the positions of a point. */
const [vertexBytes, headBytes] = [16, 5];

/** Collects the features of an input: places one after the other, names, and the numbers that are asked for. */
export function setBuilder(title: string, most: { readonly features: number; readonly vertices: number }) {
  let bytes = new Uint8Array(firstBytes);
  let [used, withoutPlace] = [0, 0];
  const ends: number[] = [0];
  const names: string[] = [];
  const numbers = new Map<string, number[]>();

  return {
    add(wkb: Uint8Array | null, name: string, values: Readonly<Record<string, number>>): void {
      if (wkb === null) {
        withoutPlace += 1;
        return;
      }
      if (names.length >= most.features) {
        throw new InputTooLarge(
          `A entrada «${title}» tem mais de ${most.features} elementos: filtre-a por atributo, lugar ou data.`,
        );
      }
      if ((used + wkb.length) / vertexBytes > most.vertices) {
        throw new InputTooLarge(
          `A entrada «${title}» tem mais de ${most.vertices} vértices: filtre-a, ou simplifique as geometrias.`,
        );
      }
      if (used + wkb.length > bytes.length) {
        const larger = new Uint8Array(Math.max(2 * bytes.length, used + wkb.length));
        larger.set(bytes.subarray(0, used));
        bytes = larger;
      }
      bytes.set(wkb, used);
      used += wkb.length;
      ends.push(used);
      for (const key of Object.keys(values)) {
        if (!numbers.has(key)) numbers.set(key, new Array<number>(names.length).fill(Number.NaN));
      }
      for (const [key, column] of numbers) column.push(values[key] ?? Number.NaN);
      names.push(name);
    },

    /** The features, how many had no place, and a hash of all that an analysis sees of them. */
    done(): {
      readonly set: FeatureSet;
      readonly withoutPlace: number;
      readonly vertices: number;
      readonly sha256: string;
    } {
      const wkb = bytes.slice(0, used);
      const columns = Object.fromEntries([...numbers].map(([key, column]) => [key, Float64Array.from(column)]));
      const hash = createHash('sha256').update(wkb);
      for (const name of names) hash.update(`${name}\0`);
      for (const key of Object.keys(columns).sort()) hash.update(key).update(columns[key] ?? new Uint8Array());
      return {
        set: { kind: 'features', title, wkb, offsets: Uint32Array.from(ends), names, numbers: columns },
        ...{
          withoutPlace,
          vertices: Math.floor((used - headBytes * names.length) / vertexBytes),
          sha256: hash.digest('hex'),
        },
      };
    },
  };
}

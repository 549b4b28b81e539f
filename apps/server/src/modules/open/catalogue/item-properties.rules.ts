import { heldNumbers } from './search/queryables.ts';

type Label = string | boolean | null;

/**
 * Properties of items that filters compare most, by rank: numbers in arrays, NaN where an item has none, and labels as the
 * number of their combination, of which there are few.
 */
export class ItemProperties {
  /** Number of each item's combination in `combinations`. */
  readonly labels: Uint32Array;
  /** Values of `heldLabels` by number; the first is none at all. Null where there are too many to hold. */
  readonly combinations: readonly (readonly Label[])[] | null;
  readonly #numbers: (Float64Array | undefined)[] = heldNumbers.map(() => undefined);
  readonly #items: number;

  constructor(items: number, labels: readonly string[] | null) {
    this.#items = items;
    this.labels = new Uint32Array(items);
    this.combinations = labels === null ? null : [[], ...labels.map((text) => JSON.parse(text) as Label[])];
  }

  /** Values of a number of `heldNumbers` by rank; undefined where no item has one. */
  numbersOf(at: number): Float64Array | undefined {
    return this.#numbers[at];
  }

  /** Takes an item's numbers from its record. */
  readNumbers(rank: number, record: DataView, from: number): void {
    for (let at = 0; at < heldNumbers.length; at += 1) {
      const value = record.getFloat64(from + at * 8);
      if (Number.isNaN(value)) continue;
      const values = this.#numbers[at] ?? new Float64Array(this.#items).fill(Number.NaN);
      values[rank] = value;
      this.#numbers[at] = values;
    }
  }
}

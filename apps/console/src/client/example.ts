import type { Sourced } from '@kianda/contract';

/**
 * A sample of the specification where nothing else is to be had: its shape is kept, so that the page keeps its own, and its
 * figures are nowhere but in `example`. No sum, count, curve or state can be made of them by mistake.
 */
export function asExample<T>(sample: T, reason: string): Sourced<T> & { readonly example: T } {
  return { value: withoutFigures(sample), provenance: { state: 'fallback', reason }, example: sample };
}

/** The same shape without a figure: numbers are NaN, and of lists only those of named things keep their entries. */
function withoutFigures<T>(sample: T): T {
  return emptied(sample) as T;
}

function emptied(part: unknown): unknown {
  // NaN makes every sum and comparison with it unknown too.
  if (typeof part === 'number') return Number.NaN;
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.filter(isNamed).map(emptied);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, emptied(value)]));
}

/** An entry that says which thing it is about; points of a curve and shares of a whole do not. */
function isNamed(entry: unknown): boolean {
  return entry !== null && typeof entry === 'object' && 'id' in entry;
}

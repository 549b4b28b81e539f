/** One kernel on one size of data, here and by the program of others. */
export type SpatialRow = {
  readonly name: string;
  /** Null of a row in which another program stands beside what is known. */
  readonly seconds: number | null;
  /** Seconds that it may take; null without a limit. */
  readonly limit: number | null;
  /** Null where the program is not there, or where there is none. */
  readonly peer: { readonly name: string; readonly seconds: number | null; readonly difference: number } | null;
};

/** Largest absolute difference; what one of them does not know (NaN, null), the other must not know either. */
export function largestDifference(own: ArrayLike<number>, reference: readonly (number | null)[]): number {
  if (own.length !== reference.length) return Number.NaN;
  let largest = 0;
  for (const [place, value] of reference.entries()) {
    const here = own[place] ?? Number.NaN;
    if (value === null ? !Number.isNaN(here) : Number.isNaN(here)) return Number.NaN;
    if (value !== null) largest = Math.max(largest, Math.abs(here - value));
  }
  return largest;
}

/** Numbers by rows as CSV, with a head where columns are named. */
export function csvOf(columns: Readonly<Record<string, ArrayLike<number>>>): string {
  const all = Object.values(columns);
  const lines = Array.from({ length: all[0]?.length ?? 0 }, (_, row) => all.map((column) => column[row]).join(','));
  return `${Object.keys(columns).join(',')}\n${lines.join('\n')}\n`;
}

import { type Column, rowsOf } from '../shared/columns.ts';

/** How the values of a column become small whole numbers; the bin after the last is that of missing values. */
export type ColumnBins = {
  readonly name: string;
  readonly kind: Column['kind'];
  /**
   * Of a continuous column: upper edges, rising; bin b holds values ≤ edges[b] and above the one before, the last bin the
   * rest. Of a categorical one: the code of each bin.
   */
  readonly edges: readonly number[];
};

/** A table as bins, column after column. */
export type BinnedTable = { readonly rows: number; readonly columns: readonly ColumnBins[]; readonly bins: Uint8Array };

/** Bins of values at most, so that one byte also has room for missing ones. */
const mostBins = 255;
/** Rows that edges are taken from at most, evenly spread over the table. */
const sampledRows = 200_000;

/** Number of bins that hold values; the next one holds what is missing. */
export const valueBins = ({ kind, edges }: ColumnBins) => (kind === 'continuous' ? edges.length + 1 : edges.length);

/**
 * Bins for each column: one a distinct value where they are few, else quantiles of nearly equal size. Of a category with
 * more than 255 codes the most frequent keep a bin, and the others count as missing.
 */
export function binsFor(columns: readonly Column[]): readonly ColumnBins[] {
  rowsOf(columns);
  return columns.map(({ name, kind, values }) => {
    const step = Math.max(1, Math.ceil(values.length / sampledRows));
    const sample = values.filter((value, row) => row % step === 0 && !Number.isNaN(value)).sort();
    return { name, kind, edges: kind === 'continuous' ? continuousEdges(sample) : frequentCodes(values) };
  });
}

function continuousEdges(sorted: Float64Array): number[] {
  const distinct = sorted.filter((value, index) => index === 0 || value !== sorted[index - 1]);
  const between = (low: number, high: number) => {
    const middle = low / 2 + high / 2;
    // Neighbouring numbers have no number between them: the edge is the lower one, which belongs below it.
    return middle < high ? middle : low;
  };
  if (distinct.length <= mostBins) {
    return Array.from(distinct.slice(1), (value, index) => between(distinct[index] ?? value, value));
  }
  const edges: number[] = [];
  for (let bin = 1; bin < mostBins; bin += 1) {
    const place = (bin / mostBins) * (sorted.length - 1);
    const edge = between(sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0);
    if (edges.length === 0 || edge > (edges.at(-1) ?? 0)) edges.push(edge);
  }
  return edges;
}

function frequentCodes(values: Float64Array): number[] {
  const counts = new Map<number, number>();
  for (const value of values) if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const frequent = [...counts].sort(([a, left], [b, right]) => right - left || a - b).slice(0, mostBins);
  return frequent.map(([code]) => code).sort((a, b) => a - b);
}

/** The table in these bins; columns are found by name. Throws a RangeError for one that is not there. */
export function binTable(columns: readonly Column[], bins: readonly ColumnBins[]): BinnedTable {
  const rows = rowsOf(columns);
  const binned = new Uint8Array(rows * bins.length);
  bins.forEach((column, place) => {
    const found = columns.find(({ name }) => name === column.name);
    if (found === undefined) throw new RangeError(`binTable: no column ${column.name}`);
    const { values } = found;
    const edges = Float64Array.from(column.edges);
    const missing = valueBins(column);
    const base = place * rows;
    for (let row = 0; row < rows; row += 1) {
      const value = values[row] ?? Number.NaN;
      if (Number.isNaN(value)) binned[base + row] = missing;
      else if (column.kind === 'continuous') binned[base + row] = firstAtLeast(edges, value);
      else {
        const bin = firstAtLeast(edges, value);
        binned[base + row] = edges[bin] === value ? bin : missing;
      }
    }
  });
  return { rows, columns: bins, bins: binned };
}

/** Place of the first entry ≥ value; the length where there is none. */
function firstAtLeast(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

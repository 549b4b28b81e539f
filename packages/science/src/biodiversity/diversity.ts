export type Diversity = {
  /** Species seen. */
  readonly richness: number;
  /** Shannon's H′, natural logarithm (Shannon 1948). */
  readonly shannon: number;
  /** Pielou's J′ = H′ ÷ ln S (Pielou 1966); null with a single species. */
  readonly evenness: number | null;
  /** 1 − Σ nᵢ(nᵢ−1) ÷ N(N−1), without replacement (Simpson 1949); null with a single record. */
  readonly simpson: number | null;
  /** Lower bound of the species there are, bias corrected: S + f₁(f₁−1) ÷ 2(f₂+1) (Chao 1984, 2005). */
  readonly chao1: number;
  /** Good's coverage, 1 − f₁ ÷ N (Good 1953). */
  readonly coverage: number;
};

/** Diversity of how often each species was recorded (whole numbers above zero). Null where none was. */
export function diversityOf(counts: readonly number[]): Diversity | null {
  const wrong = counts.find((count) => !Number.isInteger(count) || count < 1);
  if (wrong !== undefined) throw new RangeError(`diversity: expected whole counts above zero, received ${wrong}`);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const richness = counts.length;
  const shannon = -counts.reduce((sum, count) => sum + (count / total) * Math.log(count / total), 0);
  const pairs = counts.reduce((sum, count) => sum + count * (count - 1), 0);
  const [once, twice] = [1, 2].map((times) => counts.filter((count) => count === times).length) as [number, number];
  return {
    richness,
    // Of one species it is zero, not minus zero.
    shannon: shannon === 0 ? 0 : shannon,
    evenness: richness === 1 ? null : shannon / Math.log(richness),
    simpson: total === 1 ? null : 1 - pairs / (total * (total - 1)),
    chao1: richness + (once * (once - 1)) / (2 * (twice + 1)),
    coverage: 1 - once / total,
  };
}

/**
 * Species expected in `records` records drawn without replacement from those counted: Σ 1 − C(N − Nᵢ, n) ÷ C(N, n). Null
 * where fewer were counted. Source: Hurlbert (1971), Ecology 52:577–586.
 */
export function expectedSpecies(counts: readonly number[], records: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (records > total) return null;
  // The chance that none of n draws is of the species, draw by draw: no factorial overflows.
  return counts.reduce((sum, count) => {
    let none = 1;
    for (let draw = 0; draw < records; draw += 1) none *= Math.max(0, (total - count - draw) / (total - draw));
    return sum + 1 - none;
  }, 0);
}

import { chiSquareQuantile } from '../shared/distributions.ts';
import { total } from './two-samples.ts';

/** Area between the distribution functions of two sorted samples, in their unit; NaN where one is empty. Source: Vallender (1974), Theory Probab. Appl. 18:784–786. */
export function wassersteinDistance(a: Float64Array, b: Float64Array): number {
  if (a.length === 0 || b.length === 0) return Number.NaN;
  let [left, right, area] = [0, 0, 0];
  let before = Math.min(a[0] ?? 0, b[0] ?? 0);
  while (left < a.length || right < b.length) {
    const value = Math.min(a[left] ?? Number.POSITIVE_INFINITY, b[right] ?? Number.POSITIVE_INFINITY);
    area += Math.abs(left / a.length - right / b.length) * (value - before);
    before = value;
    while (left < a.length && (a[left] ?? 0) <= value) left += 1;
    while (right < b.length && (b[right] ?? 0) <= value) right += 1;
  }
  return area;
}

/** Jensen–Shannon distance of two rows of counts: the root of the divergence in bits, 0–1. Source: Lin (1991), IEEE Trans. Inf. Theory 37:145–151. */
export function jensenShannonDistance(a: Float64Array, b: Float64Array): number {
  const [rowsA, rowsB] = [total(a), total(b)];
  if (rowsA === 0 || rowsB === 0) return Number.NaN;
  let divergence = 0;
  for (let place = 0; place < a.length; place += 1) {
    const [p, q] = [(a[place] ?? 0) / rowsA, (b[place] ?? 0) / rowsB];
    const middle = (p + q) / 2;
    if (p > 0) divergence += 0.5 * p * Math.log2(p / middle);
    if (q > 0) divergence += 0.5 * q * Math.log2(q / middle);
  }
  return Math.sqrt(Math.max(0, divergence));
}

/**
 * Distance that two samples of one distribution stay below with this chance: the divergence times 8 ln 2 ÷ (1 ⁄ n + 1 ⁄ m)
 * is chi-squared in the limit.
 */
export function jensenShannonNull(classes: number, rowsA: number, rowsB: number, chance = 0.95): number {
  if (classes < 2) return 0;
  return Math.sqrt(((1 / rowsA + 1 / rowsB) * chiSquareQuantile(chance, classes - 1)) / (8 * Math.LN2));
}

/** Population stability index of two rows of counts; half a row is added to each class, so that none is empty. */
export function stabilityIndex(reference: Float64Array, current: Float64Array): number {
  const classes = reference.length;
  const [rowsA, rowsB] = [total(reference) + classes / 2, total(current) + classes / 2];
  let index = 0;
  for (let place = 0; place < classes; place += 1) {
    const e = ((reference[place] ?? 0) + 0.5) / rowsA;
    const a = ((current[place] ?? 0) + 0.5) / rowsB;
    index += (a - e) * Math.log(a / e);
  }
  return index;
}

/**
 * Index that two samples of one distribution stay below with this chance: (1 ⁄ n + 1 ⁄ m) χ² of one degree less than the
 * classes. The bounds 0.1 and 0.25 in use elsewhere know no number of rows. Source: Yurdakul & Naranjo (2020), J. Risk
 * Model Valid. 14(4).
 */
export function stabilityNull(classes: number, rowsA: number, rowsB: number, chance = 0.95): number {
  return classes < 2 ? 0 : (1 / rowsA + 1 / rowsB) * chiSquareQuantile(chance, classes - 1);
}

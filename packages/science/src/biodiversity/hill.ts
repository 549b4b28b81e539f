/** Effective numbers of species: all of them (q 0), the common ones (q 1: exp of Shannon's H), the dominant ones (q 2). */
export type HillNumbers = { readonly q0: number; readonly q1: number; readonly q2: number };

/** Hill numbers expected in a sample of `records`: drawn from those counted, or looked for beyond them. */
export type HillPoint = HillNumbers & { readonly records: number; readonly isExtrapolated: boolean };

/** How many species were recorded once, twice. */
type Rare = { readonly once: number; readonly twice: number };

const sumOf = (values: readonly number[], of: (value: number) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);

/** Throws for counts that are not whole numbers above zero. */
function checked(counts: readonly number[]): number {
  const wrong = counts.find((count) => !Number.isSafeInteger(count) || count < 1);
  if (wrong !== undefined) throw new RangeError(`hill: expected whole counts above zero, received ${wrong}`);
  return sumOf(counts, (count) => count);
}

const rareOf = (counts: readonly number[]): Rare => ({
  once: counts.filter((count) => count === 1).length,
  twice: counts.filter((count) => count === 2).length,
});

/** Hill numbers of the records as they are (Hill 1973). Null where nothing was counted. */
export function observedHill(counts: readonly number[]): HillNumbers | null {
  const total = checked(counts);
  if (total === 0) return null;
  const share = (count: number) => count / total;
  return {
    q0: counts.length,
    q1: Math.exp(-sumOf(counts, (count) => share(count) * Math.log(share(count)))),
    q2: 1 / sumOf(counts, (count) => share(count) ** 2),
  };
}

/** Species not seen yet, at least: Chao (1984), with the form of Chao et al. (2014, eq. 2) where none was seen twice. */
export function unseenSpecies(counts: readonly number[]): number {
  const total = checked(counts);
  const { once, twice } = rareOf(counts);
  if (once === 0) return 0;
  const scale = (total - 1) / total;
  return twice > 0 ? (scale * once ** 2) / (2 * twice) : (scale * once * (once - 1)) / 2;
}

/** Share of the individuals of the sea whose species was seen, 0–1: Chao and Jost (2012), eq. 4a. Null with fewer than two records. */
export function sampleCoverage(counts: readonly number[]): number | null {
  const total = checked(counts);
  if (total < 2) return null;
  const { once, twice } = rareOf(counts);
  if (once === 0) return 1;
  const seen = twice > 0 ? (total - 1) * once : (total - 1) * (once - 1);
  const rest = twice > 0 ? 2 * twice : 2;
  return 1 - (once / total) * (seen / (seen + rest));
}

/**
 * Hill numbers that more and more records would come to. q 0 is a lower bound, q 1 the estimator of Chao, Wang and Jost
 * (2013), q 2 the unbiased one of Simpson's (Chao et al. 2014, appendix E). Null with fewer than two records, and q 2 is
 * infinite where no species was recorded twice.
 */
export function asymptoticHill(counts: readonly number[]): HillNumbers | null {
  const total = checked(counts);
  if (total < 2) return null;
  const pairs = sumOf(counts, (count) => count * (count - 1)) / (total * (total - 1));
  return { q0: counts.length + unseenSpecies(counts), q1: Math.exp(asymptoticShannon(counts, total)), q2: 1 / pairs };
}

/** Shannon's H of all there is, natural logarithm: Chao, Wang and Jost (2013), eq. 7. */
function asymptoticShannon(counts: readonly number[], total: number): number {
  const { once, twice } = rareOf(counts);
  const seen = sumOf(counts, (count) => (count / total) * (digamma(total) - digamma(count)));
  if (once === 0) return seen;
  const chance = twice > 0 ? (2 * twice) / ((total - 1) * once + 2 * twice) : 2 / ((total - 1) * (once - 1) + 2);
  return seen + (once / total) * tailOf(1 - chance, total);
}

/**
 * (1−A)^(1−n) · (−ln A − Σ_{r<n} (1−A)^r ÷ r), as the series Σ_{j≥1} (1−A)^j ÷ (n−1+j) that it equals: the difference
 * itself would lose all its digits.
 */
function tailOf(ratio: number, total: number): number {
  let sum = 0;
  let power = ratio;
  for (let step = 1; power > 1e-14 && step < 5e7; step += 1) {
    sum += power / (total - 1 + step);
    power *= ratio;
  }
  return sum;
}

/** ψ(x), by recurrence up to 10 and the asymptotic series beyond (Abramowitz and Stegun 6.3.18). */
function digamma(x: number): number {
  let shifted = x;
  let below = 0;
  while (shifted < 10) {
    below -= 1 / shifted;
    shifted += 1;
  }
  const square = 1 / shifted ** 2;
  return below + Math.log(shifted) - 1 / (2 * shifted) - square * (1 / 12 - square * (1 / 120 - square / 252));
}

/** ln n!, exact sums up to 20 and Stirling's series beyond. */
function logFactorial(n: number): number {
  if (n <= 20) {
    let sum = 0;
    for (let factor = 2; factor <= n; factor += 1) sum += Math.log(factor);
    return sum;
  }
  const inverse = 1 / n;
  const series = inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260;
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** The chance that none of `draws` out of `total` is one of `own`: C(N−X, m) ÷ C(N, m). */
function chanceOfNone(total: number, own: number, draws: number): number {
  return total - own < draws ? 0 : Math.exp(logChoose(total - own, draws) - logChoose(total, draws));
}

/** Terms of the points beyond the records; one set of counts shares it. */
type Ends = { readonly all: number; readonly observed: number; readonly before: number };

/** Hill numbers expected in a sample of each size; see `hillAt`. */
export function hillCurve(counts: readonly number[]): (records: number) => HillPoint {
  let ends: Ends | null = null;
  return (records) => {
    ends ??= endsOf(counts);
    return pointOf(counts, records, ends);
  };
}

/**
 * Hill numbers expected in `records` drawn without replacement from those counted, or, beyond them, looked for.
 * Rarefaction and extrapolation of q 0 and q 2: Chao et al. (2014), Ecological Monographs 84:45–67, table 1; q 1 beyond
 * the records: Hsieh, Ma and Chao (2016). Throws for fewer than one record.
 */
export function hillAt(counts: readonly number[], records: number): HillPoint {
  return hillCurve(counts)(records);
}

function endsOf(counts: readonly number[]): Ends {
  const total = checked(counts);
  if (total === 0) throw new RangeError('hill: nothing was counted');
  const observed = observedHill(counts)?.q1 ?? 1;
  return {
    observed,
    all: asymptoticHill(counts)?.q1 ?? observed,
    before: total < 2 ? observed : rarefiedShannon(counts, total, total - 1),
  };
}

function pointOf(counts: readonly number[], records: number, ends: Ends): HillPoint {
  if (!Number.isInteger(records) || records < 1) throw new RangeError(`hill: expected a record, received ${records}`);
  const total = sumOf(counts, (count) => count);
  const pairs = total < 2 ? 0 : sumOf(counts, (count) => count * (count - 1)) / (total * (total - 1));
  const q2 = 1 / (1 / records + ((records - 1) / records) * pairs);
  if (records <= total) {
    const q0 = sumOf(counts, (count) => 1 - chanceOfNone(total, count, records));
    return { records, isExtrapolated: false, q0, q1: rarefiedShannon(counts, total, records), q2 };
  }
  const more = records - total;
  return { records, isExtrapolated: true, q0: speciesBeyond(counts, total, more), q1: shannonBeyond(ends, more), q2 };
}

/** Species in `more` records than were counted. */
function speciesBeyond(counts: readonly number[], total: number, more: number): number {
  const { once } = rareOf(counts);
  const unseen = unseenSpecies(counts);
  return unseen === 0 ? counts.length : counts.length + unseen * (1 - (1 - once / (total * unseen + once)) ** more);
}

/** exp of Shannon's H in `more` records than were counted. */
function shannonBeyond({ all, observed, before }: Ends, more: number): number {
  if (all <= observed) return observed;
  const pace = Math.min(1, Math.max(0, (observed - before) / (all - before)));
  return all + (observed - all) * (1 - pace) ** more;
}

/** exp of −Σ_k (k÷m) ln(k÷m) f̂_k(m), f̂_k the species expected k times in m draws: Chao et al. (2014), eq. 4. */
function rarefiedShannon(counts: readonly number[], total: number, draws: number): number {
  const alike = new Map<number, number>();
  for (const count of counts) alike.set(count, (alike.get(count) ?? 0) + 1);
  let entropy = 0;
  for (const [count, species] of alike) entropy += species * expectedTerm(total, count, draws);
  return Math.exp(entropy);
}

/** Chances this small add nothing that a figure shows. */
const leastChance = 1e-13;

/** E[−(k÷m) ln(k÷m)] for k of the hypergeometric distribution of a species in a sample, from its mode outwards. */
function expectedTerm(total: number, own: number, draws: number): number {
  const least = Math.max(0, draws - (total - own));
  const most = Math.min(own, draws);
  const mode = Math.min(most, Math.max(least, Math.floor(((draws + 1) * (own + 1)) / (total + 2))));
  const atMode = Math.exp(logChoose(own, mode) + logChoose(total - own, draws - mode) - logChoose(total, draws));
  const term = (k: number) => (k === 0 ? 0 : -(k / draws) * Math.log(k / draws));
  let sum = atMode * term(mode);
  let chance = atMode;
  for (let k = mode; k < most && chance > leastChance; k += 1) {
    chance *= ((own - k) * (draws - k)) / ((k + 1) * (total - own - draws + k + 1));
    sum += chance * term(k + 1);
  }
  chance = atMode;
  for (let k = mode; k > least && chance > leastChance; k -= 1) {
    chance *= (k * (total - own - draws + k)) / ((own - k + 1) * (draws - k + 1));
    sum += chance * term(k - 1);
  }
  return sum;
}

/** Sizes at which a curve is computed: `steps` up to `total`, and as many again up to twice as much. */
export function curveSizes(total: number, steps: number): readonly number[] {
  const size = (step: number) => Math.max(1, Math.round((total * step) / steps));
  return [...new Set([1, ...Array.from({ length: 2 * steps }, (_, index) => size(index + 1))])].filter(
    (records) => records <= 2 * total,
  );
}

/**
 * Species expected in `units` sampling units drawn from all, from the number of units each was found in:
 * Σ 1 − C(T−Y, t) ÷ C(T, t). Source: Colwell et al. (2012), Journal of Plant Ecology 5:3–21, eq. 5.
 */
export function accumulatedSpecies(incidences: readonly number[], allUnits: number, units: number): number {
  if (incidences.some((found) => found > allUnits)) throw new RangeError('accumulation: more finds than units');
  if (units > allUnits) throw new RangeError(`accumulation: expected at most ${allUnits} units, received ${units}`);
  return sumOf(incidences, (found) => 1 - chanceOfNone(allUnits, found, units));
}

/** ln Γ(x) for x > 0, to 1e-14: Stirling's series from 10 on, below by Γ(x + 1) = x Γ(x). */
function logGamma(x: number): number {
  let [at, product] = [x, 1];
  while (at < 10) {
    product *= at;
    at += 1;
  }
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}

/** Regularised incomplete beta function by its continued fraction. Source: DLMF 8.17.22; Lentz (1976), Appl. Opt. 15:668–671. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const small = 1e-300;
  let [c, d] = [1, 1 / kept(1 - ((a + b) * x) / (a + 1))];
  let fraction = d;
  for (let m = 1; m < 1_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  const front = a * Math.log(x) + b * Math.log1p(-x) - logGamma(a) - logGamma(b) + logGamma(a + b);
  return (Math.exp(front) * fraction) / a;

  function kept(value: number): number {
    return Math.abs(value) < small ? small : value;
  }
}

/** Chance that Student's t with these degrees of freedom is at most `value`; with Infinity, the normal distribution. */
export function studentChance(value: number, degrees: number): number {
  // From a million degrees on the two differ by less than 1e-6.
  const tail =
    degrees > 1e6
      ? normalTail(Math.abs(value))
      : 0.5 * incompleteBeta(degrees / (degrees + value * value), degrees / 2, 0.5);
  return value > 0 ? 1 - tail : tail;
}

/** Chance that a normal number is above `value` ≥ 0: ½ erfc(value ÷ √2), as series of the incomplete gamma function. */
function normalTail(value: number): number {
  const half = (value * value) / 2;
  if (value < 3) {
    let [term, sum] = [value, value];
    for (let k = 1; Math.abs(term) > 1e-17 * sum && k < 200; k += 1) {
      term *= (value * value) / (2 * k + 1);
      sum += term;
    }
    return 0.5 - (Math.exp(-half) / Math.sqrt(2 * Math.PI)) * sum;
  }
  let fraction = value;
  for (let k = 60; k > 0; k -= 1) fraction = value + k / fraction;
  return Math.exp(-half) / Math.sqrt(2 * Math.PI) / fraction;
}

/** Value that Student's t stays below with this chance (0–1); with Infinity, of the normal distribution. */
export function studentQuantile(chance: number, degrees: number): number {
  if (!(chance > 0 && chance < 1)) throw new RangeError(`chance: received ${chance}, expected between 0 and 1`);
  if (chance === 0.5) return 0;
  const tail = Math.min(chance, 1 - chance);
  // Doubling finds the bound of a heavy tail as surely as of a light one.
  let [low, high] = [0, 1];
  while (studentChance(-high, degrees) > tail) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step += 1) {
    const middle = (low + high) / 2;
    if (studentChance(-middle, degrees) > tail) low = middle;
    else high = middle;
  }
  return ((low + high) / 2) * (chance < 0.5 ? -1 : 1);
}

/** Chance that chi-squared with these degrees of freedom is above `value`: the regularised incomplete gamma function. Source: DLMF 8.7.1, 8.9.2. */
export function chiSquareTail(value: number, degrees: number): number {
  if (!(value > 0)) return 1;
  const [a, x] = [degrees / 2, value / 2];
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let k = 1; k < 10_000 && term > 1e-17 * sum; k += 1) {
      term *= x / (a + k);
      sum += term;
    }
    return 1 - front * sum;
  }
  const small = 1e-300;
  let b = x + 1 - a;
  let [c, d] = [1 / small, 1 / b];
  let fraction = d;
  for (let k = 1; k < 10_000; k += 1) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (numerator * d + b || small);
    c = b + numerator / c || small;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** Value that chi-squared stays below with this chance (0–1). */
export function chiSquareQuantile(chance: number, degrees: number): number {
  if (!(chance > 0 && chance < 1)) throw new RangeError(`chance: received ${chance}, expected between 0 and 1`);
  let [low, high] = [0, degrees + 1];
  while (chiSquareTail(high, degrees) > 1 - chance) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-14 * high; step += 1) {
    const middle = (low + high) / 2;
    if (chiSquareTail(middle, degrees) > 1 - chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Rows whose predicted chances lie in one class, and what happened in them. */
export type ReliabilityBin = {
  /** Mean predicted chance, 0–1. */
  readonly predicted: number;
  /** Share of presences, 0–1. */
  readonly observed: number;
  readonly count: number;
};

export type Calibration = {
  /** Classes that hold rows, from low to high chances. */
  readonly curve: readonly ReliabilityBin[];
  /** Mean squared difference of chance and outcome (Brier 1950). */
  readonly brier: number;
  /** Expected calibration error: mean |predicted − observed| of the classes, weighted by their rows. */
  readonly ece: number;
  /** Mean −ln of the chance given to what happened, chances kept 1e-15 away from 0 and 1. */
  readonly logLoss: number;
};

/**
 * How predicted chances (0–1) compare with outcomes (0, 1): reliability curve in classes of equal width, Brier score,
 * expected calibration error and logarithmic loss. Throws a RangeError for a chance outside 0–1 or no row.
 * Source: Brier (1950), Mon. Weather Rev. 78:1–3; Naeini et al. (2015), AAAI.
 */
export function calibrationOf(chances: Float64Array, outcomes: Uint8Array, bins = 10): Calibration {
  const rows = chances.length;
  if (rows === 0 || outcomes.length !== rows) {
    throw new RangeError(`calibrationOf: received ${rows} chances and ${outcomes.length} outcomes`);
  }
  const sums = Array.from({ length: bins }, () => ({ predicted: 0, observed: 0, count: 0 }));
  let brier = 0;
  let logLoss = 0;
  for (let row = 0; row < rows; row += 1) {
    const chance = chances[row] ?? Number.NaN;
    const outcome = outcomes[row] ?? 0;
    if (!(chance >= 0 && chance <= 1)) throw new RangeError(`chances: row ${row} is ${chance}, expected 0–1`);
    brier += (chance - outcome) ** 2;
    const kept = Math.min(1 - 1e-15, Math.max(1e-15, outcome === 1 ? chance : 1 - chance));
    logLoss -= Math.log(kept);
    const bin = sums[Math.min(bins - 1, Math.floor(chance * bins))];
    if (bin === undefined) continue;
    bin.predicted += chance;
    bin.observed += outcome;
    bin.count += 1;
  }
  const curve = sums
    .filter(({ count }) => count > 0)
    .map(({ predicted, observed, count }) => ({ predicted: predicted / count, observed: observed / count, count }));
  const ece = curve.reduce((sum, bin) => sum + (bin.count / rows) * Math.abs(bin.predicted - bin.observed), 0);
  return { curve, brier: brier / rows, ece, logLoss: logLoss / rows };
}

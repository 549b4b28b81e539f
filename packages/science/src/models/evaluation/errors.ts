/** Errors of predicted numbers, in their unit but for R², which is a share of the variance of the observed. */
export type NumberErrors = {
  readonly rmse: number;
  readonly mae: number;
  /** Mean of predicted − observed. */
  readonly bias: number;
  /** 1 − squared errors ÷ squares about the observed mean; null where the observed are all equal. */
  readonly r2: number | null;
};

/** Throws a RangeError for lengths that differ, or no row. */
export function numberErrors(predicted: Float64Array, observed: Float64Array): NumberErrors {
  const rows = requireSame(predicted.length, observed.length);
  let squares = 0;
  let absolute = 0;
  let bias = 0;
  let sum = 0;
  for (let row = 0; row < rows; row += 1) {
    const error = (predicted[row] ?? Number.NaN) - (observed[row] ?? Number.NaN);
    squares += error * error;
    absolute += Math.abs(error);
    bias += error;
    sum += observed[row] ?? Number.NaN;
  }
  const mean = sum / rows;
  let about = 0;
  for (const value of observed) about += (value - mean) ** 2;
  const r2 = about === 0 ? null : 1 - squares / about;
  return { rmse: Math.sqrt(squares / rows), mae: absolute / rows, bias: bias / rows, r2 };
}

export type ClassErrors = {
  /** Rows by observed class, then by predicted class. */
  readonly confusion: readonly (readonly number[])[];
  readonly accuracy: number;
  /** Mean over the observed classes of the share that was recognised. */
  readonly balancedAccuracy: number;
  /** Cohen's kappa: agreement beyond chance; null where chance alone agrees always. */
  readonly kappa: number | null;
};

/** Of classes by their codes 0 … classes − 1. Throws a RangeError for lengths that differ, or no row. */
export function classErrors(predicted: Int32Array, observed: Int32Array, classes: number): ClassErrors {
  const rows = requireSame(predicted.length, observed.length);
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (let row = 0; row < rows; row += 1) {
    const line = confusion[observed[row] ?? -1];
    const code = predicted[row] ?? -1;
    if (line?.[code] === undefined) throw new RangeError(`classErrors: row ${row} has a class beyond ${classes - 1}`);
    line[code] += 1;
  }
  const observedOf = confusion.map((line) => line.reduce((a, b) => a + b, 0));
  const predictedOf = confusion.map((_, code) => confusion.reduce((sum, line) => sum + (line[code] ?? 0), 0));
  const hits = confusion.map((line, code) => line[code] ?? 0);
  const accuracy = hits.reduce((a, b) => a + b, 0) / rows;
  const recalls = hits.flatMap((count, code) => ((observedOf[code] ?? 0) > 0 ? [count / (observedOf[code] ?? 1)] : []));
  const chance = observedOf.reduce((sum, count, code) => sum + (count * (predictedOf[code] ?? 0)) / rows ** 2, 0);
  return {
    confusion,
    accuracy,
    balancedAccuracy: recalls.reduce((a, b) => a + b, 0) / recalls.length,
    kappa: chance === 1 ? null : (accuracy - chance) / (1 - chance),
  };
}

function requireSame(predicted: number, observed: number): number {
  if (predicted === 0 || predicted !== observed) {
    throw new RangeError(
      `received ${predicted} predicted and ${observed} observed values, expected as many, at least 1`,
    );
  }
  return predicted;
}

/**
 * AICc of a presence model: raw output of its presences and of all cells of the area, and its coefficients other than 0.
 * Null where there are no more presences than coefficients + 1. Source: Warren & Seifert (2011), Ecol. Appl. 21:335–342.
 */
export function presenceAicc(presenceRaw: Float64Array, areaRaw: Float64Array, coefficients: number): number | null {
  const presences = presenceRaw.length;
  if (presences <= coefficients + 1) return null;
  let sum = 0;
  for (const raw of areaRaw) sum += raw;
  let logLikelihood = 0;
  for (const raw of presenceRaw) logLikelihood += Math.log(raw / sum);
  const correction = (2 * coefficients * (coefficients + 1)) / (presences - coefficients - 1);
  return 2 * coefficients - 2 * logLikelihood + correction;
}

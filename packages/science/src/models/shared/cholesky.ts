/**
 * Lower triangle L with L · Lᵀ the symmetric matrix given, both by rows (size × size). `weak` is the first row whose pivot
 * is less than `tolerance` of its diagonal, −1 where there is none: that row is a combination of those before it.
 */
export function choleskyOf(
  matrix: Float64Array,
  size: number,
  tolerance = 1e-10,
): { readonly factor: Float64Array; readonly weak: number } {
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column] ?? 0;
      for (let k = 0; k < column; k += 1) sum -= (factor[row * size + k] ?? 0) * (factor[column * size + k] ?? 0);
      if (column < row) {
        factor[row * size + column] = sum / (factor[column * size + column] ?? 1);
        continue;
      }
      // A pivot that is not a number is weak too.
      if (!(sum > tolerance * Math.abs(matrix[row * size + row] ?? 0))) return { factor, weak: row };
      factor[row * size + row] = Math.sqrt(sum);
    }
  }
  return { factor, weak: -1 };
}

/** Solution x of L · Lᵀ · x = right. */
export function solveCholesky(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solution = right.slice();
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] ?? 0;
    for (let k = 0; k < row; k += 1) sum -= (factor[row * size + k] ?? 0) * (solution[k] ?? 0);
    solution[row] = sum / (factor[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0;
    for (let k = row + 1; k < size; k += 1) sum -= (factor[k * size + row] ?? 0) * (solution[k] ?? 0);
    solution[row] = sum / (factor[row * size + row] ?? 1);
  }
  return solution;
}

/** Inverse of L · Lᵀ, by rows. */
export function invertCholesky(factor: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column += 1) {
    const unit = new Float64Array(size);
    unit[column] = 1;
    const solved = solveCholesky(factor, unit);
    for (let row = 0; row < size; row += 1) inverse[row * size + column] = solved[row] ?? 0;
  }
  return inverse;
}

/**
 * Curve that takes a criterion to 0–1. `linear` and `sigmoid` rise from `from` to `to` (they fall where `from` is above
 * `to`); `j-shaped` is 0.5 at `from` and 1 from `to` on, and nears 0 without reaching it; `range` is linear between the
 * extremes of the values; `trapezoid` rises a–b and falls c–d; `breaks` is a line through points in order of x.
 */
export type StandardCurve =
  | { readonly kind: 'range'; readonly sense: 'benefit' | 'cost' }
  | { readonly kind: 'linear' | 'sigmoid' | 'j-shaped'; readonly from: number; readonly to: number }
  | { readonly kind: 'trapezoid'; readonly points: readonly [number, number, number, number] }
  | { readonly kind: 'breaks'; readonly points: readonly (readonly [x: number, share: number])[] };

/**
 * Values as shares 0–1 of full suitability; NaN stays. Sources: fuzzy membership as Eastman (1999), Idrisi 32, sigmoid
 * cos², J-shaped 1 ÷ (1 + ((x − to) ÷ (to − from))²); a range without spread is 1 everywhere. Throws a RangeError for a curve that is none.
 */
export function standardise(values: Float32Array | Float64Array, curve: StandardCurve): Float64Array {
  const shareOf = shareFunction(values, curve);
  const shares = new Float64Array(values.length);
  for (let cell = 0; cell < values.length; cell += 1) shares[cell] = shareOf(values[cell] ?? Number.NaN);
  return shares;
}

function shareFunction(values: Float32Array | Float64Array, curve: StandardCurve): (value: number) => number {
  if (curve.kind === 'range') {
    const [least, largest] = extremesOf(values);
    if (least === largest) return (value) => (Number.isNaN(value) ? value : 1);
    return curve.sense === 'benefit' ? ramp(least, largest) : ramp(largest, least);
  }
  if ('from' in curve) {
    if (!Number.isFinite(curve.from) || !Number.isFinite(curve.to) || curve.from === curve.to) {
      throw new RangeError(`curve: received ${curve.from}–${curve.to}, expected two numbers that differ`);
    }
    if (curve.kind === 'j-shaped') return jShaped(curve.from, curve.to);
    const linear = ramp(curve.from, curve.to);
    return curve.kind === 'linear' ? linear : (value) => Math.sin((linear(value) * Math.PI) / 2) ** 2;
  }
  const points =
    curve.kind === 'breaks'
      ? curve.points
      : curve.points.map((x, place) => [x, place === 1 || place === 2 ? 1 : 0] as const);
  return throughPoints(points);
}

function extremesOf(values: Float32Array | Float64Array): readonly [number, number] {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return [least, largest];
}

const ramp =
  (from: number, to: number) =>
  (value: number): number =>
    Number.isNaN(value) ? value : Math.max(0, Math.min(1, (value - from) / (to - from)));

const jShaped =
  (half: number, full: number) =>
  (value: number): number => {
    const short = (full - value) / (full - half);
    return short <= 0 ? 1 : 1 / (1 + short * short);
  };

function throughPoints(points: readonly (readonly [x: number, share: number])[]): (value: number) => number {
  points.forEach(([x, share], place) => {
    if (!(x >= (points[place - 1]?.[0] ?? Number.NEGATIVE_INFINITY) && share >= 0 && share <= 1)) {
      throw new RangeError(`curve: point ${place} is [${x}, ${share}], expected x in order and a share 0–1`);
    }
  });
  if (points.length < 2) throw new RangeError(`curve: received ${points.length} points, expected two or more`);
  return (value) => {
    if (Number.isNaN(value)) return value;
    const next = points.findIndex(([x]) => x >= value);
    if (next <= 0) return (next === 0 ? points[0]?.[1] : points.at(-1)?.[1]) ?? 0;
    const [[x0, y0] = [0, 0], [x1, y1] = [0, 0]] = [points[next - 1], points[next]];
    return y0 + ((y1 - y0) * (value - x0)) / (x1 - x0);
  };
}

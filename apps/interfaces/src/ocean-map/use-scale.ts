import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { fieldQuantiles } from '@kianda/viz/field/decode.ts';
import { useMemo, useRef } from 'react';
import type { Frame } from './frames.ts';
import { type DrawnBase, describeBase } from './layers.ts';

/** Rounds a span outwards to two figures of its length, so that the legend's ends are readable. */
export function roundedSpan(low: number, high: number): readonly [number, number] {
  const step = 10 ** (Math.floor(Math.log10(Math.max(high - low, 1e-6))) - 1) * 5;
  const round = (value: number) => Number(value.toPrecision(12));
  return [round(Math.floor(low / step) * step), round(Math.ceil(high / step) * step)];
}

/**
 * Colours of a base layer: over the variable's usual range, or fitted to the 2nd and 98th percentile of the field that
 * was shown when fitting was chosen, and constant through the animation: a scale that moves with every frame would hide
 * change.
 */
export function useScale(base: DrawnBase | null, fitted: boolean, frame: Frame | null): ColourScale | null {
  const fit = useRef<{ base: DrawnBase; range: readonly [number, number] } | null>(null);
  if (!fitted || base === null) fit.current = null;
  else if (fit.current?.base !== base && frame !== null) {
    const quantiles = fieldQuantiles(frame.field, 0.02, 0.98);
    if (quantiles !== null) fit.current = { base, range: spanOf(base, quantiles) };
  }
  const range = fit.current?.range;
  return useMemo(() => {
    if (base === null) return null;
    const { ramp, log, range: usual } = describeBase(base);
    return createColourScale({ ramp, log, range: range ?? usual });
  }, [base, range]);
}

function spanOf(base: DrawnBase, [low, high]: readonly [number, number]): readonly [number, number] {
  const { ramp, log } = describeBase(base);
  if (log) return [Number(low.toPrecision(1)), Number(Math.max(high, low * 2).toPrecision(1))];
  if (ramp !== 'balance') return roundedSpan(low, high);
  // Zero stays in the middle of an anomaly.
  const [, reach] = roundedSpan(0, Math.max(Math.abs(low), Math.abs(high)));
  return [-reach, reach];
}

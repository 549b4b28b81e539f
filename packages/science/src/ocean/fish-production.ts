/** Catch of one species or group: wet tonnes and mean trophic level (≥ 1). */
export type CatchAtLevel = { readonly tonnes: number; readonly trophicLevel: number };

export type TrophicOptions = {
  /** Share of production passed from one level to the next, 0–1; Pauly & Christensen use 0.10. */
  readonly transferEfficiency?: number;
  /** Wet weight to carbon; 9 : 1. */
  readonly wetPerCarbon?: number;
};

/** Lowest and highest transfer efficiency between which results are given as an interval. */
export const transferEfficiencyRange = [0.05, 0.15] as const;

function optionsOf({ transferEfficiency = 0.1, wetPerCarbon = 9 }: TrophicOptions) {
  if (!(transferEfficiency > 0 && transferEfficiency <= 1)) {
    throw new RangeError(`transfer efficiency: expected above 0, at most 1, received ${transferEfficiency}`);
  }
  if (!(wetPerCarbon > 0)) throw new RangeError(`wet weight per carbon: expected above 0, received ${wetPerCarbon}`);
  return { transferEfficiency, wetPerCarbon };
}

/**
 * Primary production required to sustain catches, t C: Σ (catch / 9) · TE^−(TL − 1). Throws on an efficiency outside
 * 0–1. Source: Pauly & Christensen (1995), Nature 374:255–257.
 */
export function primaryProductionRequired(catches: readonly CatchAtLevel[], options: TrophicOptions = {}): number {
  const { transferEfficiency, wetPerCarbon } = optionsOf(options);
  return catches.reduce(
    (sum, { tonnes, trophicLevel }) => sum + (tonnes / wetPerCarbon) * transferEfficiency ** -(trophicLevel - 1),
    0,
  );
}

/**
 * Production of fish at a trophic level, wet tonnes a year, from primary production (t C a year) of the area: the
 * most that could be caught, not what should be. Throws on an efficiency outside 0–1. Source: as above, inverted.
 */
export function potentialFishProduction(
  primaryProductionTonnesCarbon: number,
  trophicLevel: number,
  options: TrophicOptions = {},
): { readonly tonnes: number; readonly low: number; readonly high: number } {
  const { transferEfficiency, wetPerCarbon } = optionsOf(options);
  const at = (efficiency: number) => primaryProductionTonnesCarbon * efficiency ** (trophicLevel - 1) * wetPerCarbon;
  const [low, high] = transferEfficiencyRange;
  return { tonnes: at(transferEfficiency), low: at(low), high: at(high) };
}

import { type MapBand, type MapBandStatistics, mapBands } from '@kianda/contract/models/maps/maps.contract';
import { quantileOfSorted } from '@kianda/science/models/shared/statistics';
import type { CogBand } from '../../../../platform/formats/cog.ts';
import type { ScoredGrid } from '../scoring/scoring.types.ts';

/** The layers of a map, in the order of its file. One that the method has not is without data. */
export function bandsOf(scored: ScoredGrid): readonly (CogBand & { readonly band: MapBand })[] {
  const { value, spread, novelty, unit, classes, spreadKind } = scored;
  const empty = () => new Float32Array(value.length).fill(Number.NaN);
  return [
    { band: 'value', name: mapBands.value, unit, values: value, kind: classes.length > 0 ? 'codes' : 'number' },
    {
      ...{ band: 'uncertainty', name: mapBands.uncertainty, kind: 'number' },
      ...{ unit: spreadKind === 'chance' ? null : unit, values: spread ?? empty() },
    },
    { band: 'novelty', name: mapBands.novelty, unit: '%', values: novelty ?? empty(), kind: 'number' },
  ];
}

/** Colours of a map should not be spoiled by a few strange cells. */
const [lowShare, highShare] = [0.02, 0.98];

export function statisticsOf(band: MapBand, unit: string | null, values: Float32Array): MapBandStatistics {
  const known = Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort();
  const [min, max] = [known[0] ?? null, known.at(-1) ?? null];
  const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  const at = (share: number) => (known.length === 0 ? null : quantileOfSorted(known, share));
  return { band, unit, cells: known.length, min, max, mean, low: at(lowShare), high: at(highShare) };
}

/** Share of the cells with a value that are unlike what the version learned from; null where that is not known. */
export function outsideOf({ value, novelty }: Pick<ScoredGrid, 'value' | 'novelty'>): number | null {
  if (novelty === null) return null;
  let [told, outside] = [0, 0];
  value.forEach((one, cell) => {
    if (Number.isNaN(one)) return;
    told += 1;
    if ((novelty[cell] ?? 0) < 0) outside += 1;
  });
  return told === 0 ? null : outside / told;
}

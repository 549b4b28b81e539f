import { primaryProductionRequired } from '../ocean/fish-production.ts';

/** Catch of a species in a year, wet tonnes; the level is null where it is not known. */
type SpeciesCatch = { readonly tonnes: number; readonly trophicLevel: number | null };

type CatchLevels = {
  readonly tonnes: number;
  /** Of the catch, that of species with a level, 0–1. */
  readonly knownShare: number;
  /** Mean level by weight; null where no species has one. */
  readonly meanLevel: number | null;
  /** t C that the catch of known levels took (Pauly & Christensen 1995, 10 %). */
  readonly requiredCarbon: number;
};

/** Catches by the trophic level they were taken at. */
export function catchLevels(catches: readonly SpeciesCatch[]): CatchLevels {
  const known = catches.flatMap(({ tonnes, trophicLevel }) =>
    trophicLevel === null ? [] : [{ tonnes, trophicLevel }],
  );
  const sum = (rows: readonly { readonly tonnes: number }[]) => rows.reduce((total, { tonnes }) => total + tonnes, 0);
  const [tonnes, knownTonnes] = [sum(catches), sum(known)];
  const weighted = known.reduce((total, row) => total + row.tonnes * row.trophicLevel, 0);
  return {
    tonnes,
    knownShare: tonnes === 0 ? 0 : knownTonnes / tonnes,
    meanLevel: knownTonnes === 0 ? null : weighted / knownTonnes,
    requiredCarbon: primaryProductionRequired(known),
  };
}

import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import { distanceMeters, type Position } from '@kianda/geo';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import { drawn } from './cleaning.rules.ts';

type Area = {
  /** Cells of the ZEE with all variables. */
  readonly cells: readonly Position[];
  readonly cellOf: (position: Position) => number | undefined;
  readonly presences: readonly Position[];
  /** Of all species; read for the target group alone. */
  readonly occurrences: LearningOccurrences | null;
};

/** Cells that the presences are compared with, drawn by the seed, in their own order. */
export function backgroundCells(
  { cells, cellOf, presences, occurrences }: Area,
  { kind, points, bufferKilometres }: StudyParameters['background'],
  seed: number,
): readonly number[] {
  const all = cells.keys().toArray();
  const reach = bufferKilometres * 1_000;
  const candidates =
    kind === 'zee'
      ? all
      : kind === 'target_group'
        ? recordedCells(occurrences, cellOf)
        : all.filter((cell) => presences.some((one) => distanceMeters(one, cells[cell] ?? [0, 0]) <= reach));
  return drawn(candidates, `${seed} background`)
    .slice(0, points)
    .sort((a, b) => a - b);
}

/** Cells where anyone recorded anything: the effort of those who look is alike there. */
function recordedCells(occurrences: LearningOccurrences | null, cellOf: Area['cellOf']): number[] {
  const found = new Set<number>();
  occurrences?.longitudes.forEach((lon, row) => {
    const cell = cellOf([lon, occurrences.latitudes[row] ?? Number.NaN]);
    if (cell !== undefined) found.add(cell);
  });
  return [...found].sort((a, b) => a - b);
}

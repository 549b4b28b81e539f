import type { Position } from '@kianda/geo';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { LearningColumn } from '../training/training.types.ts';
import type { LearningTable, TableSource } from './learning-table.types.ts';

export const fromOccurrences = ({ sources }: LearningOccurrences): readonly TableSource[] =>
  sources.map((source) => ({ ...source, name: `Ocorrências: ${source.name.toUpperCase()}` }));

/** Features that the specification names and no source measures here. */
export const namedNowhere = (names: readonly string[]): LearningTable['leftOut'] =>
  names.map((name) => ({ name, reason: 'Nenhuma fonte ligada à plataforma a mede.' }));

/** Longitude and latitude as columns. */
export function placeColumns(positions: readonly Position[]): LearningColumn[] {
  const column = (name: string, label: string, axis: 0 | 1): LearningColumn => ({
    ...{ name, label, unit: '°', kind: 'continuous' },
    values: Float64Array.from(positions, (position) => position[axis]),
  });
  return [column('longitude', 'Longitude', 0), column('latitude', 'Latitude', 1)];
}

/** Spatial blocks over positions. */
export const overPlaces = (positions: readonly Position[]) => ({
  kind: 'spatial_blocks' as const,
  longitudes: Float64Array.from(positions, ([lon]) => lon),
  latitudes: Float64Array.from(positions, ([, lat]) => lat),
});

/** Month 1–12 as a column. */
export const monthColumn = (values: Float64Array): LearningColumn => ({
  ...{ name: 'month', label: 'Mês', unit: null, kind: 'continuous', values },
});

import type { Position } from '@kianda/geo';
import { expectedSpecies } from '@kianda/science/biodiversity/diversity';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { Environment } from './environment.ts';
import { type LearningTable, requireRows } from './learning-table.types.ts';
import { fromOccurrences, overPlaces, placeColumns } from './table-parts.ts';

const cellDegrees = 0.25;
/** Records of a cell that its diversity is told for: cells with fewer are left out. */
const records = 15;
const leastCells = 40;

/** Species expected in as many records of each cell, so that cells with more effort do not seem richer. */
export function richnessTable(occurrences: LearningOccurrences, environment: Environment): LearningTable {
  const cells = [...countsByCell(occurrences)].filter(([, counts]) => sumOf(counts) >= records);
  const positions = cells.map(([key]) => positionOf(key));
  requireRows(cells.length, leastCells, {
    what: `células com ${records} registos ou mais`,
    remedy: 'Execute os conectores OBIS e GBIF para trazer mais ocorrências.',
  });
  const richness = cells.map(([, counts]) => expectedSpecies([...counts.values()], records) ?? Number.NaN);
  return {
    methods: [{ kind: 'forest' }, { kind: 'boosting' }, { kind: 'linear' }],
    columns: [...environment.columnsAt(positions), ...placeColumns(positions)],
    target: { task: 'number', values: Float64Array.from(richness), unit: 'espécies', isLogged: false },
    split: overPlaces(positions),
    baseline: { kind: 'mean', name: 'Média das outras células' },
    purpose: `Espécies que se esperam em ${records} registos de uma célula de ${cellDegrees.toLocaleString('pt-PT')}° (rarefação de Hurlbert).`,
    sources: [...fromOccurrences(occurrences), ...environment.sources],
    leftOut: [...environment.missing],
    limits: [
      'Diz quantas espécies se registam com o mesmo esforço, não quantas há.',
      'As células sem registos bastantes não contam; longe delas a previsão é incerta.',
    ],
  };
}

function countsByCell({ species, longitudes, latitudes }: LearningOccurrences) {
  const cells = new Map<string, Map<number, number>>();
  species.forEach((one, row) => {
    const key = `${Math.floor((longitudes[row] ?? 0) / cellDegrees)} ${Math.floor((latitudes[row] ?? 0) / cellDegrees)}`;
    const counts = cells.get(key) ?? new Map<number, number>();
    counts.set(one, (counts.get(one) ?? 0) + 1);
    cells.set(key, counts);
  });
  return cells;
}

function positionOf(key: string): Position {
  const [column = 0, row = 0] = key.split(' ').map(Number);
  return [(column + 0.5) * cellDegrees, (row + 0.5) * cellDegrees];
}

const sumOf = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

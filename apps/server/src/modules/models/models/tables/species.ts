import type { Position } from '@kianda/geo';
import { takeValues } from '@kianda/science/models/shared/columns';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { Environment } from './environment.ts';
import { type LearningTable, requireRows } from './learning-table.types.ts';
import { fromOccurrences, monthColumn, namedNowhere, overPlaces } from './table-parts.ts';

const mostSpecies = 10;
/** Rows of a species that count: one with many more would be all that is learned. */
const mostRowsASpecies = 400;
const leastRowsASpecies = 50;
const leastSpecies = 3;

/** Records of the species recorded most, told apart by the water that they were found in, the depth and the month. */
export function speciesTable(occurrences: LearningOccurrences, environment: Environment): LearningTable {
  const chosen = mostRecorded(occurrences);
  requireRows(chosen.length, leastSpecies, {
    what: `espécies com ${leastRowsASpecies} registos ou mais`,
    remedy: 'Execute os conectores OBIS e GBIF para trazer mais ocorrências.',
  });
  const rows = Uint32Array.from(chosen.flatMap(([, all]) => evenly(all, mostRowsASpecies)).sort((a, b) => a - b));
  const codes = new Map(chosen.map(([species], code) => [species, code]));
  const positions = Array.from(
    rows,
    (row): Position => [occurrences.longitudes[row] ?? Number.NaN, occurrences.latitudes[row] ?? Number.NaN],
  );
  return {
    methods: [{ kind: 'forest' }, { kind: 'boosting' }],
    columns: [
      ...environment.columnsAt(positions),
      {
        ...{ name: 'depth', label: 'Profundidade do registo', unit: 'm', kind: 'continuous' },
        values: takeValues(occurrences.depths, rows),
      },
      monthColumn(takeValues(occurrences.months, rows)),
    ],
    target: {
      task: 'classes',
      values: Float64Array.from(rows, (row) => codes.get(occurrences.species[row] ?? -1) ?? 0),
      classes: chosen.map(([species]) => occurrences.names[species] ?? ''),
    },
    split: overPlaces(positions),
    baseline: { kind: 'most-frequent', name: 'A espécie mais frequente' },
    purpose: `Qual das ${chosen.length} espécies mais registadas se encontra num lugar, a uma profundidade e num mês.`,
    sources: [...fromOccurrences(occurrences), ...environment.sources],
    leftOut: [...namedNowhere(['Tamanho', 'Comportamento', 'Habitat anotado']), ...environment.missing],
    limits: [
      'Só conhece as espécies com mais registos: outra recebe o nome da mais parecida no mar que frequenta.',
      'Não vê fotografias nem medidas do animal.',
    ],
  };
}

function mostRecorded({ species }: LearningOccurrences): readonly (readonly [number, readonly number[]])[] {
  const rows = new Map<number, number[]>();
  species.forEach((one, row) => {
    const known = rows.get(one);
    if (known === undefined) rows.set(one, [row]);
    else known.push(row);
  });
  return [...rows]
    .filter(([, all]) => all.length >= leastRowsASpecies)
    .sort(([a, left], [b, right]) => right.length - left.length || a - b)
    .slice(0, mostSpecies);
}

function evenly(rows: readonly number[], most: number): readonly number[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, place) => rows[Math.floor((place * rows.length) / most)] ?? 0);
}

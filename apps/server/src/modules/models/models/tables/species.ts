import type { Position } from '@kianda/geo';
import { takeValues } from '@kianda/science/models/shared/columns';
import type { LearningOccurrences, LearningSpecimens } from '../../../sea/biodiversity/index.ts';
import type { LearningColumn } from '../training/training.types.ts';
import type { Environment } from './environment.ts';
import { type LearningTable, requireRows } from './learning-table.types.ts';
import { fromOccurrences, monthColumn, overPlaces } from './table-parts.ts';

const mostSpecies = 10;
/** Of measured ones more: their bodies differ where their waters do not. */
const mostMeasured = 20;
/** Rows of a species that count: one with many more would be all that is learned. */
const mostRowsASpecies = 400;
const leastRowsASpecies = 50;
const leastSpecies = 3;

/** Rows that species are learned from: measured animals where there are enough, records where not. */
export type SpeciesRows = {
  readonly occurrences: () => Promise<LearningOccurrences>;
  readonly specimens: LearningSpecimens;
};

/**
 * Species told apart by the water that they were found in, and, where the national institute measured them, by the animal.
 * Measured animals and records are not put together: of a record nobody knows the size, and its absence would give away
 * the species.
 */
export async function speciesTable(
  { occurrences, specimens }: SpeciesRows,
  environment: Environment,
): Promise<LearningTable> {
  return mostRecorded(specimens.species).length >= leastSpecies
    ? measuredTable(specimens, environment)
    : recordedTable(await occurrences(), environment);
}

function measuredTable(specimens: LearningSpecimens, environment: Environment): LearningTable {
  const { classes, rows, positions, target } = chosenOf(specimens, mostMeasured);
  const number = (name: string, label: string, unit: string, values: Float64Array): LearningColumn => ({
    ...{ name, label, unit, kind: 'continuous', values: takeValues(values, rows) },
  });
  const noted = [
    notedColumn('gear', 'Arte', specimens.gears, rows),
    notedColumn('habitat', 'Habitat anotado', specimens.habitats, rows),
    notedColumn('behaviour', 'Comportamento', specimens.behaviours, rows),
  ];
  return {
    methods: [{ kind: 'forest' }, { kind: 'boosting' }],
    columns: [
      number('length', 'Comprimento', 'cm', specimens.lengths),
      number('weight', 'Peso', 'g', specimens.weights),
      number('depth', 'Profundidade da captura', 'm', specimens.depths),
      ...noted.filter(({ categories }) => (categories ?? []).length > 0),
      ...environment.columnsAt(positions),
      monthColumn(takeValues(specimens.months, rows)),
    ],
    target,
    split: overPlaces(positions),
    baseline: { kind: 'most-frequent', name: 'A espécie mais frequente' },
    purpose: `Qual de ${classes} espécies medidas é um animal, pelo tamanho, pela arte e pelo mar de onde veio.`,
    sources: [
      ...specimens.sources.map((source) => ({ ...source, name: `Amostragem: ${source.name}`, licence: null })),
      ...environment.sources,
    ],
    leftOut: [
      ...noted
        .filter(({ categories }) => (categories ?? []).length === 0)
        .map(({ label }) => ({ name: label, reason: 'Ninguém a anotou na amostragem recebida.' })),
      ...environment.missing,
    ],
    limits: [
      'Só conhece as espécies mais medidas: outra recebe o nome da mais parecida.',
      'Aprende também o costume de quem mede: a arte e o lugar de cada campanha.',
    ],
  };
}

/** A column of the words that samplers noted; NaN where they noted nothing. */
function notedColumn(
  name: string,
  label: string,
  noted: readonly (string | null)[],
  rows: Uint32Array,
): LearningColumn {
  const words = Array.from(rows, (row) => noted[row] ?? null);
  const categories = [...new Set(words.filter((word) => word !== null))].toSorted();
  const values = Float64Array.from(words, (word) => (word === null ? Number.NaN : categories.indexOf(word)));
  return { ...{ name, label, unit: null, kind: 'categorical' }, values, categories };
}

function recordedTable(occurrences: LearningOccurrences, environment: Environment): LearningTable {
  requireRows(mostRecorded(occurrences.species).length, leastSpecies, {
    what: `espécies com ${leastRowsASpecies} registos ou mais`,
    remedy: 'Execute os conectores OBIS e GBIF para trazer mais ocorrências.',
  });
  const { classes, rows, positions, target } = chosenOf(occurrences, mostSpecies);
  const unmeasured = `Não há ${leastRowsASpecies} exemplares medidos de ${leastSpecies} espécies na amostragem biológica.`;
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
    target,
    split: overPlaces(positions),
    baseline: { kind: 'most-frequent', name: 'A espécie mais frequente' },
    purpose: `Qual das ${classes} espécies mais registadas se encontra num lugar, a uma profundidade e num mês.`,
    sources: [...fromOccurrences(occurrences), ...environment.sources],
    leftOut: [
      ...['Comprimento', 'Peso', 'Arte', 'Habitat anotado', 'Comportamento'].map((name) => ({
        name,
        reason: unmeasured,
      })),
      ...environment.missing,
    ],
    limits: [
      'Só conhece as espécies com mais registos: outra recebe o nome da mais parecida no mar que frequenta.',
      'Não vê fotografias nem medidas do animal.',
    ],
  };
}

/** Rows of the species with most of them, at most so many of each, and the target that they make. */
function chosenOf(
  {
    names,
    species,
    longitudes,
    latitudes,
  }: Pick<LearningOccurrences, 'names' | 'species' | 'longitudes' | 'latitudes'>,
  most: number,
) {
  const chosen = mostRecorded(species).slice(0, most);
  const rows = Uint32Array.from(chosen.flatMap(([, all]) => evenly(all, mostRowsASpecies)).sort((a, b) => a - b));
  const codes = new Map(chosen.map(([one], code) => [one, code]));
  return {
    ...{ rows, classes: chosen.length },
    positions: Array.from(rows, (row): Position => [longitudes[row] ?? Number.NaN, latitudes[row] ?? Number.NaN]),
    target: {
      task: 'classes' as const,
      values: Float64Array.from(rows, (row) => codes.get(species[row] ?? -1) ?? 0),
      classes: chosen.map(([one]) => names[one] ?? ''),
    },
  };
}

function mostRecorded(species: Int32Array): readonly (readonly [number, readonly number[]])[] {
  const rows = new Map<number, number[]>();
  species.forEach((one, row) => {
    const known = rows.get(one);
    if (known === undefined) rows.set(one, [row]);
    else known.push(row);
  });
  return [...rows]
    .filter(([, all]) => all.length >= leastRowsASpecies)
    .sort(([a, left], [b, right]) => right.length - left.length || a - b);
}

function evenly(rows: readonly number[], most: number): readonly number[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, place) => rows[Math.floor((place * rows.length) / most)] ?? 0);
}

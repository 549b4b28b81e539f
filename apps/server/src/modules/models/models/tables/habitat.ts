import { gridOfBbox, gridPosition, isInZee, type Position } from '@kianda/geo';
import { takeRows, takeValues } from '@kianda/science/models/shared/columns';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { LearningColumn } from '../training/training.types.ts';
import { completeRows, type Environment } from './environment.ts';
import { type LearningTable, requireRows } from './learning-table.types.ts';
import { fromOccurrences, namedNowhere } from './table-parts.ts';

/** The box of the ZEE and the sea about it, degrees. */
export const zeeBox = [8.2, -18.1, 14, -4.3] as const;
const cellDegrees = 0.1;
const leastPresences = 30;

/** Presences of the most recorded species, one a cell, before all cells of the ZEE. */
export function habitatTable(occurrences: LearningOccurrences, environment: Environment): LearningTable {
  const { columns, positions, cellOf } = zeeCells(environment);
  const cells = presenceCells(occurrences, cellOf);
  const [species, presences] = mostRecorded(cells);
  const remedy = 'Execute os conectores OBIS e GBIF para trazer mais ocorrências.';
  requireRows(presences.size, leastPresences, { what: 'células da ZEE com a espécie mais registada', remedy });
  const background = positions.map((_, row) => row);
  const rows = Uint32Array.from([...presences, ...background]);
  const name = occurrences.names[species] ?? '';
  return {
    methods: [{ kind: 'maxent' }, { kind: 'maxent', features: ['L', 'Q'] }, { kind: 'maxent', features: ['L'] }],
    columns: takeRows(columns, rows).map((column, place) => ({ ...columns[place], ...column }) as LearningColumn),
    target: { task: 'presence', values: Float64Array.from(rows, (_, row) => Number(row < presences.size)) },
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from(rows, (row) => positions[row]?.[0] ?? 0),
      latitudes: Float64Array.from(rows, (row) => positions[row]?.[1] ?? 0),
    },
    baseline: { kind: 'mean', name: 'O mesmo em toda a ZEE' },
    purpose: `Adequação do mar da ZEE para ${name}, a espécie com registos em mais células.`,
    sources: [...fromOccurrences(occurrences), ...environment.sources],
    leftOut: [...namedNowhere(['Uso do solo']), ...environment.missing],
    limits: [
      'A incerteza é a que vem de deixar de fora cada parte do mar (jackknife por blocos, Kott 2001): diz quanto os dados decidem, não o erro do método.',
      'A adequação é relativa: diz onde o mar se parece com o dos registos, não quantos animais lá há.',
      'O esforço de observação não é igual em todo o lado; onde ninguém olha, a adequação é incerta.',
      `As variáveis são médias dos campos guardados, em células de ${cellDegrees.toLocaleString('pt-PT')}°.`,
    ],
  };
}

/** Cells of the ZEE where every variable is known. */
export function zeeCells(environment: Environment) {
  const [west, south] = zeeBox;
  const grid = gridOfBbox(zeeBox, cellDegrees);
  const inside = Array.from({ length: grid.columns * grid.rows }, (_, index) => index)
    .map((index) => gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns)))
    .filter((position) => isInZee(position));
  const all = environment.columnsAt(inside);
  const rows = completeRows(all);
  const positions = Array.from(rows, (row) => inside[row] as Position);
  const key = ([lon, lat]: Position) =>
    `${Math.round((lon - west) / cellDegrees)} ${Math.round((lat - south) / cellDegrees)}`;
  const places = new Map(positions.map((position, row) => [key(position), row]));
  return {
    positions,
    columns: all.map((column) => ({ ...column, values: takeValues(column.values, rows) })),
    cellOf: (position: Position) => places.get(key(position)),
  };
}

/** Cells with a record, by species. */
function presenceCells(
  { species, longitudes, latitudes }: LearningOccurrences,
  cellOf: (position: Position) => number | undefined,
): ReadonlyMap<number, Set<number>> {
  const cells = new Map<number, Set<number>>();
  species.forEach((one, row) => {
    const cell = cellOf([longitudes[row] ?? Number.NaN, latitudes[row] ?? Number.NaN]);
    if (cell === undefined) return;
    const known = cells.get(one) ?? new Set<number>();
    cells.set(one, known.add(cell));
  });
  return cells;
}

function mostRecorded(cells: ReadonlyMap<number, Set<number>>): readonly [number, ReadonlySet<number>] {
  const [most] = [...cells].sort(([, a], [, b]) => b.size - a.size);
  return most ?? [-1, new Set()];
}

import { gridOfBbox, gridPosition, type Position, seededRandom } from '@kianda/geo';
import { scoreCells } from '../../apps/server/src/modules/models/models/scoring/score-cells.ts';
import {
  type EnvironmentField,
  environmentOf,
} from '../../apps/server/src/modules/models/models/tables/environment.ts';
import { zeeBox } from '../../apps/server/src/modules/models/models/tables/habitat.ts';
import { trainVersion } from '../../apps/server/src/modules/models/models/training/train.ts';
import type { LearningTarget, Method } from '../../apps/server/src/modules/models/models/training/training.types.ts';
import { timed } from './reference.ts';

/** A version's predictions of the cells of the ZEE. */
export type CellsRow = {
  readonly name: string;
  /** Cells of the grid, and those of them that have a value. */
  readonly cells: number;
  readonly told: number;
  readonly seconds: number;
};

const [rows, presences] = [3_000, 400];
const cellDegrees = 0.009;
const names = ['temperature', 'chlorophyll', 'salinity', 'currentSpeed', 'windSpeed'];

/** A grid of nearly a million cells by each method, with uncertainty and novelty. */
export function measureCells(): readonly CellsRow[] {
  const fields = names.map(fieldOf);
  const random = seededRandom(7);
  const places = Array.from({ length: rows }, (): Position => [8.5 + 5 * random(), -17.5 + 13 * random()]);
  const values = Float64Array.from(places, ([lon, lat]) => 3 + Math.sin(lon * 2) * Math.cos(lat) + random());
  const number = { task: 'number', unit: 't', isLogged: false, values } as const;
  const classes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const kinds: readonly (readonly [string, Method, LearningTarget])[] = [
    ['MaxEnt (LQH)', { kind: 'maxent', features: ['L', 'Q', 'H'] }, presence(values)],
    ['floresta', { kind: 'forest' }, number],
    ['árvores em gradiente', { kind: 'boosting' }, number],
    [
      'floresta, 10 classes',
      { kind: 'forest' },
      { task: 'classes', classes, values: values.map((one) => Math.floor(one * 2)) },
    ],
  ];
  return kinds.map(([name, method, target]) => {
    const { artefact } = trainVersion({
      ...{ modelType: 'biodiversity_predictor', methods: [method], seed: 1, target },
      columns: environmentOf(fields).columnsAt(places),
      split: {
        kind: 'spatial_blocks',
        longitudes: Float64Array.from(places, ([lon]) => lon),
        latitudes: Float64Array.from(places, ([, lat]) => lat),
      },
      baseline: { kind: target.task === 'classes' ? 'most-frequent' : 'mean', name: '' },
    });
    const grid = gridOfBbox(zeeBox, cellDegrees);
    const { seconds, value } = timed(() => scoreCells({ artefact, grid, fields, lags: null, constants: {} }));
    const told = value.value.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0);
    return { name, cells: grid.columns * grid.rows, told, seconds };
  });
}

const presence = (values: Float64Array): LearningTarget => ({
  task: 'presence',
  values: values.map((value, row) => Number(row < presences && value > 3)),
});

function fieldOf(name: string, place: number): EnvironmentField {
  const grid = gridOfBbox([8, -18.5, 14.5, -4], 0.25);
  const mean = Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const [lon, lat] = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    return 20 + place * Math.sin(lon) + Math.cos(lat * (place + 1));
  });
  const [from, to] = [new Date(0), new Date(0)];
  const climate = { grid, mean, unit: '', fields: 1, from, to, provider: 'medição', isSimulated: true };
  return { name, label: name, unit: '', climates: [climate] };
}

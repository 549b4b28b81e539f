import { gridOfBbox, gridPosition, type Position, seededRandom } from '@kianda/geo';
import type { Platform } from '../../../../../platform/module.ts';
import type { FieldClimate } from '../../../../sea/ocean/index.ts';
import { rowMarks } from '../../drift/row-marks.ts';
import { createModelRepository } from '../../models.repository.ts';
import { createScores } from '../../scoring/scores.service.ts';
import { environmentOf } from '../../tables/environment.ts';
import type { LearningTable } from '../../tables/learning-table.types.ts';
import { trainVersion } from '../../training/train.ts';
import type { TrainingTask } from '../../training/training.types.ts';
import { createMapRepository } from '../maps.repository.ts';

/** The usual temperature of a sea that grows warmer northward. */
const temperature: FieldClimate = (() => {
  const grid = gridOfBbox([8, -18.5, 14.5, -4], 0.25);
  const mean = Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const [lon, lat] = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    return 28 + lat / 2 - Math.cos(lon);
  });
  const [from, to] = [new Date('2026-08-01T00:00:00Z'), new Date('2026-08-30T00:00:00Z')];
  return { grid, mean, unit: '°C', fields: 30, from, to, provider: 'Ensaio', isSimulated: true };
})();

const stores = {
  climate: {
    climate: async (variable: string) => (variable === 'analysedSst' ? temperature : null),
    dailyTemperature: async () => null,
  },
  occurrences: () => Promise.reject(new Error('no occurrences here')),
  specimens: () => Promise.reject(new Error('no specimens here')),
  catches: () => Promise.reject(new Error('no catches here')),
};

const fields = [{ name: 'temperature', label: 'Temperatura', unit: '°C', climates: [temperature] }];

/** The number of species by the temperature. */
export function speciesTask(): TrainingTask {
  const random = seededRandom(4);
  const places = Array.from({ length: 300 }, (): Position => [8.5 + 5 * random(), -17.5 + 13 * random()]);
  const target: LearningTable['target'] = {
    ...{ task: 'number', unit: 'espécies', isLogged: false },
    values: Float64Array.from(places, ([, lat]) => 10 + lat / 2 + random()),
  };
  return {
    ...{ modelType: 'biodiversity_predictor', methods: [{ kind: 'boosting' }], seed: 1, target },
    columns: environmentOf(fields).columnsAt(places),
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from(places, ([lon]) => lon),
      latitudes: Float64Array.from(places, ([, lat]) => lat),
    },
    baseline: { kind: 'mean', name: 'média' },
  };
}

/** The parts that maps are made with, over a platform and a sea of one variable. */
export function mapWorld(platform: Platform) {
  const versions = createModelRepository(platform.database);
  const context = {
    ...{ platform, stores, repository: versions, audit: { record: async () => undefined } },
    settings: {
      trainsFirst: false,
      allowsOwnApproval: true,
      foreignFileBytes: 1_000_000,
      trees: 20,
      codeVersion: '2.0.0',
      simulatorSeed: 1,
    },
    queue: () => {
      throw new Error('no queue here');
    },
  };
  const scores = createScores(context);
  return { versions, context: { ...context, versions, scores, repository: createMapRepository(platform.database) } };
}

/** A version of the number of species, trained here; resolves to its number. */
export async function addTrainedVersion(platform: Platform, runId: string): Promise<number> {
  const { artefact, algorithm, skill, features, curves, parameters, rows, reference } = trainVersion(speciesTask());
  const bytes = Buffer.from(JSON.stringify(artefact));
  const key = `models/biodiversity_predictor/${runId}.json`;
  await platform.storage.put(key, bytes, 'application/json');
  const card = { purpose: 'Espécies', features, leftOut: [], parameters, curves, limits: [], sources: [] };
  const { version } = await mapWorld(platform).versions.addVersion(
    {
      ...{ model_type: 'biodiversity_predictor', run_id: runId, algorithm, trained_by: 'Ensaio', trained_by_id: null },
      ...{ trained_at: new Date(platform.clock.nowMs()), training_seconds: 1, row_count: rows, code_version: '2.0.0' },
      ...{ skill: JSON.stringify(skill), card: JSON.stringify(card), data_sha256: 'a'.repeat(64), seed: 1 },
      ...{ artefact_key: key, artefact_sha256: 'b'.repeat(64), artefact_bytes: bytes.byteLength, is_simulated: true },
      ...{ approved_by_id: null, approved_by: null, approved_at: null, approval_reason: null },
    },
    { reference: JSON.stringify(reference), row_marks: Buffer.from(rowMarks(speciesTask()).buffer) },
  );
  return version;
}

import { createHash } from 'node:crypto';
import type { Platform } from '../../../../../platform/module.ts';
import { onnxOf } from '../../export/onnx.ts';
import { mapWorld, speciesTask } from '../../maps/testing/map-world.ts';
import type { ModelContext } from '../../models.context.ts';
import type { LearningTable } from '../../tables/learning-table.types.ts';
import { trainVersion } from '../../training/train.ts';
import type { ForeignTaking } from '../foreign.jobs.ts';

export const foreignType = 'biodiversity_predictor';
const fileKey = `models/foreign/a/${'0'.repeat(8)}.onnx`;

/** The parts that a model from elsewhere becomes a version with, over a platform and a table of the number of species. */
export function foreignWorld(
  platform: Platform,
  over: (versions: ModelContext['repository']) => ModelContext['repository'],
) {
  const { versions, context } = mapWorld(platform);
  const table: LearningTable = { ...speciesTask(), purpose: 'Espécies', sources: [], leftOut: [], limits: [] };
  const foreign = { ...context, repository: over(versions), tableOf: async () => table };
  return { versions, context: foreign };
}

/** Stores the file that somebody sent, of trees of the number of species; resolves to its digest. */
export async function sendForeignFile({ storage }: Platform): Promise<string> {
  const file = onnxOf(trainVersion({ ...speciesTask(), trees: 100 }).artefact);
  await storage.put(fileKey, file, 'application/octet-stream');
  return createHash('sha256').update(file).digest('hex');
}

export const foreignTaking: ForeignTaking = {
  ...{ modelType: foreignType, accountId: 'a', requestedBy: 'Ensaio', seed: 1, fileKey, format: 'onnx' },
  declaration: {
    ...{ fileId: '00000000-0000-4000-8000-000000000000', fileName: 'fora.onnx', licence: null },
    ...{ name: 'Árvores de ensaio', origin: 'Um laboratório.' },
    variables: [{ name: 'temperature', column: 'temperature' }],
    output: { kind: 'number', output: 'scores', unit: 'espécies', isLogged: false },
  },
};

import { createHash } from 'node:crypto';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import type { Column } from '@kianda/science/models/shared/columns';
import type { LearningRetention } from '../../retention/index.ts';
import { withScores } from '../foreign/with-scores.ts';
import type { VersionRow } from '../models.tables.ts';
import type { ModelArtefact } from '../training/training.types.ts';
import type { Input } from './inputs.ts';
import { type Answered, answersOf } from './predict.rules.ts';
import { mostKept } from './sea-lookups.ts';

type Asked = {
  readonly row: Pick<VersionRow, 'model_type' | 'version'>;
  readonly artefact: ModelArtefact;
  readonly columns: readonly Column[];
  readonly inputs: readonly (readonly Input[])[];
};

/** Predictions of rows, from the inference cache where the same version had the same inputs; great batches are computed. */
export async function answersThrough(
  retention: Pick<LearningRetention, 'predictions'>,
  { row, artefact, columns, inputs }: Asked,
): Promise<Answered[]> {
  const answer = (rows: readonly Column[]) => withScores(artefact, (ready) => answersOf(ready, rows));
  if (inputs.length > mostKept) return answer(columns);
  const { model_type, version } = row;
  const keys = inputs.map((one) => {
    const values = Float64Array.from(one, ({ value }) => value);
    return createHash('sha256').update(`${model_type} ${version} `).update(values).digest('hex');
  });
  return retention.predictions<Answered>(
    {
      ...{ modelType: model_type, version: String(version), keys },
      describe(answer, place) {
        const used = inputs[place] ?? [];
        const known = used.filter(({ value }) => !Number.isNaN(value)).length / Math.max(1, used.length);
        const { similarity } = answer as Answered;
        const at = (name: string) => used.find(({ column }) => column.name === name)?.value ?? Number.NaN;
        const where = { longitude: finite(at('longitude')), latitude: finite(at('latitude')) };
        return {
          label: `${modelTypes[model_type]}, versão ${version}`,
          // A prediction outside of what the version has seen is worth half.
          quality: similarity !== null && similarity < 0 ? known / 2 : known,
          metadata: { model_type, version, features_count: used.length, ...where },
        };
      },
    },
    (places) =>
      answer(
        columns.map((column) => ({
          ...column,
          values: Float64Array.from(places, (place) => column.values[place] ?? Number.NaN),
        })),
      ),
  );
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

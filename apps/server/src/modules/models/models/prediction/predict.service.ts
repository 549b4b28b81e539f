import type { BodyOf, DataOf } from '@kianda/contract';
import { type ModelType, modelTypes, predictionNames } from '@kianda/contract/models/registry/models.contract';
import type { Predicted, predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { createAskedNotes } from '../drift/note-asked.ts';
import { toldReason } from '../foreign/told-reason.ts';
import type { Labels } from '../labels/labels.service.ts';
import type { ModelContext } from '../models.context.ts';
import { readArtefact } from '../models.files.ts';
import type { Predictor } from '../models.repository.ts';
import type { ModelArtefact } from '../training/training.types.ts';
import { type Input, inputsOf, type Lookups, WrongInput } from './inputs.ts';
import { answersThrough } from './kept-answers.ts';
import { createSeaLookups, type LookupContext } from './sea-lookups.ts';

/** Versions in memory at most. */
const mostHeld = 10;

type Body = BodyOf<typeof predictModel>;

/** Predictions by the versions in use. Versions stay in memory between requests. */
export function createPredictions(
  context: LookupContext & Pick<ModelContext, 'repository'>,
  {
    labels,
    noteAsked,
  }: { readonly labels: Pick<Labels, 'find'>; readonly noteAsked: ReturnType<typeof createAskedNotes> },
) {
  const { repository, platform } = context;
  const lookupsFor = createSeaLookups(context);
  /** Of each model the versions asked last: the one in use, and those that it is compared with. */
  const artefacts = new Map<string, ModelArtefact>();

  async function artefactOf(row: Predictor): Promise<ModelArtefact> {
    const known = artefacts.get(row.artefact_key);
    if (known !== undefined) return known;
    const bytes = await platform.storage.get(row.artefact_key);
    if (bytes === null)
      throw new AppError('unavailable', { detail: 'O ficheiro desta versão não está no armazenamento.' });
    const artefact = readArtefact(bytes);
    const [oldest] = artefacts.keys();
    if (artefacts.size >= mostHeld && oldest !== undefined) artefacts.delete(oldest);
    artefacts.set(row.artefact_key, artefact);
    return artefact;
  }

  return async function predict(
    name: string,
    { items }: Body,
    reference?: number | string,
  ): Promise<DataOf<typeof predictModel> & { isSimulated: boolean }> {
    const type = typeNamed(name);
    const row = reference === undefined ? await repository.predictor(type) : await labels.find(type, reference);
    if (row === undefined) {
      throw new AppError('conflict', {
        detail: `«${modelTypes[type]}» não tem versão em uso: treine uma e peça a quem pode que a aprove.`,
      });
    }
    const artefact = await artefactOf(row);
    const found = await lookupsFor(artefact, items);
    const inputs = items.map((item, place) => inputsAt(artefact, item, found, place));
    const columns = artefact.columns.map(({ name: column, kind }, place) => ({
      ...{ name: column, kind },
      values: Float64Array.from(inputs, (one) => one[place]?.value ?? Number.NaN),
    }));
    const answers = await toldReason(answersThrough(context.retention, { row, artefact, columns, inputs }));
    await Promise.all([noteAsked(row, inputs), repository.countPredictions(type, row.version, items.length)]);
    return {
      ...{ modelType: type, version: row.version, unit: artefact.unit, isSimulated: row.is_simulated },
      items: answers.map((answer, place): Predicted => {
        const used = inputs[place] ?? [];
        return { ...answer, inputs: used.map(inputView), warning: warningOf(answer.similarity, used) };
      }),
    };
  };
}

function typeNamed(name: string): ModelType {
  const found = (Object.keys(predictionNames) as ModelType[]).find((type) => predictionNames[type] === name);
  if (found === undefined) throw new AppError('not_found', { detail: `Não há modelo «${name}».` });
  return found;
}

function inputsAt(artefact: ModelArtefact, item: Body['items'][number], lookups: Lookups, place: number): Input[] {
  try {
    return inputsOf(artefact, item, lookups);
  } catch (error) {
    if (!(error instanceof WrongInput)) throw error;
    throw new AppError('validation_failed', {
      detail: error.message,
      issues: [{ path: `body.items.${place}.inputs`, message: error.message }],
    });
  }
}

function inputView({ column, value, source }: Input): Predicted['inputs'][number] {
  const { name, label, unit, categories } = column;
  return { name, label, unit, source, value: Number.isNaN(value) ? null : (categories?.[value] ?? value) };
}

function warningOf(similarity: number | null, inputs: readonly Input[]): string | null {
  const missing = inputs.filter(({ value }) => Number.isNaN(value)).map(({ column }) => column.label);
  if (missing.length > 0) return `Sem valor para ${missing.join(', ')}: a previsão é menos certa, ou não se faz.`;
  if (similarity !== null && similarity < 0)
    return 'Fora do que o modelo viu nos seus dados: não confie nesta previsão.';
  return null;
}

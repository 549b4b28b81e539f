import type { AskedDrift, DriftCheck, ModelDrift } from '@kianda/contract/models/registry/drift.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { withScores } from '../foreign/with-scores.ts';
import type { ModelActor, ModelContext } from '../models.context.ts';
import { readArtefact } from '../models.files.ts';
import { driftJobName } from '../models.jobs.ts';
import type { VersionRow } from '../models.tables.ts';
import { TooFewRows } from '../tables/learning-table.types.ts';
import type { ModelArtefact, ReadyArtefact } from '../training/training.types.ts';
import { compareRows, referenceOfArtefact } from './compare.ts';
import type { DriftRepository } from './drift.repository.ts';
import { comparedRows } from './reference.ts';
import { rowMarks, unseenRows } from './row-marks.ts';

const shownChecks = 120;
const keptMs = 400 * 86_400_000;
/** The period that what is asked is compared over, and how long it is kept. */
const askedDays = 30;
const askedMs = askedDays * 86_400_000;
/** Requests that are read at most. */
const mostRequests = 5_000;
const types = Object.keys(modelTypes) as readonly ModelType[];

/** Checks of versions in use against the rows that they learned from. */
export function createDrift(context: ModelContext, drift: DriftRepository) {
  const { repository, platform, queue } = context;

  /** Null where the model has no version in use. */
  async function check(type: ModelType): Promise<DriftCheck | null> {
    const row = await repository.deployed(type);
    if (row === undefined) return null;
    const found = { version: row.version, at: new Date(platform.clock.nowMs()).toISOString() };
    const artefact = await artefactOf(context, row);
    const body: DriftCheck = {
      ...found,
      ...(await compared(context, drift, { row, artefact })),
      asked: await comparedAsked(context, drift, { row, artefact }),
    };
    await drift.add({
      ...{ model_type: type, version: row.version, at: new Date(found.at), row_count: body.rows },
      ...{ share: body.share, has_drifted: body.hasDrifted, body: JSON.stringify(body) },
    });
    return body;
  }

  return {
    async find(type: ModelType): Promise<ModelDrift> {
      const row = await repository.deployed(type);
      const last = row === undefined ? undefined : await drift.last(type, row.version);
      const history = await drift.history(type, shownChecks);
      const runs = await queue().list({ name: driftJobName, limit: 20 });
      return {
        // A check from before questions were kept says nothing of them.
        check: last === undefined ? null : { ...last.body, asked: last.body.asked ?? null },
        history: history.reverse().map((point) => ({
          ...{ version: point.version, at: point.at.toISOString(), share: point.share },
          ...{ hasDrifted: point.has_drifted, rows: point.row_count },
        })),
        isUnderWay: runs.some(
          ({ key, state }) => (key === type || key === everyModel) && (state === 'queued' || state === 'running'),
        ),
        absence: absenceOf(row, last !== undefined),
      };
    },

    /** Asks for a check now. */
    async ask(type: ModelType, { principal }: ModelActor): Promise<{ id: string }> {
      if ((await repository.deployed(type)) === undefined) {
        throw new AppError('conflict', {
          detail: 'Não há versão em uso: aprove uma, e a deriva passa a ser verificada.',
        });
      }
      const options = { actorId: principal.accountId, trigger: 'manual' };
      return { id: await queue().enqueue(driftJobName, { modelType: type }, options) };
    },

    /** Checks one model, or every one that has a version in use; resolves to how many. Old checks are forgotten. */
    async run(type: ModelType | null): Promise<{ checked: number; drifted: number }> {
      await drift.forget(new Date(platform.clock.nowMs() - keptMs));
      await drift.forgetAsked(new Date(platform.clock.nowMs() - askedMs));
      let [checked, drifted] = [0, 0];
      for (const one of type === null ? types : [type]) {
        const done = await check(one);
        checked += Number(done !== null);
        drifted += Number(done?.hasDrifted === true);
      }
      return { checked, drifted };
    },
  };
}

export type Drift = ReturnType<typeof createDrift>;

const everyModel = 'todos';

function absenceOf(row: VersionRow | undefined, isChecked: boolean): string | null {
  if (row === undefined) return 'Não há versão em uso.';
  return isChecked ? null : 'Ainda não foi verificada: verifique-a agora, ou espere pela verificação de cada dia.';
}

async function artefactOf({ platform }: ModelContext, row: VersionRow): Promise<ModelArtefact> {
  const bytes = await platform.storage.get(row.artefact_key);
  if (bytes === null) throw new Error(`${row.artefact_key}: the file of a version in use is missing`);
  return readArtefact(bytes);
}

type InUse = { readonly row: VersionRow; readonly artefact: ModelArtefact };

/** The questions to a version in the last days against its training, and what it answers to that. */
async function comparedAsked(
  { platform }: ModelContext,
  drift: DriftRepository,
  { row, artefact }: InUse,
): Promise<AskedDrift> {
  const from = new Date(platform.clock.nowMs() - askedMs);
  const items = await drift.asked(row.model_type, row.version, from, mostRequests);
  const kept = await drift.reference(row.model_type, row.version);
  const given = {
    columns: artefact.columns.map((column, place) => ({
      ...column,
      values: Float64Array.from(items, (item) => item[place] ?? Number.NaN),
    })),
    rows: Uint32Array.from(items.keys()),
  };
  const few = (count: string) => `Perguntas nos últimos ${askedDays} dias: ${count}`;
  const compare = (ready: ReadyArtefact) => compareRows(ready, referenceIn(artefact, row, kept), given, few);
  return { ...(await withScores(artefact, compare)), from: from.toISOString() };
}

/** The reference of a version: its own, or what its file tells. */
const referenceIn = (
  artefact: ModelArtefact,
  row: VersionRow,
  kept: Awaited<ReturnType<DriftRepository['reference']>>,
) =>
  kept === null
    ? { columns: referenceOfArtefact(artefact, row.row_count), prediction: null }
    : { columns: kept.reference.columns, prediction: kept.reference.prediction };

async function compared(
  { tableOf }: ModelContext,
  drift: DriftRepository,
  { row, artefact }: InUse,
): Promise<Omit<DriftCheck, 'version' | 'at' | 'asked'>> {
  const kept = await drift.reference(row.model_type, row.version);
  const isOfNewRows = kept !== null;
  try {
    const table = await tableOf(row.model_type);
    const all = comparedRows(table.target);
    const isCompared = new Set(all);
    const rows = isOfNewRows ? unseenRows(rowMarks(table), kept.marks).filter((one) => isCompared.has(one)) : all;
    const reference = referenceIn(artefact, row, kept);
    const given = { columns: table.columns, rows };
    return { ...(await withScores(artefact, (ready) => compareRows(ready, reference, given))), isOfNewRows };
  } catch (error) {
    if (!(error instanceof TooFewRows)) throw error;
    return { ...nothingCompared(artefact, error.message), isOfNewRows };
  }
}

function nothingCompared(
  artefact: ModelArtefact,
  reason: string,
): Omit<DriftCheck, 'version' | 'at' | 'isOfNewRows' | 'asked'> {
  const empty = { rows: 0, missing: 0, drift: null, reason } as const;
  return {
    ...{ rows: 0, share: null, hasDrifted: false, reason },
    features: artefact.columns.map(({ name, label, unit }) => ({ name, label, unit, ...empty })),
    prediction: { name: 'prediction', label: 'Previsão', unit: artefact.unit, ...empty },
  };
}

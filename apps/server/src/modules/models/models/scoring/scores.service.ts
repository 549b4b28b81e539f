import { mostMapCells } from '@kianda/contract/models/maps/maps.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { gridOfBbox } from '@kianda/geo';
import { AppError } from '../../../../platform/http/errors.ts';
import { runThread } from '../../../../platform/threads/run-thread.ts';
import { toldReason } from '../foreign/told-reason.ts';
import { scoresOfTables } from '../foreign/with-scores.ts';
import type { ModelContext } from '../models.context.ts';
import { readArtefact } from '../models.files.ts';
import type { VersionRow } from '../models.tables.ts';
import { codeOf, WrongInput } from '../prediction/inputs.ts';
import { environmentOf, readEnvironmentFields } from '../tables/environment.ts';
import { zeeBox } from '../tables/habitat.ts';
import { horizonDays as knownHorizon, lagNames } from '../tables/temperature.ts';
import type { ModelArtefact } from '../training/training.types.ts';
import { lagTable } from './cell-inputs.ts';
import { oldestOf } from './oldest-input.rules.ts';
import type { Scored } from './score-worker.ts';
import type { ScoredCells, ScoredGrid, ScoreOptions, ScoringTask } from './scoring.types.ts';

const usualDegrees = 0.1;

type Follow = { readonly signal?: AbortSignal | undefined; readonly progress?: (share: number) => void };

/** Predictions of whole grids by a version, each in a thread of its own. */
export function createScores(context: Pick<ModelContext, 'repository' | 'platform' | 'stores'>) {
  const { repository, platform, stores } = context;

  async function artefactOf(row: VersionRow): Promise<ModelArtefact> {
    const bytes = await platform.storage.get(row.artefact_key);
    if (bytes !== null) return readArtefact(bytes);
    throw new AppError('unavailable', { detail: 'O ficheiro desta versão não está no armazenamento.' });
  }

  async function versionOf(type: ModelType, version: number | undefined): Promise<VersionRow> {
    const row = version === undefined ? await repository.deployed(type) : await repository.version(type, version);
    if (row !== undefined) return row;
    if (version !== undefined) throw new AppError('not_found', { detail: `Não existe a versão ${version}.` });
    throw new AppError('conflict', {
      detail: `«${modelTypes[type]}» não tem versão em uso: treine uma e peça a quem pode que a aprove.`,
    });
  }

  /** Throws the signal's reason where it is stopped. */
  return async function scoreGrid(
    type: ModelType,
    options: ScoreOptions = {},
    { signal = new AbortController().signal, progress = () => undefined }: Follow = {},
  ): Promise<ScoredGrid> {
    const { cellDegrees = usualDegrees } = options;
    const grid = gridFor(cellDegrees);
    requireHorizon(type, options.horizonDays);
    const row = await versionOf(type, options.version);
    const artefact = await artefactOf(row);
    const now = new Date(platform.clock.nowMs());
    const constants = constantsOf(artefact, options, now);
    const asked = artefact.columns.map(({ name }) => name).filter((name) => constants[name] === undefined);
    const needsLags = asked.some((name) => lagNames.some((lag) => lag === name));
    const fields = (await readEnvironmentFields(stores.climate)).filter(({ name }) => asked.includes(name));
    const daily = needsLags ? await stores.climate.dailyTemperature() : null;
    const task: ScoringTask = {
      artefact,
      grid,
      fields,
      lags: lagTable(daily, now.getTime()),
      constants,
      ...chanceIn(artefact, options),
    };
    const cells = await scoredCells(task, { signal, progress });
    const sources = [...environmentOf(fields).sources, ...(daily === null ? [] : [daily.source])];
    const { west, south, columns, rows } = grid;
    return {
      ...{ type, version: row.version, algorithm: row.algorithm, skill: row.skill },
      isSimulated: row.is_simulated || sources.some((one) => one.isSimulated),
      ...{ cellDegrees, west, south, columns, rows },
      ...{ unit: artefact.unit, classes: artefact.classes, sources, oldestInputAt: oldestOf(sources), ...cells },
    };
  };
}

/** The cells of a task, in a thread; a file of ONNX answers in its own process between two runs of it. */
async function scoredCells(
  task: ScoringTask,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (share: number) => void },
): Promise<ScoredCells> {
  const entry = new URL('./score-worker.ts', import.meta.url);
  const { fitted } = task.artefact;
  // The thread is told about the file, and never has it.
  const bare = fitted.kind === 'onnx' ? { ...fitted, file: new Uint8Array(0) } : fitted;
  const inThread = { ...task, artefact: { ...task.artefact, fitted: bare } };
  const isTwice = fitted.kind === 'onnx';
  const first = await runThread<Scored>(entry, inThread, {
    signal,
    progress: (share) => progress(isTwice ? share / 3 : share),
  });
  if ('cells' in first) return first.cells;
  if (fitted.kind !== 'onnx') throw new Error('score-worker: asked for scores of its own method');
  const given = await toldReason(scoresOfTables(fitted, first.tables, signal));
  const second = await runThread<Scored>(
    entry,
    { ...inThread, given },
    { signal, progress: (share) => progress((2 + share) / 3) },
  );
  if ('cells' in second) return second.cells;
  throw new Error('score-worker: asked for scores twice');
}

/** The grid over the ZEE; throws where it has too many cells. */
export function gridFor(cellDegrees: number) {
  const grid = gridOfBbox(zeeBox, cellDegrees);
  if (grid.columns * grid.rows <= mostMapCells) return grid;
  throw refused(
    `Células de ${cellDegrees}° são demasiadas: o máximo é um milhão. Escolha células maiores.`,
    'cellDegrees',
  );
}

function requireHorizon(type: ModelType, asked: number | undefined): void {
  if (asked === undefined || type !== 'temperature_forecaster' || asked === knownHorizon) return;
  throw refused(`Este modelo prevê ${knownHorizon} dias, nem mais nem menos.`, 'horizonDays');
}

function constantsOf(artefact: ModelArtefact, { inputs = {}, month }: ScoreOptions, now: Date): Record<string, number> {
  const names = artefact.columns.map(({ name }) => name);
  const strange = Object.keys(inputs).find((name) => !names.includes(name));
  if (strange !== undefined) throw refused(`A versão não tem a entrada «${strange.slice(0, 60)}».`, 'inputs');
  const monthly = names.includes('month') ? { month: month ?? now.getUTCMonth() + 1 } : {};
  const given = artefact.columns.flatMap((column) => {
    const asked = inputs[column.name];
    return asked === undefined ? [] : [[column.name, codeIn(column, asked)] as const];
  });
  return { ...monthly, ...Object.fromEntries(given) };
}

function chanceIn({ classes }: ModelArtefact, { chanceOf }: ScoreOptions): Pick<ScoringTask, 'chanceOf'> {
  if (chanceOf === undefined) return {};
  const strange = chanceOf.find((name) => !classes.includes(name));
  if (strange === undefined) return { chanceOf: chanceOf.map((name) => classes.indexOf(name)) };
  throw refused(`A versão não tem a classe «${strange.slice(0, 60)}».`, 'chanceOf');
}

function codeIn(column: ModelArtefact['columns'][number], asked: number | string): number {
  try {
    return codeOf(column, asked);
  } catch (error) {
    throw error instanceof WrongInput ? refused(error.message, `inputs.${column.name}`) : error;
  }
}

const refused = (message: string, path: string) =>
  new AppError('validation_failed', { detail: message, issues: [{ path, message }] });

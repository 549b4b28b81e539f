import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, DataOf } from '@kianda/contract';
import type {
  changeStudy,
  createStudy,
  Study,
  StudyDetail,
  studySpecies,
} from '@kianda/contract/models/studies/studies.contract';
import {
  type StudyParameters,
  type StudyStep,
  usualParameters,
} from '@kianda/contract/models/studies/study-parameters';
import type { StudyScenario, StudyWork } from '@kianda/contract/models/studies/study-results';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { foldText } from '@kianda/format';
import { AppError } from '../../../platform/http/errors.ts';
import type { StudyActor, StudyContext } from './studies.context.ts';
import { mapJobName, tuneJobName } from './studies.jobs.ts';
import type { StudyState } from './studies.repository.ts';
import { runView, studyMapView, studyView, workView } from './study-views.rules.ts';

/** Seeds are whole numbers of 32 bits. */
const seeds = 2 ** 31;
const shownSpecies = 30;
/** Runs of the queue that are looked through for a study's. */
const lookedThrough = 200;
/** Work without a result that is shown beside what there is. */
const shownWork = 5;

/** Studies: who makes one, its saved steps, and what is asked of it. */
export function createStudies(context: StudyContext) {
  const reads = studyReads(context);
  return { ...reads, ...studyActs(context, reads), ...studyWork(context, reads) };
}

export type Studies = ReturnType<typeof createStudies>;
type Reads = ReturnType<typeof studyReads>;

/** `id`: the number of a study that was given one before it was made. */
type NewStudy = BodyOf<typeof createStudy> & { readonly parameters?: StudyParameters; readonly id?: string };

function studyReads({ repository, stores, queue }: StudyContext) {
  async function find(id: string): Promise<StudyState> {
    const row = await repository.study(id);
    if (row === undefined) throw noStudy();
    return row;
  }

  async function workOf(id: string): Promise<StudyWork[]> {
    const recent = await Promise.all(
      [tuneJobName, mapJobName].map((name) => queue().list({ name, limit: lookedThrough })),
    );
    const own = recent.flat().filter(({ key, state }) => key === id && state !== 'succeeded');
    const done = recent.flat().filter(({ key, state }) => key === id && state === 'succeeded');
    const details = await Promise.all([...own, ...done.slice(0, shownWork)].map((run) => queue().get(run.id)));
    return details
      .flatMap((run) => (run === null ? [] : [workView(run)]))
      .filter(({ state }) => state !== 'succeeded')
      .sort((a, b) => b.requestedAt.localeCompare(a.requestedAt))
      .slice(0, shownWork);
  }

  return {
    find,

    async list(): Promise<Study[]> {
      const [rows, newest] = await Promise.all([repository.studies(), repository.newestRuns()]);
      const byStudy = new Map(newest.map((run) => [run.study_id, run]));
      return Promise.all(
        rows.map(async (row) => {
          const last = byStudy.get(row.id);
          const runId = row.chosen?.runId;
          const chosen = runId === undefined || runId === last?.id ? last : await repository.run(runId);
          return studyView(row, last, row.chosen === null ? undefined : chosen);
        }),
      );
    },

    async detail(id: string): Promise<StudyDetail> {
      const row = await find(id);
      const [revisions, runs, maps, work] = await Promise.all([
        ...([repository.revisions(id), repository.runs(id), repository.maps(id), workOf(id)] as const),
      ]);
      const chosen = runs.find((run) => run.id === row.chosen?.runId);
      return {
        ...studyView(row, runs[0], chosen),
        ...{ parameters: row.parameters, chosen: row.chosen, revision: row.revision, work },
        revisions: revisions.map(({ revision, step, changed_at, changed_by }) => ({
          ...{ revision, step, changedAt: changed_at.toISOString(), changedBy: changed_by },
        })),
        tunings: runs.map(runView),
        shownMaps: maps.map(studyMapView),
      };
    },

    async species(search: string): Promise<DataOf<typeof studySpecies>> {
      const words = foldText(search).split(/\s+/).filter(Boolean);
      const found = await stores.species.species({ words, limit: shownSpecies });
      return found.map(({ name, commonName, records }) => ({ name, commonName, records }));
    },
  };
}

function studyActs(context: StudyContext, { find, detail }: Reads) {
  const { repository, platform, stores, sea } = context;
  const now = () => new Date(platform.clock.nowMs());

  /** Parameters that a new study of a species begins with: all variables that have a field. */
  async function usual(seed: number): Promise<StudyParameters> {
    const { environment } = await sea();
    return { ...usualParameters, variables: environment.columnsAt([]).map(({ name }) => name), seed };
  }

  return {
    usual,

    async create(
      { species, name = species, parameters, id = randomUUID() }: NewStudy,
      by: { readonly id: string | null; readonly name: string },
    ): Promise<StudyDetail> {
      const [known] = await stores.species.species({ names: [species], limit: 1 });
      if (known === undefined) {
        throw new AppError('not_found', { detail: `Não há ocorrências guardadas de «${species}».` });
      }
      const begun = parameters ?? (await usual(Math.floor(platform.random() * seeds)));
      await repository.addStudy(
        {
          ...{ id, name, species, aphia_id: known.aphiaId },
          ...{ created_at: now(), created_by_id: by.id, created_by: by.name },
        },
        { step: 'created', parameters: JSON.stringify(begun), chosen: null, changed_at: now(), changed_by: by.name },
      );
      return detail(id);
    },

    /** Saves what differs as one state; what does not differ makes none. */
    async change(id: string, body: BodyOf<typeof changeStudy>, actor: StudyActor): Promise<StudyDetail> {
      const row = await find(id);
      const { chosen = row.chosen, ...parts } = body;
      if (chosen !== null) await requireCandidate(context, row, chosen);
      const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
      const parameters: StudyParameters = { ...row.parameters, ...given };
      const step = changedStep(row, { parameters, chosen });
      if (step === null) return detail(id);
      const saved = await repository.addRevision(id, {
        ...{ step, parameters: JSON.stringify(parameters), chosen: chosen === null ? null : JSON.stringify(chosen) },
        ...{ changed_at: now(), changed_by: actor.principal.name },
      });
      if (!saved) throw noStudy();
      return detail(id);
    },

    async revert(id: string, revision: number): Promise<StudyDetail> {
      await find(id);
      if (await repository.goTo(id, revision)) return detail(id);
      throw new AppError('not_found', { detail: `O estudo não tem a alteração ${revision}.` });
    },

    async remove(id: string, confirm: string, actor: StudyActor): Promise<{ id: string }> {
      const { name } = await find(id);
      if (confirm !== name) {
        throw new AppError('validation_failed', {
          detail: 'Escreva o nome do estudo tal como está, para o eliminar.',
          issues: [{ path: 'query.confirm', message: `Escreva «${name}».` }],
        });
      }
      const maps = await repository.maps(id);
      await repository.removeStudy(id);
      for (const { file_key, model_key } of maps) {
        await platform.storage.delete(file_key);
        await platform.storage.delete(model_key);
      }
      await record(context, 'data.delete', { id, actor }, { name, maps: maps.length });
      return { id };
    },
  };
}

function changedStep(
  before: Pick<StudyState, 'parameters' | 'chosen'>,
  after: Pick<StudyState, 'parameters' | 'chosen'>,
): StudyStep | null {
  const steps = ['cleaning', 'background', 'variables', 'partition', 'tuning', 'seed'] as const;
  const changed = steps.find((step) => !isDeepStrictEqual(before.parameters[step], after.parameters[step]));
  if (changed !== undefined) return changed;
  return isDeepStrictEqual(before.chosen, after.chosen) ? null : 'choice';
}

async function requireCandidate(
  { repository }: StudyContext,
  { id }: StudyState,
  { runId, candidate }: NonNullable<StudyState['chosen']>,
): Promise<void> {
  const run = await repository.run(runId);
  if (run?.study_id === id && run.candidates[candidate] !== undefined) return;
  throw new AppError('conflict', { detail: 'A afinação deste estudo não tem essa combinação.' });
}

function studyWork(context: StudyContext, { find }: Reads) {
  const { queue } = context;

  async function workOf(id: string): Promise<StudyWork> {
    const run = await queue().get(id);
    if (run === null || (run.name !== tuneJobName && run.name !== mapJobName)) {
      throw new AppError('not_found', { detail: 'Não existe esta tarefa.' });
    }
    return workView(run);
  }

  return {
    async tune(id: string, { principal }: StudyActor): Promise<StudyWork> {
      const { revision } = await find(id);
      const input = { studyId: id, revision, requestedBy: principal.name };
      const by = { actorId: principal.accountId, trigger: 'manual' };
      return workOf(await queue().enqueue(tuneJobName, input, by));
    },

    async map(id: string, scenario: StudyScenario, { principal }: StudyActor): Promise<StudyWork> {
      const { chosen } = await find(id);
      if (chosen === null) {
        throw new AppError('conflict', { detail: 'Escolha primeiro uma combinação da tabela de resultados.' });
      }
      const input = { studyId: id, ...chosen, scenario, requestedBy: principal.name };
      return workOf(await queue().enqueue(mapJobName, input, { actorId: principal.accountId, trigger: 'manual' }));
    },

    async cancel(id: string): Promise<StudyWork> {
      const work = await workOf(id);
      if (!(await queue().cancel(id))) throw new AppError('conflict', { detail: 'Esta tarefa já acabou.' });
      return work;
    },
  };
}

function record(
  { audit }: StudyContext,
  event: AuditEntry['event'],
  of: { readonly id: string; readonly actor: StudyActor },
  metadata: NonNullable<AuditEntry['metadata']>,
) {
  const { principal, ipAddress, userAgent } = of.actor;
  return audit.record({
    ...{ event, severity: 'medium', resource: `study/${of.id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

const noStudy = () => new AppError('not_found', { detail: 'Não existe este estudo.' });

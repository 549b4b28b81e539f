import type { DataOf } from '@kianda/contract';
import type {
  BiodiversityStudy,
  biodiversityStudies,
  biodiversityStudyStats,
  MaxentModelFigures,
} from '@kianda/contract/models/studies/study-figures.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { StudyActor, StudyContext } from './studies.context.ts';
import { tuneJobName } from './studies.jobs.ts';
import type { StudyState } from './studies.repository.ts';
import type { Studies } from './studies.service.ts';
import type { RunRow } from './studies.tables.ts';
import { aucOf } from './study-views.rules.ts';

type Told = { readonly isSimulated: boolean };
/** Runs of the queue that are looked through for what is under way. */
const lookedThrough = 200;
/** Numbers of the register are 32-bit. */
const largestId = 2_147_483_647;

const isRegisterNumber = (id: number) => Number.isInteger(id) && id > 0 && id <= largestId;

/** The studies in the words of the dashboard's client. */
export function createStudyFigures(context: StudyContext, studies: Pick<Studies, 'create' | 'tune'>) {
  const { repository, stores, queue } = context;

  async function all() {
    const [rows, runs] = await Promise.all([repository.studies(), repository.newestRuns()]);
    const newest = new Map(runs.map((run) => [run.study_id, run]));
    return { rows, newest, isSimulated: runs.some((run) => run.is_simulated) };
  }

  async function models(): Promise<Told & { readonly models: MaxentModelFigures[] }> {
    const { rows, newest, isSimulated } = await all();
    const [maps, recent] = await Promise.all([
      repository.newestMaps(),
      queue().list({ name: tuneJobName, limit: lookedThrough }),
    ]);
    const lastRuns = new Map(recent.toReversed().map((run) => [run.key, run.state]));
    const told = rows.flatMap((row) => {
      const run = newest.get(row.id);
      const state = lastRuns.get(row.id);
      if (run === undefined && state === undefined) return [];
      const isTraining = state === 'queued' || state === 'running';
      return modelView(row, run, {
        status: isTraining ? 'training' : run === undefined ? 'failed' : 'completed',
        lastPrediction: maps.get(row.id)?.toISOString() ?? null,
      });
    });
    return { isSimulated, models: told };
  }

  return {
    models,

    async studies(page: number, pageSize: number): Promise<Told & DataOf<typeof biodiversityStudies>> {
      const { rows, newest, isSimulated } = await all();
      const shown = rows.slice((page - 1) * pageSize, page * pageSize);
      return {
        data: shown.map((row) => studyFigures(row, newest.get(row.id))),
        ...{ total: rows.length, page, pageSize, isSimulated },
        ...{ hasNext: page * pageSize < rows.length, hasPrev: page > 1 },
      };
    },

    async stats(): Promise<Told & DataOf<typeof biodiversityStudyStats>> {
      const { rows, newest, isSimulated } = await all();
      const runs = [...newest.values()];
      const qualities = runs.map(qualityOf);
      const ends = (values: readonly number[]) =>
        values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
      const [south = null, north = null] = ends(runs.map(({ centre_lat }) => centre_lat));
      const [west = null, east = null] = ends(runs.map(({ centre_lon }) => centre_lon));
      return {
        isSimulated,
        general: {
          ...{ total_studies: rows.length, processed_studies: runs.length, study_types: Math.min(1, rows.length) },
          avg_quality: qualities.length === 0 ? null : qualities.reduce((a, b) => a + b, 0) / qualities.length,
          data_sources: new Set(runs.flatMap(({ sources }) => sources.map(({ name }) => name))).size,
          latest_study: rows[0]?.created_at.toISOString() ?? null,
        },
        by_type: rows.length === 0 ? [] : [{ study_type: studyType, count: rows.length }],
        geographic: { min_latitude: south, max_latitude: north, min_longitude: west, max_longitude: east },
      };
    },

    async run(speciesId: string, actor: StudyActor): Promise<MaxentModelFigures> {
      const aphiaId = Number(speciesId);
      const [species] = isRegisterNumber(aphiaId) ? await stores.species.species({ aphiaId, limit: 1 }) : [];
      if (species === undefined) {
        throw new AppError('not_found', {
          detail: `Não há ocorrências guardadas da espécie ${speciesId.slice(0, 40)}.`,
        });
      }
      const { accountId: id, name } = actor.principal;
      const study = await studies.create({ species: species.name }, { id, name });
      await studies.tune(study.id, actor);
      const row = await repository.study(study.id);
      if (row === undefined) throw new AppError('not_found', { detail: 'O estudo foi eliminado entretanto.' });
      return modelView(row, undefined, { status: 'training', lastPrediction: null });
    },
  };
}

const studyType = 'species_distribution';
const qualityOf = ({ presences, records }: RunRow) => (100 * presences) / records;

function studyFigures(row: StudyState, run: RunRow | undefined): BiodiversityStudy {
  return {
    ...{ id: row.id, studyName: row.name, studyType, createdAt: row.created_at.toISOString() },
    description: `Distribuição de ${row.species} na ZEE de Angola, por MaxEnt.`,
    ...{ latitude: run?.centre_lat ?? null, longitude: run?.centre_lon ?? null },
    ...{ speciesObserved: [row.species], environmentalParameters: row.parameters.variables },
    dataQualityScore: run === undefined ? null : qualityOf(run),
    validationStatus:
      row.chosen !== null ? 'validated' : run !== undefined && run.proposed === null ? 'rejected' : 'pending',
    processedForMl: run !== undefined,
  };
}

function modelView(
  row: StudyState,
  run: RunRow | undefined,
  now: Pick<MaxentModelFigures, 'status' | 'lastPrediction'>,
): MaxentModelFigures {
  // A choice of an earlier tuning is not what the newest one measured.
  const auc = aucOf({ chosen: row.chosen?.runId === run?.id ? row.chosen : null }, run, run);
  return {
    ...{
      id: row.id,
      speciesId: String(row.aphia_id),
      speciesName: row.species,
      createdAt: row.created_at.toISOString(),
    },
    ...{ auc, accuracy: auc === null ? null : auc * 100 },
    ...{ trainingRecords: run?.presences ?? null, testRecords: run?.presences ?? null },
    ...now,
  };
}

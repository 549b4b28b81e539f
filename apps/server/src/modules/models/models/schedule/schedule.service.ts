import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { TrainingPlan, TrainingSchedule } from '@kianda/contract/models/registry/schedules.contract';
import type { DriftRepository } from '../drift/drift.repository.ts';
import { rowMarks, unseenRows } from '../drift/row-marks.ts';
import { recordAct } from '../model-acts.service.ts';
import type { ModelActor, ModelContext } from '../models.context.ts';
import type { VersionRow } from '../models.tables.ts';
import { TooFewRows } from '../tables/learning-table.types.ts';
import type { Trainings } from '../trainings.service.ts';
import type { ScheduleRepository, ScheduleRow } from './schedule.repository.ts';
import { lookOf, reasonToTrain, type Sight } from './triggers.rules.ts';

type Parts = {
  readonly plans: ScheduleRepository;
  readonly drift: Pick<DriftRepository, 'last' | 'reference'>;
  readonly trainings: Pick<Trainings, 'trainFor'>;
};

/** Trainings that begin by themselves: by age, by new rows and by drift. */
export function createSchedule(context: ModelContext, { plans, drift, trainings }: Parts) {
  const { repository, platform } = context;

  async function sightOf(type: ModelType, plan: TrainingPlan): Promise<Sight> {
    const [newest] = await repository.versions(type);
    const inUse = await repository.deployed(type);
    const check = inUse === undefined ? undefined : await drift.last(type, inUse.version);
    return {
      ...{ nowMs: platform.clock.nowMs(), trainedMs: newest?.trained_at.getTime() ?? null },
      newRows: plan.newRows === null ? null : await newRowsOf(context, { type, newest, drift }),
      drift: check === undefined ? null : { atMs: check.at.getTime(), hasDrifted: check.has_drifted },
    };
  }

  /** Looks at the triggers of a model; true where a training began. */
  async function lookAt(row: ScheduleRow): Promise<boolean> {
    const plan = planOf(row);
    const sight = await sightOf(row.model_type, plan);
    const look = lookOf(plan, sight);
    await plans.looked(row.model_type, new Date(sight.nowMs), look);
    const [last] = await repository.trainings(1, row.model_type);
    const why = reasonToTrain(look, { nowMs: sight.nowMs, lastAskedMs: last?.requested_at.getTime() ?? null });
    return why !== null && (await trainings.trainFor(row.model_type, why));
  }

  const find = async (type: ModelType): Promise<TrainingSchedule> => viewOf(await plans.find(type));

  return {
    find,

    async change(type: ModelType, plan: TrainingPlan, actor: ModelActor): Promise<TrainingSchedule> {
      await plans.change(type, plan, { name: actor.principal.name, at: new Date(platform.clock.nowMs()) });
      await recordAct(context, { type, version: null, actor }, { act: 'schedule', ...plan });
      return find(type);
    },

    /** Looks at the triggers of every model; resolves to how many trainings began. */
    async run(): Promise<number> {
      let begun = 0;
      for (const row of await plans.all()) begun += Number(await lookAt(row));
      return begun;
    },
  };
}

export type Schedule = ReturnType<typeof createSchedule>;

const planOf = ({ max_age_days, new_rows, on_drift }: ScheduleRow): TrainingPlan => ({
  ...{ maxAgeDays: max_age_days, newRows: new_rows, onDrift: on_drift },
});

function viewOf(row: ScheduleRow | undefined): TrainingSchedule {
  if (row === undefined) {
    return {
      maxAgeDays: null,
      newRows: null,
      onDrift: false,
      updatedBy: null,
      updatedAt: null,
      lookedAt: null,
      look: [],
    };
  }
  return {
    ...planOf(row),
    ...{ updatedBy: row.updated_by, updatedAt: row.updated_at.toISOString() },
    ...{ lookedAt: row.looked_at?.toISOString() ?? null, look: row.look },
  };
}

type Counted = {
  readonly type: ModelType;
  readonly newest: VersionRow | undefined;
  readonly drift: Pick<DriftRepository, 'reference'>;
};

/** Rows that the newest version has not seen; null where a model could not learn from what is stored. */
async function newRowsOf({ tableOf }: ModelContext, { type, newest, drift }: Counted): Promise<number | null> {
  try {
    const table = await tableOf(type);
    const rows = table.target.values.length;
    if (newest === undefined) return rows;
    const kept = await drift.reference(type, newest.version);
    return kept === null ? Math.max(0, rows - newest.row_count) : unseenRows(rowMarks(table), kept.marks).length;
  } catch (error) {
    if (error instanceof TooFewRows) return null;
    throw error;
  }
}

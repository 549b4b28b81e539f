import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DeploymentRow, ModelTables, TrainingRow, VersionRow } from './models.tables.ts';

type NewReference = Omit<Insertable<ModelTables['models.drift_references']>, 'model_type' | 'version'>;
type NewVersion = Omit<Insertable<ModelTables['models.versions']>, 'version' | 'state'>;

/** The part of a version that a prediction needs. */
export type Predictor = Pick<VersionRow, 'model_type' | 'version' | 'artefact_key' | 'is_simulated'>;

/** Who puts a version in use, and why. */
export type Deployment = Pick<
  DeploymentRow,
  'model_type' | 'version' | 'kind' | 'account_id' | 'account_name' | 'reason' | 'at'
>;

/** Versions of models, what was in use when, and trainings. */
export function createModelRepository(database: Database) {
  const db = database.for<ModelTables>();
  return { ...versionStatements(db), ...deploymentStatements(db), ...trainingStatements(db) };
}

export type ModelRepository = ReturnType<typeof createModelRepository>;

async function addVersion(
  transaction: Kysely<ModelTables>,
  row: NewVersion,
  reference: NewReference,
): Promise<VersionRow> {
  // Two runs of one model never count their versions at once.
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`models ${row.model_type}`}))`.execute(transaction);
  const { next } = await transaction
    .selectFrom('models.versions')
    .select(({ fn, lit }) => fn.coalesce(fn.max('version'), lit(0)).as('next'))
    .where('model_type', '=', row.model_type)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('models.versions')
    .values({ ...row, version: next + 1, state: 'candidate' })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
  const added = await transaction
    .selectFrom('models.versions')
    .selectAll()
    .where('run_id', '=', row.run_id)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('models.drift_references')
    .values({ ...reference, model_type: added.model_type, version: added.version })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return added;
}

function versionStatements(db: Kysely<ModelTables>) {
  return {
    versions: (type?: ModelType): Promise<VersionRow[]> => {
      const all = db.selectFrom('models.versions').selectAll().orderBy('version', 'desc');
      return (type === undefined ? all : all.where('model_type', '=', type)).execute();
    },

    version: (type: ModelType, version: number): Promise<VersionRow | undefined> =>
      db
        .selectFrom('models.versions')
        .selectAll()
        .where('model_type', '=', type)
        .where('version', '=', version)
        .executeTakeFirst(),

    deployed: (type: ModelType): Promise<VersionRow | undefined> =>
      db
        .selectFrom('models.versions')
        .selectAll()
        .where('model_type', '=', type)
        .where('state', '=', 'deployed')
        .executeTakeFirst(),

    /** The version in use as a prediction needs it: its card and its skill take longer to read than the prediction. */
    predictor: (type: ModelType): Promise<Predictor | undefined> =>
      db
        .selectFrom('models.versions')
        .select(['model_type', 'version', 'artefact_key', 'is_simulated'])
        .where('model_type', '=', type)
        .where('state', '=', 'deployed')
        .executeTakeFirst(),

    /** Adds the next version of a model, with its reference; of a run that has made one already, that one. */
    addVersion: (row: NewVersion, reference: NewReference): Promise<VersionRow> =>
      db.transaction().execute((transaction) => addVersion(transaction, row, reference)),

    /** Removes a version that is not in use; undefined where there is none such. */
    removeVersion: (type: ModelType, version: number): Promise<VersionRow | undefined> =>
      db
        .deleteFrom('models.versions')
        .where('model_type', '=', type)
        .where('version', '=', version)
        .where('state', '<>', 'deployed')
        .returningAll()
        .executeTakeFirst(),

    async countPredictions(type: ModelType, version: number, items: number): Promise<void> {
      await db
        .updateTable('models.versions')
        .set(({ eb }) => ({ predictions: eb('predictions', '+', String(items)) as never }))
        .where('model_type', '=', type)
        .where('version', '=', version)
        .execute();
    },

    /** Keys of the files that versions have. */
    async artefactKeys(): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('models.versions').select('artefact_key').execute();
      return new Set(rows.map(({ artefact_key }) => artefact_key));
    },
  };
}

function deploymentStatements(db: Kysely<ModelTables>) {
  return {
    /** Changes of the version in use, the newest first. */
    deployments: (type: ModelType): Promise<DeploymentRow[]> =>
      db
        .selectFrom('models.deployments')
        .selectAll()
        .where('model_type', '=', type)
        .orderBy('id', 'desc')
        .limit(100)
        .execute(),

    /** Puts a version in use in place of the one that is; undefined where there is no such version. */
    deploy: (deployment: Deployment): Promise<VersionRow | undefined> =>
      db
        .transaction()
        .execute(async (transaction) => {
          const { model_type, version, kind, account_id, account_name, reason, at } = deployment;
          await sql`SELECT pg_advisory_xact_lock(hashtext(${`models ${model_type}`}))`.execute(transaction);
          const before = await transaction
            .updateTable('models.versions')
            .set({ state: 'retired' })
            .where('model_type', '=', model_type)
            .where('state', '=', 'deployed')
            .returning('version')
            .executeTakeFirst();
          const approval =
            kind === 'approve'
              ? { approved_by_id: account_id, approved_by: account_name, approved_at: at, approval_reason: reason }
              : {};
          const row = await transaction
            .updateTable('models.versions')
            .set({ state: 'deployed', ...approval })
            .where('model_type', '=', model_type)
            .where('version', '=', version)
            .returningAll()
            .executeTakeFirst();
          if (row === undefined) throw new NoSuchVersion();
          await transaction
            .insertInto('models.deployments')
            .values({ ...deployment, previous_version: before?.version ?? null })
            .execute();
          return row;
        })
        .catch((error: unknown) => {
          if (error instanceof NoSuchVersion) return undefined;
          throw error;
        }),
  };
}

class NoSuchVersion extends Error {}

function trainingStatements(db: Kysely<ModelTables>) {
  return {
    /** The last trainings of every model, or of one, the newest first. */
    trainings: (limit: number, type?: ModelType): Promise<TrainingRow[]> => {
      const all = db.selectFrom('models.trainings').selectAll().orderBy('requested_at', 'desc').limit(limit);
      return (type === undefined ? all : all.where('model_type', '=', type)).execute();
    },

    training: (runId: string): Promise<TrainingRow | undefined> =>
      db.selectFrom('models.trainings').selectAll().where('run_id', '=', runId).executeTakeFirst(),

    /** Notes that a training was asked for; one that is noted stays as it is. */
    async noteTraining(
      row: Pick<TrainingRow, 'run_id' | 'model_type' | 'requested_by' | 'requested_at'>,
    ): Promise<void> {
      await db
        .insertInto('models.trainings')
        .values({ ...row, ended_at: null, version: null, error: null })
        .onConflict((conflict) => conflict.column('run_id').doNothing())
        .execute();
    },

    async endTraining(runId: string, outcome: Pick<TrainingRow, 'ended_at' | 'version' | 'error'>): Promise<void> {
      await db.updateTable('models.trainings').set(outcome).where('run_id', '=', runId).execute();
    },

    /** Forgets trainings that ended, or were asked for, before an instant and made no version. */
    async forgetTrainings(before: Date): Promise<number> {
      const result = await db
        .deleteFrom('models.trainings')
        .where('requested_at', '<', before)
        .where('version', 'is', null)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { RevisionRow, RunRow, StudyMapRow, StudyRow, StudyTables } from './studies.tables.ts';

type NewStudy = Insertable<StudyTables['studies.studies']>;
type NewRevision = Omit<Insertable<StudyTables['studies.revisions']>, 'study_id' | 'revision'>;
export type NewRun = Insertable<StudyTables['studies.runs']>;
export type NewStudyMap = Insertable<StudyTables['studies.maps']>;

/** A study with the state that is shown, and what it has. */
export type StudyState = StudyRow &
  Pick<RevisionRow, 'parameters' | 'chosen' | 'changed_at'> & { readonly runs: number; readonly maps: number };

/** Studies with their states, tunings and maps. */
export function createStudyRepository(database: Database) {
  const db = database.for<StudyTables>();
  return { ...studyStatements(db), ...revisionStatements(db), ...runStatements(db), ...mapStatements(db) };
}

export type StudyRepository = ReturnType<typeof createStudyRepository>;

const withState = (db: Kysely<StudyTables>) =>
  db
    .selectFrom('studies.studies as s')
    .innerJoin('studies.revisions as r', (join) =>
      join.onRef('r.study_id', '=', 's.id').onRef('r.revision', '=', 's.revision'),
    )
    .selectAll('s')
    .select(['r.parameters', 'r.chosen', 'r.changed_at'])
    .select((eb) => [
      eb
        .selectFrom('studies.runs as t')
        .whereRef('t.study_id', '=', 's.id')
        .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('n'))
        .$asScalar()
        .$notNull()
        .as('runs'),
      eb
        .selectFrom('studies.maps as m')
        .whereRef('m.study_id', '=', 's.id')
        .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('n'))
        .$asScalar()
        .$notNull()
        .as('maps'),
    ]);

function studyStatements(db: Kysely<StudyTables>) {
  return {
    studies: (): Promise<StudyState[]> => withState(db).orderBy('s.created_at', 'desc').orderBy('s.id').execute(),

    study: (id: string): Promise<StudyState | undefined> => withState(db).where('s.id', '=', id).executeTakeFirst(),

    addStudy: (study: Omit<NewStudy, 'revision'>, first: NewRevision): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('studies.studies')
          .values({ ...study, revision: 1 })
          .execute();
        await transaction
          .insertInto('studies.revisions')
          .values({ ...first, study_id: study.id, revision: 1 })
          .execute();
      }),

    async removeStudy(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('studies.studies').where('id', '=', id).executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async countOf(accountId: string): Promise<number> {
      const { n } = await db
        .selectFrom('studies.studies')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('created_by_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
  };
}

function revisionStatements(db: Kysely<StudyTables>) {
  return {
    revisions: (id: string) =>
      db
        .selectFrom('studies.revisions')
        .select(['revision', 'step', 'changed_at', 'changed_by'])
        .where('study_id', '=', id)
        .orderBy('revision')
        .execute(),

    /** Saves a state after the one shown, in place of those that came after it; false where the study is gone. */
    addRevision: (id: string, state: NewRevision): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const study = await transaction
          .selectFrom('studies.studies')
          .select('revision')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (study === undefined) return false;
        await transaction
          .deleteFrom('studies.revisions')
          .where('study_id', '=', id)
          .where('revision', '>', study.revision)
          .execute();
        const revision = study.revision + 1;
        await transaction
          .insertInto('studies.revisions')
          .values({ ...state, study_id: id, revision })
          .execute();
        await transaction.updateTable('studies.studies').set({ revision }).where('id', '=', id).execute();
        return true;
      }),

    /** Shows another state; false where there is none. */
    async goTo(id: string, revision: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('studies.studies')
        .set({ revision })
        .where('id', '=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('studies.revisions')
              .select('revision')
              .where('study_id', '=', id)
              .where('revision', '=', revision),
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

function runStatements(db: Kysely<StudyTables>) {
  return {
    /** Of one study, or the newest of each; the newest first. */
    runs: (studyId: string): Promise<RunRow[]> =>
      db
        .selectFrom('studies.runs')
        .selectAll()
        .where('study_id', '=', studyId)
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .execute(),

    newestRuns: (): Promise<RunRow[]> =>
      db
        .selectFrom('studies.runs')
        .selectAll()
        .distinctOn('study_id')
        .orderBy('study_id')
        .orderBy('made_at', 'desc')
        .execute(),

    run: (id: string): Promise<RunRow | undefined> =>
      db.selectFrom('studies.runs').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Adds a tuning; one that is there already, and one of a study that is gone, are left. */
    addRun: (row: NewRun): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const study = await transaction
          .selectFrom('studies.studies')
          .select('id')
          .where('id', '=', row.study_id)
          .forKeyShare()
          .executeTakeFirst();
        if (study === undefined) return;
        await transaction
          .insertInto('studies.runs')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

function mapStatements(db: Kysely<StudyTables>) {
  return {
    maps: (studyId: string): Promise<StudyMapRow[]> =>
      db
        .selectFrom('studies.maps')
        .selectAll()
        .where('study_id', '=', studyId)
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .execute(),

    map: (id: string): Promise<StudyMapRow | undefined> =>
      db.selectFrom('studies.maps').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Instant of the newest map of each study. */
    async newestMaps(): Promise<ReadonlyMap<string, Date>> {
      const rows = await db
        .selectFrom('studies.maps')
        .select(['study_id', ({ fn }) => fn.max('made_at').as('at')])
        .groupBy('study_id')
        .execute();
      return new Map(rows.map(({ study_id, at }) => [study_id, at]));
    },

    /** Publishes a map; false where its study went meanwhile. */
    addMap: (row: NewStudyMap): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const run = await transaction
          .selectFrom('studies.runs')
          .select('id')
          .where('id', '=', row.run_id)
          .forKeyShare()
          .executeTakeFirst();
        if (run === undefined) return false;
        await transaction
          .insertInto('studies.maps')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      }),

    /** Keys of the files that maps have. */
    async fileKeys(): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('studies.maps').select(['file_key', 'model_key']).execute();
      return new Set(rows.flatMap(({ file_key, model_key }) => [file_key, model_key]));
    },
  };
}

import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { FileRow, ImportRow, LayerRow, LayerTables, UploadRow } from './layers.tables.ts';
import type { LayerRow as ParsedRow } from './parse/layer-task.ts';

const rowsPerInsert = 500;

export type ImportFigures = Pick<
  ImportRow,
  'rows_read' | 'rows_stored' | 'rows_refused' | 'rows_doubtful' | 'refused' | 'doubtful'
>;

/** The layer as an import leaves it. */
export type ImportedLayer = Pick<
  LayerRow,
  'columns' | 'time_column' | 'geometry_type' | 'west' | 'south' | 'east' | 'north' | 'feature_count' | 'source'
>;

/** Layers of foreign files, their files, imports and features. */
export function createLayerRepository(database: Database) {
  const db = database.for<LayerTables>();
  return {
    ...layerStatements(db),
    ...uploadStatements(db),
    ...importStatements(db),
    ...featureStatements(db),
    ...finishStatements(db),
  };
}

export type LayerRepository = ReturnType<typeof createLayerRepository>;

function layerStatements(db: Kysely<LayerTables>) {
  return {
    layers: (): Promise<LayerRow[]> => db.selectFrom('layers.layers').selectAll().orderBy('id').execute(),

    layer: (id: string): Promise<LayerRow | undefined> =>
      db.selectFrom('layers.layers').selectAll().where('id', '=', id).executeTakeFirst(),

    async addFile(row: Insertable<LayerTables['layers.files']>): Promise<void> {
      await db.insertInto('layers.files').values(row).execute();
    },

    file: (id: string): Promise<FileRow | undefined> =>
      db.selectFrom('layers.files').selectAll().where('id', '=', id).executeTakeFirst(),

    /** A layer and its first import; false where the id is taken. */
    addLayer: (
      layer: Insertable<LayerTables['layers.layers']>,
      first: Insertable<LayerTables['layers.imports']>,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const added = await transaction
          .insertInto('layers.layers')
          .values(layer)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) return false;
        await transaction.insertInto('layers.imports').values(first).execute();
        return true;
      }),

    change: (id: string, change: Updateable<LayerTables['layers.layers']>): Promise<LayerRow | undefined> =>
      db.updateTable('layers.layers').set(change).where('id', '=', id).returningAll().executeTakeFirst(),

    /** The layer with everything of it; resolves to its number of features, undefined where there is none. */
    remove: (id: string): Promise<number | undefined> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('layers.layers')
          .select(['edition', 'feature_count'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const imports = transaction.selectFrom('layers.imports').select('id').where('layer_id', '=', id);
        await transaction
          .deleteFrom('layers.features')
          .where((eb) => eb.or([eb('edition', '=', row.edition), eb('edition', 'in', imports)]))
          .execute();
        await transaction.deleteFrom('layers.layers').where('id', '=', id).execute();
        return row.feature_count ?? 0;
      }),

    /** Files that came before an instant and that no layer needs any more. */
    unusedFiles: (before: Date): Promise<FileRow[]> =>
      db
        .selectFrom('layers.files as f')
        .selectAll()
        .where('received_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('layers.imports as i').select('i.id').whereRef('i.file_id', '=', 'f.id'))),
        )
        .execute(),

    async removeFile(id: string): Promise<void> {
      await db.deleteFrom('layers.files').where('id', '=', id).execute();
    },
  };
}

function uploadStatements(db: Kysely<LayerTables>) {
  return {
    /** The unfinished upload of the same file by the same account: the given one where there was none. */
    begunUpload: (row: Insertable<LayerTables['layers.uploads']>): Promise<UploadRow> =>
      db
        .insertInto('layers.uploads')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'name', 'size_bytes', 'mark'])
            .doUpdateSet(({ ref }) => ({ created_at: ref('excluded.created_at') })),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    upload: (id: string): Promise<UploadRow | undefined> =>
      db.selectFrom('layers.uploads').selectAll().where('id', '=', id).executeTakeFirst(),

    uploadsOf: (accountId: string): Promise<UploadRow[]> =>
      db.selectFrom('layers.uploads').selectAll().where('account_id', '=', accountId).execute(),

    uploadsBefore: (before: Date): Promise<UploadRow[]> =>
      db.selectFrom('layers.uploads').selectAll().where('created_at', '<', before).execute(),

    async removeUpload(id: string): Promise<void> {
      await db.deleteFrom('layers.uploads').where('id', '=', id).execute();
    },
  };
}

function importStatements(db: Kysely<LayerTables>) {
  const withFile = () =>
    db
      .selectFrom('layers.imports as i')
      .innerJoin('layers.files as f', 'f.id', 'i.file_id')
      .selectAll('i')
      .select('f.name as file_name');
  return {
    /** False where another import of the layer has not ended. */
    async addImport(row: Insertable<LayerTables['layers.imports']>): Promise<boolean> {
      const added = await db
        .insertInto('layers.imports')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return Number(added.numInsertedOrUpdatedRows ?? 0) === 1;
    },

    importOf: (id: string): Promise<ImportRow | undefined> => withFile().where('i.id', '=', id).executeTakeFirst(),

    /** The newest import of each layer. */
    lastImports: (): Promise<ImportRow[]> =>
      withFile().distinctOn('i.layer_id').orderBy('i.layer_id').orderBy('i.requested_at', 'desc').execute(),

    lastImport: (layerId: string): Promise<ImportRow | undefined> =>
      withFile().where('i.layer_id', '=', layerId).orderBy('i.requested_at', 'desc').limit(1).executeTakeFirst(),

    async begin(id: string): Promise<void> {
      await db.updateTable('layers.imports').set({ state: 'running' }).where('id', '=', id).execute();
    },

    async note(id: string, figures: ImportFigures): Promise<void> {
      await db.updateTable('layers.imports').set(figuresRow(figures)).where('id', '=', id).execute();
    },

    async fail(id: string, figures: ImportFigures, end: { readonly error: string; readonly at: Date }): Promise<void> {
      await db
        .updateTable('layers.imports')
        .set({ ...figuresRow(figures), state: 'failed', error: end.error, ended_at: end.at })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'running'])
        .execute();
    },
  };
}

function featureStatements(db: Kysely<LayerTables>) {
  return {
    /** Features that an import left half done. */
    async clear(edition: string): Promise<void> {
      await db.deleteFrom('layers.features').where('edition', '=', edition).execute();
    },

    async store(edition: string, firstFid: number, rows: readonly ParsedRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += rowsPerInsert) {
        const values = rows.slice(start, start + rowsPerInsert).map(({ wkb, bounds, properties }, index) => ({
          edition,
          fid: firstFid + start + index,
          geometry: wkb,
          bounds: bounds === null ? null : boxOf(bounds),
          properties: sql`${properties}::jsonb`,
        }));
        await db.insertInto('layers.features').values(values).execute();
      }
    },

    /** The greatest number of a feature of an edition; 0 where it has none. */
    async lastFid(edition: string): Promise<number> {
      const row = await db
        .selectFrom('layers.features')
        .select((eb) => eb.fn.max('fid').as('last'))
        .where('edition', '=', edition)
        .executeTakeFirst();
      return row?.last ?? 0;
    },
  };
}

function finishStatements(db: Kysely<LayerTables>) {
  return {
    /**
     * Makes what an import stored the features of its layer, in one step: the old ones go with it, or the new ones join
     * them. False where the layer was removed, or another process has ended the import already.
     */
    finish: (done: {
      readonly importId: string;
      readonly layerId: string;
      readonly figures: ImportFigures;
      readonly layer: ImportedLayer;
      /** Edition that the new features join; null where they take its place. */
      readonly joins: string | null;
      readonly at: Date;
    }): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { importId, layerId, figures, layer, joins, at } = done;
        const row = await transaction
          .selectFrom('layers.layers')
          .select('edition')
          .where('id', '=', layerId)
          .forUpdate()
          .executeTakeFirst();
        const ended = await transaction
          .updateTable('layers.imports')
          .set({ ...figuresRow(figures), state: 'done', error: null, ended_at: at })
          .where('id', '=', importId)
          .where('state', '=', 'running')
          .executeTakeFirst();
        if (row === undefined || Number(ended.numUpdatedRows) === 0) return false;
        if (joins === null) {
          await transaction.deleteFrom('layers.features').where('edition', '=', row.edition).execute();
        } else {
          await transaction
            .updateTable('layers.features')
            .set({ edition: joins })
            .where('edition', '=', importId)
            .execute();
        }
        await transaction
          .updateTable('layers.layers')
          .set({
            ...layer,
            columns: JSON.stringify(layer.columns),
            source: JSON.stringify(layer.source),
            ...{ edition: joins ?? importId, revision: importId, imported_at: at, updated_at: at },
          })
          .where('id', '=', layerId)
          .execute();
        return true;
      }),
  };
}

const figuresRow = ({ refused, doubtful, ...counts }: ImportFigures) => ({
  ...counts,
  refused: JSON.stringify(refused),
  doubtful: JSON.stringify(doubtful),
});

const boxOf = ([west, south, east, north]: readonly [number, number, number, number]) =>
  sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;

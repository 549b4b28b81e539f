import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { Database } from '../../../../platform/db/database.ts';
import type { VersionLabels } from '../model-views.rules.ts';
import type { ModelTables } from '../models.tables.ts';

/** Names, tags and descriptions of versions. */
export function createLabelRepository(database: Database) {
  const db = database.for<ModelTables>();
  return {
    async of(type: ModelType, version: number): Promise<VersionLabels> {
      const aliases = await db
        .selectFrom('models.aliases')
        .select('alias')
        .where('model_type', '=', type)
        .where('version', '=', version)
        .orderBy('alias')
        .execute();
      const notes = await db
        .selectFrom('models.version_notes')
        .select(['description', 'tags'])
        .where('model_type', '=', type)
        .where('version', '=', version)
        .executeTakeFirst();
      return {
        aliases: aliases.map(({ alias }) => alias),
        ...{ tags: notes?.tags ?? [], description: notes?.description ?? null },
      };
    },

    aliases: (type: ModelType) =>
      db.selectFrom('models.aliases').select(['alias', 'version']).where('model_type', '=', type).execute(),

    async set(type: ModelType, alias: string, version: number): Promise<void> {
      await db
        .insertInto('models.aliases')
        .values({ model_type: type, alias, version })
        .onConflict((conflict) => conflict.columns(['model_type', 'alias']).doUpdateSet({ version }))
        .execute();
    },

    async remove(type: ModelType, alias: string): Promise<void> {
      await db.deleteFrom('models.aliases').where('model_type', '=', type).where('alias', '=', alias).execute();
    },

    async describe(
      type: ModelType,
      version: number,
      notes: Pick<VersionLabels, 'description' | 'tags'>,
    ): Promise<void> {
      const written = { description: notes.description, tags: [...notes.tags] };
      await db
        .insertInto('models.version_notes')
        .values({ model_type: type, version, ...written })
        .onConflict((conflict) => conflict.columns(['model_type', 'version']).doUpdateSet(written))
        .execute();
    },
  };
}

export type LabelRepository = ReturnType<typeof createLabelRepository>;

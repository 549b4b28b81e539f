import type { ModelEvidence } from '@kianda/contract/models/registry/evidence.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { Database } from '../../../../platform/db/database.ts';
import type { ModelTables } from '../models.tables.ts';

/** Evidence of versions, the last of each. */
export function createEvidenceRepository(database: Database) {
  const db = database.for<ModelTables>();
  return {
    async find(type: ModelType, version: number): Promise<ModelEvidence | null> {
      const row = await db
        .selectFrom('models.evidence')
        .select('body')
        .where('model_type', '=', type)
        .where('version', '=', version)
        .executeTakeFirst();
      return row?.body ?? null;
    },

    async put(type: ModelType, version: number, evidence: ModelEvidence): Promise<void> {
      const body = JSON.stringify(evidence);
      const made_at = new Date(evidence.madeAt);
      await db
        .insertInto('models.evidence')
        .values({ model_type: type, version, made_at, body })
        .onConflict((conflict) => conflict.columns(['model_type', 'version']).doUpdateSet({ made_at, body }))
        .execute();
    },
  };
}

export type EvidenceRepository = ReturnType<typeof createEvidenceRepository>;

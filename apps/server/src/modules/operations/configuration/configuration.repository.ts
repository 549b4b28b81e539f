import type { Maintenance } from '@kianda/contract/operations/configuration/mode.contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Everything that administrators have set; empty before their first change. */
export type State = {
  readonly settings: Readonly<Record<string, string>>;
  readonly features: Readonly<Record<string, boolean>>;
  readonly maintenance: Maintenance | null;
};
export const emptyState: State = { settings: {}, features: {}, maintenance: null };

export type Change = { readonly name: string; readonly from: string | null; readonly to: string | null };
export type Version = {
  readonly version: number;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly note: string | null;
  readonly state: State;
  readonly changes: readonly Change[];
};

/** The only SQL that touches the `configuration` schema. */
export function createConfigurationRepository(database: Database) {
  const db = database.for<Record<never, never>>();
  const columns = sql`version, at, actor_id AS "actorId", actor_name AS "actorName", note, state, changes`;
  return {
    /** The newest version; null before the first. */
    async current(): Promise<Version | null> {
      const { rows } = await sql<Version>`
        SELECT ${columns} FROM configuration.versions ORDER BY version DESC LIMIT 1`.execute(db);
      return rows[0] ?? null;
    },
    async find(version: number): Promise<Version | null> {
      const { rows } = await sql<Version>`
        SELECT ${columns} FROM configuration.versions WHERE version = ${version}`.execute(db);
      return rows[0] ?? null;
    },
    /** Older than `before`, the newest first. */
    async list(before: number | null, limit: number): Promise<readonly Version[]> {
      const { rows } = await sql<Version>`
        SELECT ${columns} FROM configuration.versions
        WHERE ${before === null ? sql`true` : sql`version < ${before}`} ORDER BY version DESC LIMIT ${limit}`.execute(
        db,
      );
      return rows;
    },
    /** False when another change took the number first. */
    async add({ version, at, actorId, actorName, note, state, changes }: Version): Promise<boolean> {
      const { rows } = await sql`
        INSERT INTO configuration.versions (version, at, actor_id, actor_name, note, state, changes)
        VALUES (${version}, ${at}, ${actorId}, ${actorName}, ${note}, ${JSON.stringify(state)}::jsonb,
          ${JSON.stringify(changes)}::jsonb)
        ON CONFLICT (version) DO NOTHING RETURNING version`.execute(db);
      return rows.length === 1;
    },
  };
}

export type ConfigurationRepository = ReturnType<typeof createConfigurationRepository>;

/** Stored settings by name, read before the platform starts; none on a database that is still empty. */
export async function readStoredSettings(database: Database): Promise<Readonly<Record<string, string>>> {
  const db = database.for<Record<never, never>>();
  const { rows: found } = await sql<{ is_there: boolean }>`
    SELECT to_regclass('configuration.versions') IS NOT NULL AS is_there`.execute(db);
  if (found[0]?.is_there !== true) return {};
  return (await createConfigurationRepository(database).current())?.state.settings ?? {};
}

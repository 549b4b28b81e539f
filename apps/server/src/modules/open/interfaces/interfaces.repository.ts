import type { Database } from '../../../platform/db/database.ts';

type Tables = { 'interfaces.accesses': { interface_id: string; last_accessed: Date; openings: number } };

export type InterfaceRepository = ReturnType<typeof createInterfaceRepository>;

/** The only SQL that touches the `interfaces` schema. */
export function createInterfaceRepository(database: Database) {
  const db = database.for<Tables>();
  return {
    accesses: () => db.selectFrom('interfaces.accesses').selectAll().execute(),

    async countOpening(id: string, at: Date): Promise<void> {
      await db
        .insertInto('interfaces.accesses')
        .values({ interface_id: id, last_accessed: at, openings: 1 })
        .onConflict((conflict) =>
          conflict.column('interface_id').doUpdateSet((eb) => ({
            last_accessed: at,
            openings: eb('interfaces.accesses.openings', '+', 1),
          })),
        )
        .execute();
    },
  };
}

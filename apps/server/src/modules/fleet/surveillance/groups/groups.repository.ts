import { type Kysely, sql } from 'kysely';
import type { GroupMemberRow, GroupRow, SurveillanceTables } from '../surveillance.tables.ts';

export type CountedGroup = GroupRow & { readonly members: number };
/** A vessel of a watch list. */
export type WatchedMember = GroupMemberRow & { readonly group_name: string };

/** Groups of vessels and their members: the only SQL that touches them. */
export function createGroupRepository(db: Kysely<SurveillanceTables>) {
  const groups = () =>
    db
      .selectFrom('surveillance.vessel_groups as g')
      .selectAll('g')
      .select((eb) =>
        eb
          .selectFrom('surveillance.group_members as m')
          .select((inner) => inner.fn.countAll<number>().as('total'))
          .whereRef('m.group_id', '=', 'g.id')
          .as('members'),
      );
  const counted = (row: GroupRow & { members: number | null }): CountedGroup => ({
    ...row,
    members: Number(row.members ?? 0),
  });

  return {
    async visibleTo(accountId: string): Promise<CountedGroup[]> {
      const rows = await groups()
        .where((eb) => eb.or([eb('is_shared', '=', true), eb('owner_id', '=', accountId)]))
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map(counted);
    },
    async group(id: string): Promise<CountedGroup | undefined> {
      const row = await groups().where('g.id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : counted(row);
    },
    /** Groups that an account made, those everybody sees or those only it does. */
    async countOwned(accountId: string, isShared: boolean): Promise<number> {
      const { total } = await db
        .selectFrom('surveillance.vessel_groups')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('owner_id', '=', accountId)
        .where('is_shared', '=', isShared)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    /** Removes the groups that only their owner sees, with their members. */
    async removePrivate(accountId: string): Promise<void> {
      await db
        .deleteFrom('surveillance.vessel_groups')
        .where('owner_id', '=', accountId)
        .where('is_shared', '=', false)
        .execute();
    },
    async insert(row: GroupRow): Promise<void> {
      await db.insertInto('surveillance.vessel_groups').values(row).execute();
    },
    async update(id: string, change: Partial<GroupRow>): Promise<void> {
      await db.updateTable('surveillance.vessel_groups').set(change).where('id', '=', id).execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('surveillance.vessel_groups').where('id', '=', id).execute();
    },
    members: (groupId: string): Promise<GroupMemberRow[]> =>
      db
        .selectFrom('surveillance.group_members')
        .selectAll()
        .where('group_id', '=', groupId)
        .orderBy('name')
        .orderBy('vessel_id')
        .execute(),
    /** Changes members as one; answers false, and changes nothing, where more than `most` would be left. */
    async change(
      groupId: string,
      add: readonly GroupMemberRow[],
      remove: readonly string[],
      most: number,
      now: Date,
    ): Promise<boolean> {
      return db
        .transaction()
        .execute(async (store) => {
          // Two who add at once must not both see room.
          await store
            .selectFrom('surveillance.vessel_groups')
            .select('id')
            .where('id', '=', groupId)
            .forUpdate()
            .execute();
          if (remove.length > 0) {
            await store
              .deleteFrom('surveillance.group_members')
              .where('group_id', '=', groupId)
              .where('vessel_id', 'in', [...remove])
              .execute();
          }
          if (add.length > 0) {
            await store
              .insertInto('surveillance.group_members')
              .values([...add])
              .onConflict((conflict) => conflict.columns(['group_id', 'vessel_id']).doNothing())
              .execute();
          }
          const { total } = await store
            .selectFrom('surveillance.group_members')
            .select((eb) => eb.fn.countAll<number>().as('total'))
            .where('group_id', '=', groupId)
            .executeTakeFirstOrThrow();
          if (Number(total) > most) throw new TooManyMembers();
          await store
            .updateTable('surveillance.vessel_groups')
            .set({ updated_at: now })
            .where('id', '=', groupId)
            .execute();
          return true;
        })
        .catch((error: unknown) => {
          if (error instanceof TooManyMembers) return false;
          throw error;
        });
    },
    /** Members of all watch lists that may be these ships. */
    watched: (shipIds: readonly number[], mmsis: readonly string[]): Promise<WatchedMember[]> =>
      db
        .selectFrom('surveillance.group_members as m')
        .innerJoin('surveillance.vessel_groups as g', 'g.id', 'm.group_id')
        .selectAll('m')
        .select('g.name as group_name')
        .where('g.is_watched', '=', true)
        .where((eb) =>
          eb.or([
            sql<boolean>`m.ship_id = ANY (${sql.val([...shipIds])}::integer[])`,
            sql<boolean>`m.mmsi = ANY (${sql.val([...mmsis])}::text[])`,
          ]),
        )
        .orderBy('g.name')
        .execute(),
    /** Remembers when members were heard; an older report never sets it back. */
    async seen(
      heard: readonly { readonly groupId: string; readonly vesselId: string; readonly at: Date }[],
    ): Promise<void> {
      for (const { groupId, vesselId, at } of heard) {
        await db
          .updateTable('surveillance.group_members')
          .set({ last_seen_at: sql<Date>`greatest(last_seen_at, ${at}::timestamptz)` })
          .where('group_id', '=', groupId)
          .where('vessel_id', '=', vesselId)
          .execute();
      }
    },
  };
}

class TooManyMembers extends Error {}

export type GroupRepository = ReturnType<typeof createGroupRepository>;

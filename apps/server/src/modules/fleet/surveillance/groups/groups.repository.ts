import { type Kysely, sql } from 'kysely';
import type { GroupMemberRow, GroupRow, SurveillanceTables } from '../surveillance.tables.ts';

export type CountedGroup = GroupRow & { readonly members: number };
/** A vessel of a watch list. */
export type WatchedMember = GroupMemberRow & { readonly group_name: string };

type Database = Kysely<SurveillanceTables>;

/** Groups of vessels and their members: the only SQL that touches them. */
export function createGroupRepository(db: Database) {
  return { ...groupQueries(db), ...groupWrites(db), ...memberQueries(db) };
}

export type GroupRepository = ReturnType<typeof createGroupRepository>;

function groupQueries(db: Database) {
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
    /** Counts the groups that an account owns, the shared or the private ones. */
    async countOwned(accountId: string, isShared: boolean): Promise<number> {
      const { total } = await db
        .selectFrom('surveillance.vessel_groups')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('owner_id', '=', accountId)
        .where('is_shared', '=', isShared)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}

const groupWrites = (db: Database) => ({
  async insert(row: GroupRow): Promise<void> {
    await db.insertInto('surveillance.vessel_groups').values(row).execute();
  },
  async update(id: string, change: Partial<GroupRow>): Promise<void> {
    await db.updateTable('surveillance.vessel_groups').set(change).where('id', '=', id).execute();
  },
  async remove(id: string): Promise<void> {
    await db.deleteFrom('surveillance.vessel_groups').where('id', '=', id).execute();
  },
  /** Removes the groups that only their owner sees, with their members. */
  async removePrivate(accountId: string): Promise<void> {
    await db
      .deleteFrom('surveillance.vessel_groups')
      .where('owner_id', '=', accountId)
      .where('is_shared', '=', false)
      .execute();
  },
});

const memberQueries = (db: Database) => ({
  members: (groupId: string): Promise<GroupMemberRow[]> =>
    db
      .selectFrom('surveillance.group_members')
      .selectAll()
      .where('group_id', '=', groupId)
      .orderBy('name')
      .orderBy('vessel_id')
      .execute(),
  /** Changes members as one; answers false, and changes nothing, where more than `most` would be left. */
  async changeMembers(change: MemberChange): Promise<boolean> {
    return db
      .transaction()
      .execute((store) => changeMembersIn(store, change))
      .catch((error: unknown) => {
        if (error instanceof TooManyMembers) return false;
        throw error;
      });
  },
  /** Members of watch lists that are one of these ships by its id or MMSI. */
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
  /** Stores when members were last heard; an older report never sets it back. */
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
});

class TooManyMembers extends Error {}

type MemberChange = {
  readonly groupId: string;
  readonly add: readonly GroupMemberRow[];
  /** Ids of vessels. */
  readonly remove: readonly string[];
  readonly most: number;
  readonly now: Date;
};

async function changeMembersIn(store: Database, change: MemberChange): Promise<true> {
  const { groupId, add, remove, most, now } = change;
  // Locks the group: two people who add at the same time must not both find room.
  await store.selectFrom('surveillance.vessel_groups').select('id').where('id', '=', groupId).forUpdate().execute();
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
  await store.updateTable('surveillance.vessel_groups').set({ updated_at: now }).where('id', '=', groupId).execute();
  return true;
}

import type { Store } from '../identity.types.ts';

/** Counts a sign-in to the account that was refused for its password or code. */
export async function countRefusal(store: Store, accountId: string, at: Date): Promise<void> {
  await store
    .insertInto('identity.refused_sign_ins')
    .values({ account_id: accountId, refusals: 1, last_at: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({
        refusals: eb('identity.refused_sign_ins.refusals', '+', 1),
        last_at: at,
      })),
    )
    .execute();
}

/** How many were refused since the last that was not, and when the last; forgotten once told. Null where none was. */
export async function takeRefusals(
  store: Store,
  accountId: string,
): Promise<{ readonly count: number; readonly lastAt: string } | null> {
  const row = await store
    .deleteFrom('identity.refused_sign_ins')
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : { count: row.refusals, lastAt: row.last_at.toISOString() };
}

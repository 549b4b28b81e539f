import type { IdentityTables, Store } from '../identity.types.ts';

type LabelRow = IdentityTables['identity.credential_labels'];

/** Names that administrators gave to an account's ways in, by their type. */
export async function labelsOf(store: Store, accountId: string): Promise<ReadonlyMap<LabelRow['type'], string>> {
  const rows = await store
    .selectFrom('identity.credential_labels')
    .select(['type', 'label'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ type, label }) => [type, label]));
}

export async function labelCredential(store: Store, row: LabelRow): Promise<void> {
  await store
    .insertInto('identity.credential_labels')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'type']).doUpdateSet({ label: row.label }))
    .execute();
}

import type { DataOf, InputOf } from '@kianda/contract';
import {
  type mySettings,
  type SettingsScope,
  type saveMySettings,
  userSettings,
} from '@kianda/contract/people/identity/settings.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type IdentityContext, nowOf } from './core/identity-context.ts';
import { mergeSettings, mergeWholeValues } from './settings.rules.ts';

type StoredSettings = DataOf<typeof mySettings>;

/** The account's settings for a part of the console; null where none is stored, or the stored value has another shape. */
export async function readSettings(
  { store }: IdentityContext,
  { accountId }: Principal,
  scope: SettingsScope,
): Promise<StoredSettings> {
  const row = await store
    .selectFrom('identity.settings')
    .select(['value', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .executeTakeFirst();
  const parsed = userSettings[scope].safeParse(row?.value);
  if (row === undefined || !parsed.success) return { value: null, updatedAt: null };
  return { value: parsed.data, updatedAt: row.updated_at.toISOString() };
}

/** A choice: the settings as a person made them, and those it was made on. */
export type SettingsChoice = InputOf<typeof saveMySettings>['body'];

/**
 * Stores a choice over what is stored by now: what it left alone stays as another machine may have changed it meanwhile.
 * Throws `validation_failed` by field.
 */
export async function saveSettings(
  context: IdentityContext,
  { accountId }: Principal,
  scope: SettingsScope,
  { value: given, base }: SettingsChoice,
): Promise<StoredSettings> {
  const parsed = userSettings[scope].safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ['body', 'value', ...path].join('.'),
      message,
    }));
    throw new AppError('validation_failed', { issues });
  }
  const updatedAt = nowOf(context);
  return context.store.transaction().execute(async (store) => {
    const first = await store
      .insertInto('identity.settings')
      .values({ account_id: accountId, scope, value: parsed.data, updated_at: updatedAt })
      .onConflict((conflict) => conflict.columns(['account_id', 'scope']).doNothing())
      .returning('scope')
      .executeTakeFirst();
    if (first !== undefined) return { value: parsed.data, updatedAt: updatedAt.toISOString() };
    const ofAccount = store
      .selectFrom('identity.settings')
      .select('value')
      .where('account_id', '=', accountId)
      .where('scope', '=', scope);
    // The row stays locked until the end: of two machines at once the second sees what the first wrote.
    const { value: stored } = await ofAccount.forUpdate().executeTakeFirstOrThrow();
    const value = base === undefined ? parsed.data : over(scope, stored, base, parsed.data);
    await store
      .updateTable('identity.settings')
      .set({ value, updated_at: updatedAt })
      .where('account_id', '=', accountId)
      .where('scope', '=', scope)
      .execute();
    return { value, updatedAt: updatedAt.toISOString() };
  });
}

type Value = NonNullable<StoredSettings['value']>;

/** A choice over what is stored, as far as both together fit the part; the choice alone where nothing stored fits. */
function over(scope: SettingsScope, stored: unknown, base: Value, chosen: Value): Value {
  const schema = userSettings[scope];
  const kept = schema.safeParse(stored);
  if (!kept.success) return chosen;
  for (const merge of [mergeSettings, mergeWholeValues]) {
    const fitting = schema.safeParse(merge(kept.data, base, chosen));
    if (fitting.success) return fitting.data;
  }
  return chosen;
}

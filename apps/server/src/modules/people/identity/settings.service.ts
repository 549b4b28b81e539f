import type { DataOf } from '@kianda/contract';
import { type mySettings, type SettingsScope, userSettings } from '@kianda/contract/people/identity/settings.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type IdentityContext, nowOf } from './core/identity-context.ts';

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

/** Replaces the stored settings of a part. Throws `validation_failed` by field. */
export async function saveSettings(
  context: IdentityContext,
  { accountId }: Principal,
  scope: SettingsScope,
  given: unknown,
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
  const columns = { value: parsed.data, updated_at: updatedAt };
  await context.store
    .insertInto('identity.settings')
    .values({ account_id: accountId, scope, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope']).doUpdateSet(columns))
    .execute();
  return { value: parsed.data, updatedAt: updatedAt.toISOString() };
}

import type { DataOf } from '@kianda/contract';
import { type mySettings, type SettingsScope, userSettings } from '@kianda/contract/people/identity/settings.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type IdentityContext, nowOf } from './core/identity-context.ts';

type Kept = DataOf<typeof mySettings>;

/** What the account kept in a part of the console; null where nothing was kept, or what was no longer fits its shape. */
export async function readSettings(
  { store }: IdentityContext,
  { accountId }: Principal,
  scope: SettingsScope,
): Promise<Kept> {
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

/** Keeps the whole of a part's settings in place of the former. Throws `validation_failed` by field. */
export async function saveSettings(
  context: IdentityContext,
  { accountId }: Principal,
  scope: SettingsScope,
  given: unknown,
): Promise<Kept> {
  const parsed = userSettings[scope].safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ['body', 'value', ...path].join('.'),
      message,
    }));
    throw new AppError('validation_failed', { issues });
  }
  const updatedAt = nowOf(context);
  const kept = { value: parsed.data, updated_at: updatedAt };
  await context.store
    .insertInto('identity.settings')
    .values({ account_id: accountId, scope, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope']).doUpdateSet(kept))
    .execute();
  return { value: parsed.data, updatedAt: updatedAt.toISOString() };
}

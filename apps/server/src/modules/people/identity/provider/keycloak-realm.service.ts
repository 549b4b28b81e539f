import { isDeepStrictEqual } from 'node:util';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { entryAbout, type IdentityContext, nowOf, type Who } from '../core/identity-context.ts';
import type { Store } from '../identity.types.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { accountsWithSessions, otherSessions } from './provider.repository.ts';

const builtInName = 'Kianda';
const resource = `realm/${realmName}`;

/** The name that the realm shows. */
export async function realmDisplayName(store: Store): Promise<string> {
  const row = await store
    .selectFrom('identity.realm')
    .select('display_name')
    .where('name', '=', realmName)
    .executeTakeFirst();
  return row?.display_name ?? builtInName;
}

export async function renameRealm(context: IdentityContext, who: Who, name: string): Promise<void> {
  await context.store.transaction().execute(async (store) => {
    const before = await realmDisplayName(store);
    if (before === name) return;
    await store
      .insertInto('identity.realm')
      .values({ name: realmName, display_name: name })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ display_name: name }))
      .execute();
    const metadata = { act: 'rename-realm', nameBefore: before, nameAfter: name };
    const entry = { event: 'system.config.change', severity: 'high', resource, metadata } as const;
    await context.audit.record(entryAbout('', who.actor, who.origin, entry), store);
  });
}

/** Ends the sessions of every account but the one that asks for it. Resolves to their number. */
export async function endEverySession(context: IdentityContext, who: Who): Promise<number> {
  const { accountId, sessionId } = who.actor;
  const { ended, accounts } = await context.store.transaction().execute(async (store) => {
    const now = nowOf(context);
    const accounts = await accountsWithSessions(store, now);
    let ended = 0;
    for (const id of accounts) {
      const sessionIds = id === accountId ? await otherSessions(store, id, sessionId) : undefined;
      if (sessionIds?.length === 0) continue;
      ended += await endSessions(store, id, { reason: 'revoked', now, sessionIds });
    }
    const metadata = { act: 'logout-all', sessions: ended, accounts: accounts.length };
    const entry = { event: 'system.config.change', severity: 'critical', resource, metadata } as const;
    await context.audit.record(entryAbout('', who.actor, who.origin, entry), store);
    return { ended, accounts };
  });
  for (const id of accounts) context.authentication.announce(id);
  return ended;
}

/**
 * Throws `validation_failed` for a field that would change something that can't be changed: one that differs from the
 * present representation, or that is not part of it and is more than empty.
 */
export function refuseChanges(
  body: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
  changeable: readonly string[],
): void {
  for (const [field, value] of Object.entries(body)) {
    if (changeable.includes(field) || value === undefined) continue;
    const same = field in present ? isDeepStrictEqual(value, present[field]) : isEmpty(value);
    if (same) continue;
    throw new AppError('validation_failed', {
      issues: [{ path: `body.${field.slice(0, 60)}`, message: 'Este campo não se altera na plataforma.' }],
    });
  }
}

/** Values by which full representations say that something is switched off. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === false || value === '' || value === 0 || value === -1;
}

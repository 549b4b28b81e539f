import { randomUUID } from 'node:crypto';
import type { OidcFailure } from '@kianda/contract/people/identity/identity.contract';
import { openLinks, useLink } from '../access-links/access-links.repository.ts';
import { findAccount, findAccountByEmail, insertAccount, updateAccount } from '../accounts.repository.ts';
import { canonicalEmail, type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { AccountRow, OidcConfig, Store } from '../identity.types.ts';
import { findLink, insertLink } from './oidc.repository.ts';

/** A person who signed in, as the provider names them. */
export type OidcPerson = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
};

type Result = { readonly accountId: string } | { readonly failure: OidcFailure };

/**
 * Account of a person at the provider: the one linked before, else the one with the same verified e-mail, which is
 * then linked. An unverified e-mail proves nothing: anyone may register anyone's at many providers.
 */
export function accountFor(context: IdentityContext, settings: OidcConfig, person: OidcPerson): Promise<Result> {
  return context.store.transaction().execute(async (store) => {
    const linked = await findLink(store, person.issuer, person.subject);
    if (linked !== null) return usable(await findAccount(store, linked));
    if (person.email === null || !person.emailVerified) return { failure: 'oidc_email_unverified' as const };
    const email = canonicalEmail(person.email);
    const known = await findAccountByEmail(store, email);
    const invited = known?.status === 'inactive' ? (await openLinks(store, [known.id])).get(known.id) : undefined;
    if (known !== undefined && known.status !== 'active' && invited === undefined) {
      return { failure: 'oidc_no_account' as const };
    }
    const account = known ?? (await createAccount(context, store, settings, { name: person.name, email }));
    if (account === null) return { failure: 'oidc_no_account' as const };
    const link = { issuer: person.issuer, subject: person.subject, account_id: account.id, linked_at: nowOf(context) };
    // Taken: the address passed to someone else at the provider, who must not inherit the account.
    if (!(await insertLink(store, link))) return { failure: 'oidc_no_account' as const };
    await context.audit.record(entry(account, 'auth.identity.linked', { issuer: person.issuer }), store);
    if (invited !== undefined) {
      // The provider vouches for the address that the invitation is for.
      await useLink(store, invited.id, nowOf(context));
      await updateAccount(store, account.id, { status: 'active' }, nowOf(context));
      await context.audit.record(entry(account, 'user.link.accepted', { purpose: invited.purpose }), store);
    }
    return { accountId: account.id };
  });
}

function usable(account: AccountRow | undefined): Result {
  return account === undefined || account.status !== 'active'
    ? { failure: 'oidc_no_account' }
    : { accountId: account.id };
}

async function createAccount(
  context: IdentityContext,
  store: Store,
  settings: OidcConfig,
  person: { readonly name: string | null; readonly email: string },
): Promise<AccountRow | null> {
  if (settings.newAccountRole === null) return null;
  const { email } = person;
  const account = await insertAccount(
    store,
    {
      id: randomUUID(),
      email,
      name:
        (person.name ?? '')
          .replaceAll(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 120) || email,
      role: settings.newAccountRole,
      password_hash: null,
      must_change_password: false,
      first_administrator: false,
    },
    nowOf(context),
  );
  await context.audit.record(entry(account, 'user.created', { email, role: account.role, method: 'oidc' }), store);
  return account;
}

function entry(
  account: AccountRow,
  event: 'user.created' | 'auth.identity.linked' | 'user.link.accepted',
  metadata: Readonly<Record<string, string>>,
) {
  return {
    event,
    severity: 'medium' as const,
    actorId: account.id,
    actorName: account.email,
    resource: `user/${account.id}`,
    ipAddress: '',
    userAgent: '',
    metadata,
  };
}

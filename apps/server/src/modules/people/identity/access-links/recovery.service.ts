import { formatLongInstant } from '@kianda/format';
import { findAccountByEmail, lockAccount } from '../accounts.repository.ts';
import { canonicalEmail, type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import type { AccountRow, Mail, Origin, Store } from '../identity.types.ts';
import { linksSince } from './access-links.repository.ts';
import { type IssuedLink, issueLink, urlOf } from './access-links.service.ts';

const hourMs = 3_600_000;
/** Mails that one account gets in an hour at most, and the time between two: nobody's box is flooded by a stranger. */
const mostPerHour = 4;
const pauseMs = 120_000;

/**
 * Sends a link by mail to the account of an address, if there is one that has a password. The answer is the same, and
 * comes at once, whether there is or not: it says only whether this installation sends mail.
 */
export function requestRecovery(context: IdentityContext, email: string, origin: Origin): { readonly sent: boolean } {
  const mail = context.dependencies.mail();
  if (mail === null) return { sent: false };
  recover(context, mail, email, origin).catch((error: unknown) => {
    context.platform.log.warn({ err: error }, 'ligação para a palavra-passe esquecida não enviada');
  });
  return { sent: true };
}

async function recover(context: IdentityContext, mail: Mail, email: string, origin: Origin): Promise<void> {
  const issued = await context.store.transaction().execute(async (store) => {
    const known = await findAccountByEmail(store, canonicalEmail(email));
    const account = known === undefined ? undefined : await lockAccount(store, known.id);
    if (account === undefined || !(await mayRecover(context, store, account))) return null;
    const link = await issueLink(context, store, account.id, 'recovery');
    const entry = ownEntry(account, origin, { event: 'auth.password.recovery', severity: 'medium' });
    await context.audit.record(entry, store);
    return { account, link };
  });
  if (issued === null) return;
  await mail(issued.account.email, messageOf(issued.account, issued.link, urlOf(context, issued.link)));
}

/** True for an active account with a password, without an open link of an administrator and below the limit of mails. */
async function mayRecover(context: IdentityContext, store: Store, account: AccountRow): Promise<boolean> {
  if (account.status !== 'active' || account.password_hash === null) return false;
  const now = nowOf(context);
  const links = await linksSince(store, account.id, new Date(now.getTime() - 7 * 24 * hourMs));
  const isGiven = links.some(
    ({ purpose, used_at, revoked_at, expires_at }) =>
      purpose !== 'recovery' && used_at === null && revoked_at === null && expires_at > now,
  );
  const ages = links
    .filter(({ purpose }) => purpose === 'recovery')
    .map(({ created_at }) => now.getTime() - created_at.getTime());
  const isFlood = ages.some((age) => age < pauseMs) || ages.filter((age) => age < hourMs).length >= mostPerHour;
  return !isGiven && !isFlood;
}

function messageOf({ name }: Pick<AccountRow, 'name'>, { expiresAt }: IssuedLink, url: string) {
  return {
    subject: 'Nova palavra-passe da Kianda',
    text: [
      `${name},`,
      '',
      'Alguém pediu uma nova palavra-passe para a sua conta na Kianda. Se o pedido é seu, defina-a nesta ligação:',
      '',
      url,
      '',
      `A ligação serve uma vez, até ${formatLongInstant(expiresAt.getTime())} (Luanda). Se não fez este pedido, ignore a mensagem: a palavra-passe continua a mesma.`,
      '',
    ].join('\n'),
  };
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import type { linkRead } from '@kianda/contract/people/identity/access-links.contract';
import type { AccessLink, SignIn } from '@kianda/contract/people/identity/identity.contract';
import { formatLongInstant } from '@kianda/format';
import { AppError } from '../../../../platform/http/errors.ts';
import { lockAccount, updateAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import { sealSecret } from '../core/sealing.ts';
import type { AccessLinkRow, AccountRow, Origin, Store } from '../identity.types.ts';
import { committed, confirm } from '../passwords/confirmation.service.ts';
import { passwordFault } from '../passwords/password.rules.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { startSession, takeTotp } from '../sessions/sign-in.service.ts';
import { newTotp } from '../two-step/totp.ts';
import type { Enrolment } from '../two-step/two-step.service.ts';
import * as links from './access-links.repository.ts';

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;
/** A newcomer may be at sea; a reset is asked for by someone who waits. */
const lifeMs = { invitation: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS, recovery: HOUR_MS / 2 };

type Purpose = AccessLinkRow['purpose'];
export type IssuedLink<P extends Purpose = Purpose> = {
  readonly purpose: P;
  readonly token: string;
  readonly expiresAt: Date;
};

/** Makes the account's link, in place of one still open. The token is known here alone. Call inside a transaction. */
export async function issueLink<P extends Purpose>(
  context: IdentityContext,
  store: Store,
  accountId: string,
  purpose: P,
): Promise<IssuedLink<P>> {
  const now = nowOf(context);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMs[purpose]);
  await links.revokeLinks(store, accountId, now);
  await links.insertLink(store, {
    id: randomUUID(),
    account_id: accountId,
    purpose,
    token_hash: sha256(token),
    created_at: now,
    expires_at: expiresAt,
  });
  return { purpose, token, expiresAt };
}

/**
 * Sends the link to its account by mail; where that fails, answers the link itself, with the reason. Call after the commit:
 * a mail can't be taken back.
 */
export async function deliverLink(
  context: IdentityContext,
  account: Pick<AccountRow, 'email' | 'name'>,
  link: IssuedLink<AccessLink['purpose']>,
): Promise<AccessLink> {
  const common = { purpose: link.purpose, expiresAt: link.expiresAt.toISOString() };
  const url = urlOf(context, link);
  const mail = context.dependencies.mail();
  if (mail === null) return { ...common, url, sentTo: null, mailProblem: 'Nenhum servidor de correio configurado.' };
  try {
    await mail(account.email, messageOf(account, link, url));
    return { ...common, url: null, sentTo: account.email, mailProblem: null };
  } catch (error) {
    context.platform.log.warn({ err: error }, 'ligação de acesso não enviada por correio');
    const why = error instanceof Error ? error.message : 'O correio não aceitou a mensagem.';
    return { ...common, url, sentTo: null, mailProblem: why };
  }
}

/** After `#`: what follows is sent to no server, and stands in no log. */
export function urlOf(context: IdentityContext, { token }: Pick<IssuedLink, 'token'>): string {
  return `${context.config.publicUrl}/convite#${token}`;
}

function messageOf({ name }: Pick<AccountRow, 'name'>, { purpose, expiresAt }: IssuedLink, url: string) {
  const until = formatLongInstant(expiresAt.getTime());
  const isNew = purpose === 'invitation';
  return {
    subject: isNew ? 'Convite para a Kianda' : 'Novo acesso à Kianda',
    text: [
      `${name},`,
      '',
      isNew
        ? 'Um administrador abriu-lhe uma conta na Kianda. Para a usar, defina a sua palavra-passe nesta ligação:'
        : 'Um administrador repôs o seu acesso à Kianda. Defina a nova palavra-passe nesta ligação:',
      '',
      url,
      '',
      `A ligação serve uma vez, até ${until} (Luanda). Se não esperava esta mensagem, ignore-a e avise o administrador.`,
      '',
    ].join('\n'),
  };
}

/** Purpose of a link. Throws `link_invalid` for one that is used, replaced, expired or unknown. */
export async function readLink(context: IdentityContext, token: string): Promise<DataOf<typeof linkRead>> {
  const { link, account } = await context.store.transaction().execute((store) => open(context, store, token));
  return {
    purpose: link.purpose,
    email: account.email,
    name: account.name,
    role: account.role,
    expiresAt: link.expires_at.toISOString(),
    twoStepRequired:
      link.purpose === 'recovery' ? account.totp_enabled : context.config.twoStepRoles.includes(account.role),
  };
}

/** A secret for the second step, without effect before the link is accepted with its code. Throws `link_invalid`. */
export async function enrolByLink(context: IdentityContext, token: string): Promise<Enrolment> {
  return context.store.transaction().execute(async (store) => {
    const { link, account } = await open(context, store, token);
    // A recovery link never sets up a second step: a reader of the owner's mail could replace theirs.
    if (link.purpose === 'recovery') throw invalid();
    const { bytes, ...enrolment } = newTotp(account.email);
    const totp_secret = Buffer.from(sealSecret(context.keys.totp, account.id, bytes));
    const change = { totp_secret, totp_enabled: false, totp_last_step: null };
    await updateAccount(store, account.id, change, nowOf(context));
    return enrolment;
  });
}

/**
 * Sets name and password, and the second step where the role demands it or a code comes along; the account opens and
 * signs in. Serves once. Throws `link_invalid`, `password_weak`, `totp_invalid`, `locked_out` or `conflict`.
 */
export async function acceptLink(
  context: IdentityContext,
  given: {
    readonly token: string;
    readonly name: string;
    readonly newPassword: string;
    readonly totp?: string | undefined;
  },
  origin: Origin,
): Promise<SignIn> {
  const { signIn, accountId } = await committed<{ signIn: SignIn; accountId: string }>(context, async (store) => {
    const { link, account } = await open(context, store, given.token);
    const fault = passwordFault(given.newPassword, { email: account.email, name: given.name });
    if (fault !== null) return { refusal: { code: 'password_weak', detail: fault } };
    const isRecovery = link.purpose === 'recovery';
    const twoStep = given.totp !== undefined && (!isRecovery || account.totp_enabled);
    const isDemanded = isRecovery ? account.totp_enabled : context.config.twoStepRoles.includes(account.role);
    if (!twoStep && isDemanded) {
      return { refusal: { code: 'conflict', detail: 'É preciso o código da verificação em dois passos.' } };
    }
    if (twoStep) {
      const refusal = await confirm(context, store, {
        account,
        origin,
        failure: 'totp_invalid',
        check: () => takeTotp(context, store, account, given.totp ?? ''),
      });
      if (refusal !== null) return { refusal };
    }
    const now = nowOf(context);
    await links.useLink(store, link.id, now);
    await endSessions(store, account.id, { reason: 'password-change', now });
    const password = { password_hash: await hashPassword(given.newPassword), must_change_password: false };
    // A forgotten password changes nothing else of the account: its second step and its name stay.
    const change = isRecovery
      ? password
      : {
          ...password,
          name: given.name,
          status: 'active' as const,
          totp_enabled: twoStep,
          ...(twoStep ? {} : { totp_secret: null, totp_last_step: null }),
        };
    const opened = await updateAccount(store, account.id, change, now);
    const metadata = { purpose: link.purpose, twoStep, ...namesOf(account.name, opened.name) };
    const entry = ownEntry(opened, origin, { event: 'user.link.accepted', severity: 'medium', metadata });
    await context.audit.record(entry, store);
    return {
      signIn: await startSession(context, store, opened, { method: 'password', origin }),
      accountId: account.id,
    };
  });
  context.authentication.announce(accountId);
  return signIn;
}

function namesOf(before: string, after: string): Record<string, string> {
  return before === after ? {} : { nameBefore: before, nameAfter: after };
}

/** Locks the link and its account: the account first, as every change of accounts does, so that no two wait for each other. */
async function open(context: IdentityContext, store: Store, token: string) {
  const hash = sha256(token);
  const accountId = await links.ownerOfLink(store, hash);
  const account = accountId === undefined ? undefined : await lockAccount(store, accountId);
  const link = account === undefined ? undefined : await links.lockLink(store, hash);
  if (link === undefined || account === undefined) throw invalid();
  if (link.expires_at <= nowOf(context) || account.status === 'suspended') throw invalid();
  return { link, account };
}

function invalid(): AppError {
  return new AppError('link_invalid', {
    detail: 'A ligação já foi usada, foi substituída por outra ou expirou. Peça uma nova a um administrador.',
  });
}

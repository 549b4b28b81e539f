import type { AccountSession, TokenPair } from '@kianda/contract/people/identity/identity.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import type { AccountRow, Origin, SessionRow, Store } from '../identity.types.ts';
import { noteDemand } from '../two-step/two-step-demand.rules.ts';
import { sessionView } from '../users/account-view.ts';
import { idleMs, storable, successorOf, tokenPair } from './session-tokens.ts';
import * as repository from './sessions.repository.ts';

/** How long the token just replaced still gets the answer that replaced it: the first answer may be lost on the way. */
const GRACE_MS = 10_000;

type Refresh =
  | { readonly kind: 'rotated'; readonly pair: TokenPair }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reused'; readonly session: SessionRow };

/**
 * Exchanges a refresh token for a new pair. Each token serves once; the one just replaced gets the same pair again for
 * 10 s, and any other replaced one ends the session with every token of it. A program's token serves that program
 * alone: here it would become a console's token, which may do everything. Throws `refresh_rejected`.
 */
export async function refresh(
  context: IdentityContext,
  refreshToken: string,
  origin: Origin,
  clientId: string | null = null,
): Promise<TokenPair> {
  const outcome = await context.store
    .transaction()
    .execute((store) => rotate(context, store, { refreshToken, clientId }, origin));
  if (outcome.kind === 'rotated') return outcome.pair;
  if (outcome.kind === 'reused') context.authentication.announce(outcome.session.account_id, outcome.session.id);
  throw new AppError('refresh_rejected');
}

async function rotate(
  context: IdentityContext,
  store: Store,
  { refreshToken, clientId }: { readonly refreshToken: string; readonly clientId: string | null },
  origin: Origin,
): Promise<Refresh> {
  const now = nowOf(context);
  const hash = sha256(refreshToken);
  const found = await repository.findRefreshToken(store, hash);
  if (found === undefined) return { kind: 'refused' };
  const session = await repository.lockSession(store, found.session_id);
  if (session !== undefined && session.client_id !== clientId) return { kind: 'refused' };
  const account = session === undefined ? undefined : await findAccount(store, session.account_id);
  if (session === undefined || account === undefined || !mayGoOn(session, account, now)) return { kind: 'refused' };

  // Read again: another refresh of this session may have replaced it while this one waited.
  const token = await repository.findRefreshToken(store, hash);
  if (token === undefined) return { kind: 'refused' };
  const successor = successorOf(context.keys, refreshToken);
  const successorHash = sha256(successor);
  if (token.rotated_at === null) {
    if (session.method === 'password') await noteDemand(store, account, context.config, now);
    await repository.markRotated(store, hash, now);
    await repository.insertRefreshToken(store, { hash: successorHash, session_id: session.id, issued_at: now });
    await repository.touchSession(store, session.id, {
      last_used_at: now,
      idle_expires_at: new Date(now.getTime() + idleMs),
      ip_address: origin.ipAddress.slice(0, 64),
      user_agent: storable(origin.userAgent),
    });
    return { kind: 'rotated', pair: await tokenPair(context.keys, session, successor, now) };
  }
  const next = await repository.findRefreshToken(store, successorHash);
  if (next?.rotated_at === null && now.getTime() - token.rotated_at.getTime() <= GRACE_MS) {
    return { kind: 'rotated', pair: await tokenPair(context.keys, session, successor, next.issued_at) };
  }
  await endForReuse(context, store, { session, account }, origin);
  return { kind: 'reused', session };
}

function mayGoOn(session: SessionRow, account: AccountRow, now: Date): boolean {
  return (
    session.ended_at === null &&
    session.expires_at > now &&
    session.idle_expires_at > now &&
    account.status === 'active'
  );
}

async function endForReuse(
  context: IdentityContext,
  store: Store,
  { session, account }: { readonly session: SessionRow; readonly account: AccountRow },
  origin: Origin,
): Promise<void> {
  const sessionIds = [session.id];
  await repository.endSessions(store, account.id, { reason: 'reuse', now: nowOf(context), sessionIds });
  const entry = ownEntry(account, origin, {
    event: 'security.refresh.reuse',
    severity: 'critical',
    resource: `session/${session.id}`,
    metadata: { lastAddress: session.ip_address },
  });
  await context.audit.record(entry, store);
}

/** Ends the session that asks and, when it is another of the same account, that of the refresh token given. */
export async function signOut(
  context: IdentityContext,
  principal: Principal,
  refreshToken: string | undefined,
  origin: Origin,
): Promise<number> {
  const given =
    refreshToken === undefined ? undefined : await repository.findRefreshToken(context.store, sha256(refreshToken));
  const sessionIds = given === undefined ? [principal.sessionId] : [principal.sessionId, given.session_id];
  return end(context, principal, origin, { reason: 'logout', sessionIds });
}

/** Ends every session of the account. */
export function signOutEverywhere(context: IdentityContext, principal: Principal, origin: Origin): Promise<number> {
  return end(context, principal, origin, { reason: 'logout-all' });
}

/** Ends one session of the account. Throws `not_found` when it has no such open session. */
export async function endOwnSession(
  context: IdentityContext,
  principal: Principal,
  sessionId: string,
  origin: Origin,
): Promise<number> {
  const ended = await end(context, principal, origin, { reason: 'revoked', sessionIds: [sessionId] });
  if (ended === 0) throw new AppError('not_found', { detail: 'Essa sessão não existe ou já terminou.' });
  return ended;
}

async function end(
  context: IdentityContext,
  principal: Principal,
  origin: Origin,
  ending: { reason: 'logout' | 'logout-all' | 'revoked'; sessionIds?: readonly string[] },
): Promise<number> {
  const { accountId } = principal;
  const ended = await context.store.transaction().execute(async (store) => {
    const count = await repository.endSessions(store, accountId, { ...ending, now: nowOf(context) });
    const [sessionId] = ending.sessionIds ?? [];
    const entry = ownEntry({ id: accountId, email: principal.email }, origin, {
      event: 'auth.logout',
      severity: 'low',
      resource: sessionId === undefined ? `user/${accountId}` : `session/${sessionId}`,
      metadata: { reason: ending.reason, sessions: count },
    });
    if (count > 0) await context.audit.record(entry, store);
    return count;
  });
  context.authentication.announce(accountId);
  return ended;
}

/** Open sessions of the account, the last used first. */
export async function listSessions(context: IdentityContext, principal: Principal): Promise<AccountSession[]> {
  const rows = await repository.listOpenSessions(context.store, principal.accountId, nowOf(context));
  return rows.map((row) => sessionView(row, principal.sessionId));
}

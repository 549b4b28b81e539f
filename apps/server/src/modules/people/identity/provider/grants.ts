import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import type { AccountRow, ClientRow, GrantCodeRow, Origin, Store } from '../identity.types.ts';
import { accessTokenSeconds } from '../sessions/access-tokens.ts';
import { openSession } from '../sessions/session-tokens.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { refresh } from '../sessions/sessions.service.ts';
import { type Fields, grantedTo } from './client-authentication.ts';
import { GrantFault } from './grant-fault.ts';
import * as repository from './provider.repository.ts';
import { type Realm, tokenAnswer } from './token-answer.ts';

const codeMs = 60_000;

/** Tokens for a client, by its grant type. Throws `GrantFault`. */
export function grantToken(realm: Realm, client: ClientRow, fields: Fields, origin: Origin) {
  const type = fields.grant_type;
  if (type === 'client_credentials') return clientCredentials(realm, client, fields, origin);
  if (type === 'authorization_code') return authorizationCode(realm, client, fields, origin);
  if (type === 'refresh_token') return refreshToken(realm, client, fields, origin);
  throw new GrantFault('unsupported_grant_type', `Não se aceita «${(type ?? '').slice(0, 40)}».`);
}

async function clientCredentials(realm: Realm, client: ClientRow, fields: Fields, origin: Origin) {
  const { context } = realm;
  if (client.service_account_id === null) {
    throw new GrantFault('unauthorized_client', 'Esta aplicação não tem conta de serviço.');
  }
  const account = await activeAccount(context, client.service_account_id);
  const permissions = grantedTo(client, fields.scope ?? '');
  const { sessionId } = await context.store.transaction().execute((transaction) =>
    openSession(transaction, context.keys, {
      accountId: account.id,
      method: 'client',
      origin,
      now: nowOf(context),
      client: { id: client.id, permissions },
      // There is nothing to renew: the session lasts as long as its one token.
      lifeMs: accessTokenSeconds * 1000,
    }),
  );
  return tokenAnswer(realm, { client, account, session: { id: sessionId, permissions }, openid: false });
}

type Redeemed = {
  readonly account: AccountRow;
  readonly grant: GrantCodeRow;
  readonly sessionId: string;
  readonly refreshToken: string;
};

async function authorizationCode(realm: Realm, client: ClientRow, fields: Fields, origin: Origin) {
  const { context } = realm;
  // Committed even when refused: a code that was tried serves nobody any more, and what it gave has ended.
  const outcome = await context.store
    .transaction()
    .execute((store) => redeem(context, store, { client, fields, origin }));
  if (outcome instanceof GrantFault) throw outcome;
  const { account, grant, sessionId, refreshToken } = outcome;
  const session = { id: sessionId, permissions: grant.permissions };
  return tokenAnswer(realm, { client, account, session, refreshToken, nonce: grant.nonce, openid: true });
}

/** Opens the session that a code stands for, once. A code that comes back ends that session (RFC 6749, section 4.1.2). */
async function redeem(
  context: IdentityContext,
  store: Store,
  { client, fields, origin }: { readonly client: ClientRow; readonly fields: Fields; readonly origin: Origin },
): Promise<Redeemed | GrantFault> {
  const now = nowOf(context);
  const refused = new GrantFault('invalid_grant', 'O código não é válido, já foi usado ou expirou.');
  const grant = await repository.lockCode(store, sha256(fields.code ?? ''));
  if (grant === undefined) return refused;
  if (grant.used_at !== null) {
    await endGranted(context, store, grant, now);
    return refused;
  }
  await repository.useCode(store, grant.code_hash, { used_at: now, session_id: null });
  if (grant.client_id !== client.id || grant.expires_at <= now) return refused;
  if (grant.redirect_uri !== fields.redirect_uri) return refused;
  if (challengeOf(fields.code_verifier) !== grant.challenge)
    return new GrantFault('invalid_grant', 'O code_verifier não corresponde.');
  const account = await findAccount(store, grant.account_id);
  if (account?.status !== 'active') return new GrantFault('invalid_grant', 'A conta já não está ativa.');
  const { sessionId, pair } = await openSession(store, context.keys, {
    accountId: account.id,
    method: 'client',
    origin,
    now,
    client: { id: client.id, permissions: grant.permissions },
  });
  await repository.useCode(store, grant.code_hash, { used_at: now, session_id: sessionId });
  return { account, grant, sessionId, refreshToken: pair.refreshToken };
}

/** The challenge that a verifier answers; empty without one, as is that of a code asked for without PKCE. */
function challengeOf(verifier: string | undefined): string {
  return verifier === undefined ? '' : createHash('sha256').update(verifier).digest('base64url');
}

async function endGranted(context: IdentityContext, store: Store, grant: GrantCodeRow, now: Date): Promise<void> {
  const { account_id: accountId, session_id: sessionId } = grant;
  if (sessionId === null) return;
  const ended = await endSessions(store, accountId, { reason: 'reuse', now, sessionIds: [sessionId] });
  if (ended > 0) context.authentication.announce(accountId, sessionId);
}

async function refreshToken(realm: Realm, client: ClientRow, fields: Fields, origin: Origin) {
  const { context } = realm;
  const given = fields.refresh_token ?? '';
  const pair = await refresh(context, given, origin, client.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'refresh_rejected') {
      throw new GrantFault('invalid_grant', 'O token de renovação já não é válido.');
    }
    throw error;
  });
  const token = await context.store
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.id', 'token.session_id')
    .select(['session.id', 'session.account_id', 'session.permissions'])
    .where('token.hash', '=', sha256(pair.refreshToken))
    .executeTakeFirstOrThrow();
  const account = await activeAccount(context, token.account_id);
  const session = { id: token.id, permissions: token.permissions ?? [] };
  return tokenAnswer(realm, { client, account, session, refreshToken: pair.refreshToken, openid: true });
}

async function activeAccount(context: IdentityContext, id: string | null): Promise<AccountRow> {
  const account = id === null ? undefined : await findAccount(context.store, id);
  if (account?.status !== 'active') throw new GrantFault('invalid_grant', 'A conta já não está ativa.');
  return account;
}

/** A one-time code for the permissions that a signed-in person agreed to. */
export async function issueCode(
  context: IdentityContext,
  grant: {
    client: ClientRow;
    accountId: string;
    redirectUri: string;
    challenge: string;
    nonce: string | null;
    scope: string;
  },
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await repository.insertCode(context.store, {
    code_hash: sha256(code),
    client_id: grant.client.id,
    account_id: grant.accountId,
    redirect_uri: grant.redirectUri,
    challenge: grant.challenge,
    nonce: grant.nonce,
    permissions: grantedTo(grant.client, grant.scope),
    expires_at: new Date(nowOf(context).getTime() + codeMs),
    used_at: null,
    session_id: null,
  });
  return code;
}

import { allows, type Permission } from '@kianda/contract';
import { errors, jwtVerify } from 'jose';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import { tokenAlgorithms } from '../core/token-keys.ts';
import type { ClientRow, Origin, SessionRow } from '../identity.types.ts';
import { verifyAccessToken } from '../sessions/access-tokens.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import * as repository from './provider.repository.ts';
import type { Realm } from './token-answer.ts';

type Hinted = { readonly client: ClientRow; readonly session: SessionRow | null };

/** RFC 7662: the state of a token of this client. A token of any other is reported as inactive. */
export async function introspect({ context, issuer }: Realm, client: ClientRow, token: string) {
  const session = await sessionOfToken(context, client, token);
  const principal = await context.authentication.authenticate(token);
  const account = session === undefined ? undefined : await findAccount(context.store, session.account_id);
  if (session === undefined || account?.status !== 'active') return { active: false };
  const isAccess = principal !== null;
  if (!isAccess && session.idle_expires_at <= nowOf(context)) return { active: false };
  return {
    active: true,
    sub: account.id,
    username: account.email,
    client_id: client.client_id,
    scope: (session.permissions ?? []).filter((permission) => allows(permission as Permission, account.role)).join(' '),
    token_type: isAccess ? 'Bearer' : 'refresh_token',
    iss: issuer,
    sid: session.id,
  };
}

/** RFC 7009: ends the session of a token of this client; no effect for any other. */
export async function revokeToken({ context }: Realm, client: ClientRow, token: string, origin: Origin): Promise<void> {
  const session = await sessionOfToken(context, client, token);
  if (session !== undefined) await endSession(context, session, origin);
}

/** The client, and the session, that an id token of this realm names, however old it is; null of any other text. */
export async function hinted({ context, issuer }: Realm, hint: string): Promise<Hinted | null> {
  try {
    const { payload } = await jwtVerify(hint, await verifierOf(context), {
      algorithms: [...tokenAlgorithms],
      typ: 'JWT',
      issuer,
      currentDate: new Date(0),
    });
    const client = await repository.findClient(context.store, 'client_id', String(payload.aud));
    const session = await repository.findSession(context.store, String(payload.sid));
    if (client === undefined) return null;
    return { client, session: session?.client_id === client.id ? session : null };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The key that a token names. */
async function verifierOf({ tokenKeys }: IdentityContext) {
  const keys = await tokenKeys.all();
  return ({ kid, alg }: { readonly kid?: string; readonly alg?: string }) => {
    const key = keys.find(({ keyId, algorithm }) => keyId === kid && algorithm === alg);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  };
}

/** The session of an access or refresh token of this client, open or ended. */
async function sessionOfToken(
  context: IdentityContext,
  client: ClientRow,
  token: string,
): Promise<SessionRow | undefined> {
  const { store, keys } = context;
  const claims = await verifyAccessToken(keys, token, nowOf(context).getTime());
  const row =
    claims === null
      ? await store
          .selectFrom('identity.refresh_tokens')
          .select('session_id')
          .where('hash', '=', sha256(token))
          .executeTakeFirst()
      : { session_id: claims.sessionId };
  const session = row === undefined ? undefined : await repository.findSession(store, row.session_id);
  return session?.client_id === client.id ? session : undefined;
}

export async function endSession(context: IdentityContext, session: SessionRow, origin: Origin): Promise<void> {
  const { id, account_id } = session;
  await endSessions(context.store, account_id, { reason: 'logout', now: nowOf(context), sessionIds: [id] });
  context.authentication.announce(account_id, id);
  await context.audit.record({
    event: 'auth.logout',
    severity: 'low',
    actorId: account_id,
    actorName: account_id,
    resource: `session/${id}`,
    ...origin,
    metadata: { reason: 'client' },
  });
}

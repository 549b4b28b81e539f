import { randomBytes, randomUUID } from 'node:crypto';
import type { TokenPair } from '@kianda/contract/people/identity/identity.contract';
import { type IdentityKeys, keyedHash, sha256 } from '../core/keys.ts';
import type { Origin, SessionRow, SignInMethod, Store } from '../identity.types.ts';
import { accessTokenSeconds, signAccessToken } from './access-tokens.ts';
import { insertRefreshToken, insertSession } from './sessions.repository.ts';

const HOUR_MS = 3_600_000;
/** A session unused for so long is over. */
export const idleMs = 12 * HOUR_MS;
/** A session is over after so long, used or not. */
const absoluteMs = 7 * 24 * HOUR_MS;
const REFRESH_TOKEN_BYTES = 32;

/**
 * The refresh token that follows `token`: an HMAC of it, so that the same answer can be given twice within the grace
 * without keeping any token in clear. Unpredictable without the key (256 bits).
 */
export function successorOf(keys: IdentityKeys, token: string): string {
  return keyedHash(keys.refresh, 'successor', token).toString('base64url');
}

/** Access and refresh token of a session. Depends on nothing but its arguments. */
export async function tokenPair(
  keys: IdentityKeys,
  session: Pick<SessionRow, 'id' | 'account_id'>,
  refreshToken: string,
  issuedAt: Date,
): Promise<TokenPair> {
  const accessToken = await signAccessToken(keys, {
    accountId: session.account_id,
    sessionId: session.id,
    issuedAtMs: issuedAt.getTime(),
    tokenId: keyedHash(keys.refresh, 'access', refreshToken).toString('base64url').slice(0, 22),
  });
  return { accessToken, refreshToken, expiresInSeconds: accessTokenSeconds };
}

/** Opens a session with its first pair of tokens. */
export async function openSession(
  store: Store,
  keys: IdentityKeys,
  input: {
    accountId: string;
    method: SignInMethod;
    origin: Origin;
    now: Date;
    /** Program that acts in it, and what it may do. */
    client?: { readonly id: string; readonly permissions: readonly string[] };
    /** How long it lasts, used or not; 7 days when absent. */
    lifeMs?: number;
  },
): Promise<{ sessionId: string; pair: TokenPair }> {
  const { accountId, method, origin, now, client, lifeMs = absoluteMs } = input;
  const session = { id: randomUUID(), account_id: accountId };
  await insertSession(store, {
    ...session,
    method,
    created_at: now,
    last_used_at: now,
    idle_expires_at: new Date(now.getTime() + Math.min(idleMs, lifeMs)),
    expires_at: new Date(now.getTime() + lifeMs),
    ip_address: origin.ipAddress.slice(0, 64),
    user_agent: storable(origin.userAgent),
    client_id: client?.id ?? null,
    permissions: client === undefined ? null : [...client.permissions],
  });
  const refreshToken = randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');
  await insertRefreshToken(store, { hash: sha256(refreshToken), session_id: session.id, issued_at: now });
  return { sessionId: session.id, pair: await tokenPair(keys, session, refreshToken, now) };
}

/** Browsers send what they like, at any length. */
export function storable(userAgent: string): string {
  return userAgent.slice(0, 512).toWellFormed();
}

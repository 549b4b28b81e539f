import { allows, type Permission, permissions } from '@kianda/contract';
import type { Principal } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/module.ts';
import { interfaceTokenSeconds, signInterfaceToken, verifyAccessToken } from './access-tokens.ts';
import type { Store } from './identity.types.ts';
import type { IdentityKeys } from './keys.ts';
import { findActiveSession, type SessionWithAccount } from './sessions.repository.ts';

/** How long another process may act on what it knew; in this one a change counts at once. */
const CACHE_MS = 5000;
const CACHE_ENTRIES = 10_000;

export type Authentication = ReturnType<typeof createAuthentication>;

/** Who a token stands for, looked up at every request so that a sign-out or a change of role counts at once. */
export function createAuthentication(platform: Platform, keys: IdentityKeys) {
  const { clock, events } = platform;
  const store: Store = platform.database.for();
  const cache = new Map<string, { readonly readAtMs: number; readonly session: SessionWithAccount | null }>();
  /** Grows with every change: an answer read before a change must not be kept after it. */
  let epoch = 0;

  function forget(accountId: unknown, sessionId: unknown): void {
    epoch += 1;
    if (typeof sessionId === 'string') cache.delete(sessionId);
    else for (const [id, { session }] of cache) if (session?.account_id === accountId) cache.delete(id);
  }

  function forgetAll(): void {
    epoch += 1;
    cache.clear();
  }

  const unsubscribe = events.subscribe(({ channel, payload: { accountId, sessionId } }) => {
    if (channel === 'identity') forget(accountId, sessionId);
  });
  const unsubscribeGap = events.onGap?.(forgetAll);

  /** Tells every process that sessions of an account, or one of them, are no longer what they were. Call after commit. */
  function announce(accountId: string, sessionId?: string): void {
    // The bus may deliver later, even to this process; here it must count before the answer leaves.
    forget(accountId, sessionId);
    const payload = sessionId === undefined ? { accountId } : { accountId, sessionId };
    events.publish({ channel: 'identity', type: 'identity.changed', payload });
  }

  async function activeSession(id: string): Promise<SessionWithAccount | null> {
    const nowMs = clock.nowMs();
    const known = cache.get(id);
    if (known !== undefined && nowMs - known.readAtMs < CACHE_MS && nowMs >= known.readAtMs) return known.session;
    const before = epoch;
    const session = (await findActiveSession(store, id)) ?? null;
    if (before === epoch) {
      if (cache.size >= CACHE_ENTRIES) cache.clear();
      cache.set(id, { readAtMs: nowMs, session });
    }
    return session;
  }

  /** Principal of an access token; null when it is not ours, is over, or its session or account is. */
  async function authenticate(accessToken: string): Promise<Principal | null> {
    const nowMs = clock.nowMs();
    const claims = await verifyAccessToken(keys, accessToken, nowMs);
    if (claims === null) return null;
    const session = await activeSession(claims.sessionId);
    if (session === null || session.account_id !== claims.accountId) return null;
    if (session.expires_at.getTime() <= nowMs || session.idle_expires_at.getTime() <= nowMs) return null;
    const principal: Principal = {
      accountId: session.account_id,
      email: session.email,
      name: session.name,
      role: session.role,
      sessionId: session.id,
      // Who signs in through the provider never uses the one-time password.
      mustChangePassword: session.must_change_password && session.method === 'password',
    };
    return claims.scopes === null ? principal : { ...principal, scopes: claims.scopes.filter(isPermission) };
  }

  /**
   * Token for an embedded interface: 5 min, bound to the session, with those of `wanted` that the role allows and
   * nothing else. A principal that has only such a token gets no wider one.
   */
  async function issueInterfaceToken(
    principal: Principal,
    wanted: readonly Permission[],
  ): Promise<{ token: string; scopes: readonly Permission[]; expiresAt: string }> {
    const { accountId, sessionId, role, scopes: held } = principal;
    const scopes = wanted.filter((one) => allows(one, role) && (held === undefined || held.includes(one)));
    const issuedAtMs = Math.floor(clock.nowMs() / 1000) * 1000;
    const token = await signInterfaceToken(keys, { accountId, sessionId, issuedAtMs, scopes });
    return { token, scopes, expiresAt: new Date(issuedAtMs + interfaceTokenSeconds * 1000).toISOString() };
  }

  function stop(): void {
    unsubscribe();
    unsubscribeGap?.();
  }

  return { authenticate, issueInterfaceToken, announce, stop };
}

function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

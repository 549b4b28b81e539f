import { allows, type Permission, permissions } from '@kianda/contract';
import { apiKeyMark } from '@kianda/contract/people/identity/api-keys.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import type { Platform } from '../../../../platform/module.ts';
import { findKeyByHash, type KeyWithOwner, touchKey } from '../api-keys/api-keys.repository.ts';
import { type IdentityKeys, sha256 } from '../core/keys.ts';
import type { IdentityConfig, Store } from '../identity.types.ts';
import { mustSetUpTwoStep } from '../two-step/two-step-demand.rules.ts';
import { interfaceTokenSeconds, signInterfaceToken, verifyAccessToken } from './access-tokens.ts';
import { findActiveSession, type SessionWithAccount } from './sessions.repository.ts';

/** How long another process may act on what it knew; in this one a change counts at once. */
const CACHE_MS = 5000;
const CACHE_ENTRIES = 10_000;
/** A key's last use is written so often, at most: not every request must write. */
const TOUCH_MS = 60_000;

export type Authentication = ReturnType<typeof createAuthentication>;

/** Who a token stands for, looked up at every request so that a sign-out or a change of role counts at once. */
export function createAuthentication(
  platform: Platform,
  keys: IdentityKeys,
  rule: Pick<IdentityConfig, 'twoStepRoles' | 'twoStepGraceDays'>,
) {
  const { clock, events } = platform;
  const store: Store = platform.database.for();
  const cache = new Map<string, { readonly readAtMs: number; readonly session: SessionWithAccount | null }>();
  const keyCache = new Map<string, { readonly readAtMs: number; readonly key: KeyWithOwner | null }>();
  const touchedAtMs = new Map<string, number>();
  /** Grows with every change: an answer read before a change must not be kept after it. */
  let epoch = 0;

  function forget(accountId: unknown, sessionId: unknown): void {
    epoch += 1;
    for (const [hash, { key }] of keyCache) if (key?.account_id === accountId) keyCache.delete(hash);
    if (typeof sessionId === 'string') cache.delete(sessionId);
    else for (const [id, { session }] of cache) if (session?.account_id === accountId) cache.delete(id);
  }

  function forgetAll(): void {
    epoch += 1;
    cache.clear();
    keyCache.clear();
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

  async function knownKey(text: string): Promise<KeyWithOwner | null> {
    const hash = sha256(text);
    const name = hash.toString('base64url');
    const nowMs = clock.nowMs();
    const known = keyCache.get(name);
    if (known !== undefined && nowMs - known.readAtMs < CACHE_MS && nowMs >= known.readAtMs) return known.key;
    const before = epoch;
    const key = (await findKeyByHash(store, hash)) ?? null;
    if (before === epoch) {
      if (keyCache.size >= CACHE_ENTRIES) keyCache.clear();
      keyCache.set(name, { readAtMs: nowMs, key });
    }
    return key;
  }

  /** Principal of a key of the API: what the key names and its owner's role still allows, nothing else. */
  async function authenticateKey(text: string, address: string): Promise<Principal | null> {
    const key = await knownKey(text);
    const nowMs = clock.nowMs();
    if (key === null || key.revoked_at !== null || key.status !== 'active' || key.expires_at.getTime() <= nowMs) {
      return null;
    }
    const touched = touchedAtMs.get(key.id);
    if (touched === undefined || nowMs - touched >= TOUCH_MS || nowMs < touched) {
      if (touchedAtMs.size >= CACHE_ENTRIES) touchedAtMs.clear();
      touchedAtMs.set(key.id, nowMs);
      await touchKey(store, key.id, new Date(nowMs), address.slice(0, 64));
    }
    return {
      accountId: key.account_id,
      email: key.email,
      name: key.owner_name,
      role: key.role,
      sessionId: key.id,
      mustChangePassword: false,
      apiKeyId: key.id,
      scopes: key.permissions.filter(isPermission),
    };
  }

  /**
   * Principal of an access token or of a key of the API; null when it is not ours, is over, or its session or account
   * is. `address`: where the request comes from, for the last use of a key.
   */
  async function authenticate(accessToken: string, address = ''): Promise<Principal | null> {
    if (accessToken.startsWith(apiKeyMark)) return authenticateKey(accessToken, address);
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
      mustSetUpTwoStep: mustSetUpTwoStep(session, session, rule, nowMs),
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

/** Whether it is a permission of this version: what was granted once may be gone since. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

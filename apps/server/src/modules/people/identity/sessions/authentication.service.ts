import { allows, type Permission, permissions } from '@kianda/contract';
import { apiKeyMark } from '@kianda/contract/people/identity/api-keys.contract';
import { CACHE_ENTRIES, createRowCache, type RowCache } from '../../../../platform/cache/row-cache.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import type { Platform } from '../../../../platform/module.ts';
import { findKeyByHash, type KeyWithOwner, touchKey } from '../api-keys/api-keys.repository.ts';
import { type IdentityKeys, sha256 } from '../core/keys.ts';
import type { IdentityConfig, Store } from '../identity.types.ts';
import { mustSetUpTwoStep } from '../two-step/two-step-demand.rules.ts';
import { createTokenVerifier, interfaceTokenSeconds, signInterfaceToken } from './access-tokens.ts';
import { findActiveSession, type SessionWithAccount } from './sessions.repository.ts';

/** A key's last use is written at most this often: not every request must write. */
const TOUCH_MS = 60_000;

export type Authentication = ReturnType<typeof createAuthentication>;

type State = {
  readonly clock: Clock;
  readonly store: Store;
  readonly keys: IdentityKeys;
  readonly verify: ReturnType<typeof createTokenVerifier>;
  readonly rule: Pick<IdentityConfig, 'twoStepRoles' | 'twoStepGraceDays'>;
  readonly sessions: RowCache<SessionWithAccount>;
  readonly apiKeys: RowCache<KeyWithOwner>;
  /** When the last use of each key was written. */
  readonly touchedAtMs: Map<string, number>;
};

/** The principal of a token, looked up at every request so that a sign-out or a change of role counts at once. */
export function createAuthentication(platform: Platform, keys: IdentityKeys, rule: State['rule']) {
  const { clock, events } = platform;
  const sessions = createRowCache<SessionWithAccount>(clock);
  const apiKeys = createRowCache<KeyWithOwner>(clock);
  const state: State = {
    clock,
    store: platform.database.for(),
    keys,
    verify: createTokenVerifier(keys),
    rule,
    sessions,
    apiKeys,
    touchedAtMs: new Map(),
  };

  function forget(accountId: unknown, sessionId: unknown): void {
    apiKeys.deleteWhere((key) => key.account_id === accountId);
    if (typeof sessionId === 'string') sessions.delete(sessionId);
    else sessions.deleteWhere((session) => session.account_id === accountId);
  }

  const unsubscribe = events.subscribe(({ channel, payload: { accountId, sessionId } }) => {
    if (channel === 'identity') forget(accountId, sessionId);
  });
  const unsubscribeGap = events.onGap?.(() => {
    sessions.clear();
    apiKeys.clear();
  });

  return {
    /**
     * Principal of an access token or of a key of the API; null when the token is not valid, or its session or account
     * is not. `address`: where the request comes from, for the last use of a key.
     */
    authenticate: (accessToken: string, address = ''): Promise<Principal | null> =>
      accessToken.startsWith(apiKeyMark)
        ? authenticateKey(state, accessToken, address)
        : authenticateToken(state, accessToken),
    issueInterfaceToken: (principal: Principal, wanted: readonly Permission[]) =>
      issueInterfaceToken(state, principal, wanted),
    /** Announces to every process that sessions of an account, or one of them, have changed. Call after commit. */
    announce(accountId: string, sessionId?: string): void {
      // The bus may deliver later, even to this process; here it must count before the answer leaves.
      forget(accountId, sessionId);
      const payload = sessionId === undefined ? { accountId } : { accountId, sessionId };
      events.publish({ channel: 'identity', type: 'identity.changed', payload });
    },
    stop(): void {
      unsubscribe();
      unsubscribeGap?.();
    },
  };
}

async function authenticateToken(state: State, accessToken: string): Promise<Principal | null> {
  const nowMs = state.clock.nowMs();
  const claims = await state.verify(accessToken, nowMs);
  if (claims === null) return null;
  const { sessionId } = claims;
  const session = await state.sessions.get(sessionId, () => findActiveSession(state.store, sessionId));
  if (session === null || session.account_id !== claims.accountId) return null;
  if (session.expires_at.getTime() <= nowMs || session.idle_expires_at.getTime() <= nowMs) return null;
  const principal: Principal = {
    accountId: session.account_id,
    email: session.email,
    name: session.name,
    role: session.role,
    sessionId: session.id,
    // A person who signs in through the provider never uses the one-time password.
    mustChangePassword: session.must_change_password && session.method === 'password',
    mustSetUpTwoStep: mustSetUpTwoStep(session, session, state.rule, nowMs),
  };
  return claims.scopes === null ? principal : { ...principal, scopes: claims.scopes.filter(isPermission) };
}

/** Principal of a key of the API, with the permissions of the key; a permission its owner's role lacks has no effect. */
async function authenticateKey(state: State, text: string, address: string): Promise<Principal | null> {
  const hash = sha256(text);
  const key = await state.apiKeys.get(hash.toString('base64url'), () => findKeyByHash(state.store, hash));
  const nowMs = state.clock.nowMs();
  if (key === null || key.revoked_at !== null || key.status !== 'active' || key.expires_at.getTime() <= nowMs) {
    return null;
  }
  await noteUse(state, key.id, nowMs, address);
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

async function noteUse({ store, touchedAtMs }: State, keyId: string, nowMs: number, address: string): Promise<void> {
  const touched = touchedAtMs.get(keyId);
  if (touched !== undefined && nowMs - touched < TOUCH_MS && nowMs >= touched) return;
  if (touchedAtMs.size >= CACHE_ENTRIES) touchedAtMs.clear();
  touchedAtMs.set(keyId, nowMs);
  await touchKey(store, keyId, new Date(nowMs), address.slice(0, 64));
}

/**
 * Token for an embedded interface: 5 min, bound to the session, with those of `wanted` that the role allows and
 * nothing else. A principal that has only such a token gets no wider one.
 */
async function issueInterfaceToken(
  { clock, keys }: State,
  { accountId, sessionId, role, scopes: limits }: Principal,
  wanted: readonly Permission[],
): Promise<{ token: string; scopes: readonly Permission[]; expiresAt: string }> {
  const scopes = wanted.filter(
    (permission) => allows(permission, role) && (limits === undefined || limits.includes(permission)),
  );
  const issuedAtMs = Math.floor(clock.nowMs() / 1000) * 1000;
  const token = await signInterfaceToken(keys, { accountId, sessionId, issuedAtMs, scopes });
  return { token, scopes, expiresAt: new Date(issuedAtMs + interfaceTokenSeconds * 1000).toISOString() };
}

/** Whether it is a permission of this version: one granted earlier may no longer exist. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

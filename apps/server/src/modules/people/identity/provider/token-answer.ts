import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { AccountRow, ClientRow } from '../identity.types.ts';
import { accessTokenSeconds, signProgramToken } from '../sessions/access-tokens.ts';
import { idTokenAlgorithm } from './client-attributes.rules.ts';

const refreshSeconds = 12 * 3600;
const identityScopes: readonly string[] = ['openid', 'profile', 'email'];

/** The parts of the token endpoint work on the accounts of one realm. */
export type Realm = { readonly context: IdentityContext; readonly issuer: string };

type Granted = {
  readonly client: ClientRow;
  readonly account: AccountRow;
  readonly session: { readonly id: string; readonly permissions: readonly string[] };
  readonly refreshToken?: string;
  readonly nonce?: string | null;
  /** Whether an id token goes with it. */
  readonly openid: boolean;
};

/** The answer of the token endpoint (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3). */
export async function tokenAnswer({ context, issuer }: Realm, granted: Granted) {
  const { client, account, session, refreshToken } = granted;
  const issuedAtMs = nowOf(context).getTime();
  const scope = [...(granted.openid ? identityScopes : []), ...session.permissions].join(' ');
  const access_token = await signProgramToken(context.keys, {
    accountId: account.id,
    sessionId: session.id,
    issuedAtMs,
    issuer,
    clientId: client.client_id,
    scope,
    tokenId: randomUUID(),
  });
  const id_token = granted.openid ? await idToken({ context, issuer }, granted, issuedAtMs) : null;
  return {
    access_token,
    token_type: 'Bearer' as const,
    expires_in: accessTokenSeconds,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    refresh_expires_in: refreshToken === undefined ? 0 : refreshSeconds,
    ...(id_token === null ? {} : { id_token }),
    scope,
    session_state: session.id,
    'not-before-policy': 0 as const,
  };
}

async function idToken(
  { context, issuer }: Realm,
  { client, account, session, nonce = null }: Granted,
  issuedAtMs: number,
) {
  const key = await context.tokenKeys.of(idTokenAlgorithm(client));
  const at = Math.floor(issuedAtMs / 1000);
  const claims = { sid: session.id, azp: client.client_id, ...claimsOf(account) };
  return new SignJWT({ ...claims, ...(nonce === null ? {} : { nonce }) })
    .setProtectedHeader({ alg: key.algorithm, typ: 'JWT', kid: key.keyId })
    .setIssuer(issuer)
    .setAudience(client.client_id)
    .setSubject(account.id)
    .setIssuedAt(at)
    .setExpirationTime(at + accessTokenSeconds)
    .sign(key.privateKey);
}

/** The standard claims of OpenID Connect about an account, and its role as Keycloak names it. */
export function claimsOf(account: AccountRow) {
  const [given = '', ...rest] = account.name.split(' ');
  return {
    name: account.name,
    given_name: given,
    family_name: rest.join(' '),
    preferred_username: account.email,
    email: account.email,
    email_verified: true,
    realm_access: { roles: [account.role] },
  };
}

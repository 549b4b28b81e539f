import { hash } from 'node:crypto';
import type { Permission } from '@kianda/contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { CACHE_ENTRIES } from '../../../../platform/cache/row-cache.ts';
import type { IdentityKeys } from '../core/keys.ts';

export const accessTokenSeconds = 15 * 60;
export const interfaceTokenSeconds = 5 * 60;

const issuer = 'kianda';
const consoleAudience = 'console';
const interfacesAudience = 'interfaces';
/** Of programs: limited to the permissions named, as those of interfaces are. */
const programsAudience = 'api';
const realmPath = `/identity/realms/${realmName}`;
const tokenType = 'at+jwt';

const claimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  exp: z.number(),
  iss: z.string(),
  aud: z.enum([consoleAudience, interfacesAudience, programsAudience]),
  scope: z.union([z.array(z.string()), z.string().transform((text) => text.split(' '))]).optional(),
});

export type AccessClaims = {
  readonly accountId: string;
  readonly sessionId: string;
  /** Null for the console's own tokens, which carry everything the role may do. */
  readonly scopes: readonly string[] | null;
  readonly expiresAtSeconds: number;
};

type Subject = { readonly accountId: string; readonly sessionId: string; readonly issuedAtMs: number };

/**
 * Signs an access token (RFC 9068, EdDSA, 15 min). The same arguments give the same token: Ed25519 draws no random
 * number, and a refresh repeated within its grace must answer what it answered before.
 */
export function signAccessToken(keys: IdentityKeys, subject: Subject & { readonly tokenId: string }): Promise<string> {
  return sign(keys, subject, {
    audience: consoleAudience,
    lifeSeconds: accessTokenSeconds,
    claims: { jti: subject.tokenId },
  });
}

/** Signs the token of an embedded interface: 5 min, good for the permissions named and nothing else. */
export function signInterfaceToken(
  keys: IdentityKeys,
  subject: Subject & { readonly scopes: readonly Permission[] },
): Promise<string> {
  return sign(keys, subject, {
    audience: interfacesAudience,
    lifeSeconds: interfaceTokenSeconds,
    claims: { scope: [...subject.scopes] },
  });
}

/** Signs the token of a program (RFC 9068): 15 min, its permissions as one text, the realm as its issuer. */
export function signProgramToken(
  keys: IdentityKeys,
  subject: Subject & {
    readonly issuer: string;
    readonly clientId: string;
    readonly scope: string;
    readonly tokenId: string;
  },
): Promise<string> {
  return sign(keys, subject, {
    audience: programsAudience,
    lifeSeconds: accessTokenSeconds,
    claims: {
      iss: subject.issuer,
      azp: subject.clientId,
      client_id: subject.clientId,
      scope: subject.scope,
      jti: subject.tokenId,
    },
  });
}

type Kind = { readonly audience: string; readonly lifeSeconds: number; readonly claims: object };

function sign(keys: IdentityKeys, subject: Subject, { audience, lifeSeconds, claims }: Kind) {
  const issuedAtSeconds = Math.floor(subject.issuedAtMs / 1000);
  return new SignJWT({ iss: issuer, sid: subject.sessionId, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: tokenType, kid: keys.signing.keyId })
    .setAudience(audience)
    .setSubject(subject.accountId)
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + lifeSeconds)
    .sign(keys.signing.privateKey);
}

/** The claims of a token of this platform that is valid at `nowMs`; null for any other. Does not read the session. */
export async function verifyAccessToken(
  keys: IdentityKeys,
  token: string,
  nowMs: number,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keys.signing.publicKey, {
      algorithms: ['EdDSA'],
      typ: tokenType,
      audience: [consoleAudience, interfacesAudience, programsAudience],
      requiredClaims: ['exp', 'iat', 'sub', 'sid'],
      currentDate: new Date(nowMs),
    });
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) return null;
    const { sub, sid, exp, aud, scope, iss } = claims.data;
    // The issuer of programs' tokens is the realm's address, which differs from one installation to the next.
    if (aud === programsAudience ? !iss.endsWith(realmPath) : iss !== issuer) return null;
    // A token for interfaces without its list of permissions must not pass for one that may do everything.
    if ((aud !== consoleAudience) !== (scope !== undefined)) return null;
    return { accountId: sub, sessionId: sid, scopes: scope ?? null, expiresAtSeconds: exp };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/**
 * Verifies tokens, the signature of each once: a map sends the same token with every tile. Whether it has expired is looked
 * at every time, and only a token that was good is remembered, by its hash.
 */
export function createTokenVerifier(keys: IdentityKeys) {
  const good = new Map<string, AccessClaims>();
  return async (token: string, nowMs: number): Promise<AccessClaims | null> => {
    const name = hash('sha256', token, 'base64url');
    const known = good.get(name);
    if (known !== undefined && known.expiresAtSeconds > Math.floor(nowMs / 1000)) return known;
    good.delete(name);
    const claims = await verifyAccessToken(keys, token, nowMs);
    if (claims === null) return null;
    const oldest = good.keys().next();
    if (good.size >= CACHE_ENTRIES && oldest.done !== true) good.delete(oldest.value);
    good.set(name, claims);
    return claims;
  };
}

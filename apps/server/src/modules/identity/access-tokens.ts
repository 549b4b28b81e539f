import type { Permission } from '@kianda/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { IdentityKeys } from './keys.ts';

export const accessTokenSeconds = 15 * 60;
export const interfaceTokenSeconds = 5 * 60;

const issuer = 'kianda';
const consoleAudience = 'console';
const interfacesAudience = 'interfaces';
const tokenType = 'at+jwt';

const claimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  aud: z.enum([consoleAudience, interfacesAudience]),
  scope: z.array(z.string()).optional(),
});

export type AccessClaims = {
  readonly accountId: string;
  readonly sessionId: string;
  /** Null for the console's own tokens, which carry everything the role may do. */
  readonly scopes: readonly string[] | null;
};

type Subject = { readonly accountId: string; readonly sessionId: string; readonly issuedAtMs: number };

/**
 * Signs an access token (RFC 9068, EdDSA, 15 min). The same arguments give the same token: Ed25519 draws no random
 * number, and a refresh repeated within its grace must answer what it answered before.
 */
export function signAccessToken(keys: IdentityKeys, subject: Subject & { readonly tokenId: string }): Promise<string> {
  return sign(keys, subject, consoleAudience, accessTokenSeconds, { jti: subject.tokenId });
}

/** Signs the token of an embedded interface: 5 min, good for the permissions named and nothing else. */
export function signInterfaceToken(
  keys: IdentityKeys,
  subject: Subject & { readonly scopes: readonly Permission[] },
): Promise<string> {
  return sign(keys, subject, interfacesAudience, interfaceTokenSeconds, { scope: [...subject.scopes] });
}

function sign(keys: IdentityKeys, subject: Subject, audience: string, lifeSeconds: number, claims: object) {
  const issuedAtSeconds = Math.floor(subject.issuedAtMs / 1000);
  return new SignJWT({ sid: subject.sessionId, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: tokenType, kid: keys.signing.keyId })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject.accountId)
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + lifeSeconds)
    .sign(keys.signing.privateKey);
}

/** The claims of a token of ours that is still good at `nowMs`; null for any other. The session is not looked at. */
export async function verifyAccessToken(
  keys: IdentityKeys,
  token: string,
  nowMs: number,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keys.signing.publicKey, {
      algorithms: ['EdDSA'],
      typ: tokenType,
      issuer,
      audience: [consoleAudience, interfacesAudience],
      requiredClaims: ['exp', 'iat', 'sub', 'sid'],
      currentDate: new Date(nowMs),
    });
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) return null;
    const { sub, sid, aud, scope } = claims.data;
    // A token for interfaces without its list of permissions must not pass for one that may do everything.
    if ((aud === interfacesAudience) !== (scope !== undefined)) return null;
    return { accountId: sub, sessionId: sid, scopes: scope ?? null };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Origin } from '../identity.types.ts';
import type { Realm } from './token-answer.ts';

export type OidcRealm = Realm & {
  readonly publicUrl: string;
  /** Address under which the endpoints of OpenID Connect lie. */
  readonly protocol: string;
};

/** Headers of answers that no cache may store (RFC 6749 §5.1). */
export const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Throws `not_found` for a realm other than the platform's. */
export function checkRealm({ realm }: { readonly realm: string }): void {
  if (realm !== realmName) throw new AppError('not_found', { detail: 'Realm not found.' });
}

export function originOf({ ipAddress, userAgent }: Origin): Origin {
  return { ipAddress, userAgent };
}

export function redirectTo(location: string): StandardAnswer {
  return { status: 302, headers: { ...uncached, location } };
}

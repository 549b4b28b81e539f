import { randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@kianda/geo';
import { type IdentityKeys, keyedHash } from '../core/keys.ts';

const ID_BYTES = 16;
/** A device that has not signed in for so long is a stranger again. */
const lifeMs = 180 * dayMs;

/**
 * Token by which a browser is known as one that signed in to the account before: an id, the instant and an HMAC of both with
 * the account. It opens nothing; it only spares its person the locks that strangers cause.
 */
export function issueDeviceToken(keys: IdentityKeys, accountId: string, nowMs: number): string {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const issued = nowMs.toString(36);
  return `${id}.${issued}.${macOf(keys, { accountId, id, issued }).toString('base64url')}`;
}

/** Id of the device where one of the tokens was issued to this account and is not too old; null otherwise. */
export function knownDevice(
  keys: IdentityKeys,
  accountId: string,
  tokens: readonly string[],
  nowMs: number,
): string | null {
  for (const token of tokens) {
    const id = deviceOf(keys, { accountId, token, nowMs });
    if (id !== null) return id;
  }
  return null;
}

function deviceOf(
  keys: IdentityKeys,
  { accountId, token, nowMs }: { readonly accountId: string; readonly token: string; readonly nowMs: number },
): string | null {
  const [id = '', issued = '', mac = '', ...rest] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(keys, { accountId, id, issued });
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const ageMs = nowMs - Number.parseInt(issued, 36);
  return ageMs >= 0 && ageMs < lifeMs ? id : null;
}

function macOf(keys: IdentityKeys, of: { readonly accountId: string; readonly id: string; readonly issued: string }) {
  return keyedHash(keys.device, of.accountId, of.id, of.issued);
}

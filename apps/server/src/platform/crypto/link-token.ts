import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A token that opens something to whoever has it: only its digest is stored, so that a copy of the database opens nothing. */
export function newLinkToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function tokenDigest(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

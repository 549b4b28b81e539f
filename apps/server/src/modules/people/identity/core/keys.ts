import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { ed25519Pair, type SigningPair } from '../../../../platform/crypto/ed25519.ts';

const MASTER_KEY_BYTES_MIN = 32;

export type IdentityKeys = {
  /** Ed25519 pair that signs access tokens, and its name. */
  readonly signing: SigningPair;
  /** AES-256 key of two-step secrets. */
  readonly totp: Uint8Array;
  /** HMAC key of refresh-token successors. */
  readonly refresh: Uint8Array;
  /** HMAC key of what an OpenID Connect flow derives from its state. */
  readonly oidc: Uint8Array;
  /** HMAC key of what a browser keeps to be known at the next sign-in. */
  readonly device: Uint8Array;
  /** HMAC key of the first administrator's one-time password. */
  readonly bootstrap: Uint8Array;
  /** AES-256 key of programs' secrets. */
  readonly clients: Uint8Array;
  /** Private scalar of the P-256 key of id tokens. */
  readonly p256: Uint8Array;
  /** AES-256 key of stored signing keys. */
  readonly tokenKeys: Uint8Array;
};

/** Every key of the module but the RSA key of id tokens, derived from the master key by HKDF-SHA-256 (RFC 5869): none lies in the database. */
export function deriveKeys(masterKey: Uint8Array): IdentityKeys {
  if (masterKey.byteLength < MASTER_KEY_BYTES_MIN) {
    throw new RangeError(
      `master key: received ${masterKey.byteLength} bytes, expected at least ${MASTER_KEY_BYTES_MIN}`,
    );
  }
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), `kianda/identity/${purpose}/v1`, 32));
  return {
    signing: ed25519Pair(derive('signing')),
    totp: derive('totp'),
    refresh: derive('refresh'),
    oidc: derive('oidc'),
    device: derive('device'),
    bootstrap: derive('bootstrap'),
    clients: derive('clients'),
    p256: derive('p256'),
    tokenKeys: derive('token-keys'),
  };
}

/** HMAC-SHA-256 of the parts, told apart by length (32 bytes). */
export function keyedHash(key: Uint8Array, ...parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(`${part.length}:${part}`);
  return mac.digest();
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { createHash, createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

const MASTER_KEY_BYTES_MIN = 32;

export type IdentityKeys = {
  /** Ed25519 pair that signs access tokens, and its name. */
  readonly signing: { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly keyId: string };
  /** AES-256 key of two-step secrets. */
  readonly totp: Uint8Array;
  /** HMAC key of refresh-token successors. */
  readonly refresh: Uint8Array;
  /** HMAC key of what an OpenID Connect flow derives from its state. */
  readonly oidc: Uint8Array;
  /** HMAC key of the first administrator's one-time password. */
  readonly bootstrap: Uint8Array;
};

/** PKCS #8 frame of an Ed25519 seed (RFC 8410 §7): what Node takes a raw private key in. */
const ed25519Frame = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Every key of the module, derived from the master key by HKDF-SHA-256 (RFC 5869): none lies in the database. */
export function deriveKeys(masterKey: Uint8Array): IdentityKeys {
  if (masterKey.byteLength < MASTER_KEY_BYTES_MIN) {
    throw new RangeError(
      `master key: received ${masterKey.byteLength} bytes, expected at least ${MASTER_KEY_BYTES_MIN}`,
    );
  }
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), `kianda/identity/${purpose}/v1`, 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Frame, derive('signing')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return {
    signing: { privateKey, publicKey, keyId: createHash('sha256').update(spki).digest('base64url').slice(0, 16) },
    totp: derive('totp'),
    refresh: derive('refresh'),
    oidc: derive('oidc'),
    bootstrap: derive('bootstrap'),
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

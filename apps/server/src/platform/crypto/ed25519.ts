import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

export type SigningPair = {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Name of the pair: the first 16 characters of the public key's SHA-256 in base64url. */
  readonly keyId: string;
};

/** PKCS #8 frame of an Ed25519 seed (RFC 8410 §7): what Node takes a raw private key in. */
const frame = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 pair of a seed (32 bytes). */
export function ed25519Pair(seed: Uint8Array): SigningPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([frame, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey, keyId: createHash('sha256').update(spki).digest('base64url').slice(0, 16) };
}

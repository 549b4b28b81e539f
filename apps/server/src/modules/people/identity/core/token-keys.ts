import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningPair } from '../../../../platform/crypto/ed25519.ts';
import type { Store } from '../identity.types.ts';
import type { IdentityKeys } from './keys.ts';
import { openSecret, sealSecret } from './sealing.ts';

/** Algorithms of id tokens (RFC 7518, RFC 8037), that of clients that name none first. */
export const tokenAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

export type TokenKey = SigningPair & { readonly algorithm: TokenAlgorithm };

/** Keys that sign what other programs verify. */
export type TokenKeys = {
  /** One of each algorithm, in the order of `tokenAlgorithms`. */
  all(): Promise<readonly TokenKey[]>;
  of(algorithm: TokenAlgorithm): Promise<TokenKey>;
};

const rsaBits = 2048;
const newPair = promisify(generateKeyPair);

/**
 * The Ed25519 and the P-256 key derive from the master key. An RSA key can't: the first process that needs one makes it, and
 * stores it sealed for the others. All three change with the master key.
 */
export function createTokenKeys(store: Store, keys: IdentityKeys, nowMs: () => number): TokenKeys {
  let rsa: Promise<TokenKey> | null = null;
  const derived: Readonly<Record<Exclude<TokenAlgorithm, 'RS256'>, TokenKey>> = {
    ES256: { algorithm: 'ES256', ...p256Pair(keys.p256) },
    EdDSA: { algorithm: 'EdDSA', ...keys.signing },
  };
  function rsaKey(): Promise<TokenKey> {
    rsa ??= sharedRsaKey(store, keys, new Date(nowMs())).catch((error: unknown) => {
      rsa = null;
      throw error;
    });
    return rsa;
  }
  const of = async (algorithm: TokenAlgorithm) => (algorithm === 'RS256' ? rsaKey() : derived[algorithm]);
  return { of, all: () => Promise.all(tokenAlgorithms.map(of)) };
}

async function sharedRsaKey(store: Store, keys: IdentityKeys, now: Date): Promise<TokenKey> {
  const master = keys.signing.keyId;
  const stored = () =>
    store.selectFrom('identity.signing_keys').select('sealed').where('master', '=', master).executeTakeFirst();
  let row = await stored();
  if (row === undefined) {
    const { privateKey } = await newPair('rsa', { modulusLength: rsaBits });
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    const sealed = Buffer.from(sealSecret(keys.tokenKeys, master, der));
    // Of two processes that make one at once, the first to store it decides.
    await store
      .insertInto('identity.signing_keys')
      .values({ master, sealed, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await stored();
  }
  if (row === undefined) throw new Error('identity.signing_keys: the key that was stored is not there');
  const der = Buffer.from(openSecret(keys.tokenKeys, master, row.sealed));
  return { algorithm: 'RS256', ...pairOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })) };
}

/** The P-256 pair whose private scalar is `seed` (32 bytes); a seed outside the group's order is 1 in 2^32. */
function p256Pair(seed: Uint8Array): SigningPair {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(seed));
  const point = curve.getPublicKey();
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const [x, y, d] = [text(point.subarray(1, 33)), text(point.subarray(33)), text(seed)] as const;
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d };
  return pairOf(createPrivateKey({ key: jwk, format: 'jwk' }));
}

/** Named as the platform names its Ed25519 keys: by the start of the public key's digest. */
function pairOf(privateKey: KeyObject): SigningPair {
  const publicKey = createPublicKey(privateKey);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey, keyId: createHash('sha256').update(spki).digest('base64url').slice(0, 16) };
}

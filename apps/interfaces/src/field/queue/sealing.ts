/** Encryption of what a phone keeps: AES-GCM with 256 bits; a phrase becomes a key by PBKDF2 (NIST SP 800-132). */

export type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer };
/** A key that a phrase opens. */
export type LockedKey = { readonly salt: Uint8Array<ArrayBuffer>; readonly sealed: Sealed };

const algorithm = { name: 'AES-GCM', length: 256 } as const;
/** OWASP's figure for PBKDF2 with SHA-256. */
const rounds = 600_000;
const uses: KeyUsage[] = ['encrypt', 'decrypt'];

const drawn = (length: number) => crypto.getRandomValues(new Uint8Array(new ArrayBuffer(length)));

/** A new key, which no script can read out. */
export const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey(algorithm, false, uses);

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = drawn(12);
  const text = new TextEncoder().encode(JSON.stringify(value, bytesAsText));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) };
}

/** Throws where the key is another one, or the bytes were changed. */
export async function unseal<T>(key: CryptoKey, { iv, bytes }: Sealed): Promise<T> {
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes);
  return JSON.parse(new TextDecoder().decode(text), textAsBytes) as T;
}

/** A new key, and that key as it is kept: only the phrase opens it. */
export async function lockedKey(phrase: string): Promise<{ readonly key: CryptoKey; readonly locked: LockedKey }> {
  const salt = drawn(16);
  const raw = drawn(32);
  const iv = drawn(12);
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOfPhrase(phrase, salt), raw);
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, uses);
  raw.fill(0);
  return { key, locked: { salt, sealed: { iv, bytes } } };
}

/** The key; null for another phrase. */
export async function unlocked(phrase: string, { salt, sealed }: LockedKey): Promise<CryptoKey | null> {
  const opener = await keyOfPhrase(phrase, salt);
  try {
    const raw = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, opener, sealed.bytes);
    return await crypto.subtle.importKey('raw', raw, algorithm, false, uses);
  } catch {
    // GCM says no more than that the tag does not fit: another phrase.
    return null;
  }
}

async function keyOfPhrase(phrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(phrase.normalize('NFC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  );
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    algorithm,
    false,
    uses,
  );
}

type Written = { readonly $bytes: string };

/** JSON has no bytes: pictures are written as text. */
const bytesAsText = (_key: string, value: unknown) =>
  value instanceof ArrayBuffer ? ({ $bytes: btoa(textOf(new Uint8Array(value))) } satisfies Written) : value;
const textAsBytes = (_key: string, value: unknown) => (isWritten(value) ? bufferOf(value.$bytes) : value);
const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && '$bytes' in value && typeof value.$bytes === 'string';
const bufferOf = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;

/** Phones of 2019 have no `toBase64`; a spread of a whole picture would be too many arguments. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8_192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return text;
}

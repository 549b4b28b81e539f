import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Steps before and after the present one whose code is taken: clocks of telephones drift. */
const WINDOW_STEPS = 1;

/** RFC 6238 with what every authenticator application understands: SHA-1, 6 digits, 30 s. */
function generator(secret: Uint8Array, email: string): TOTP {
  return new TOTP({
    issuer: 'Kianda',
    label: email,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

/** Fresh secret with what an application needs to take it over: text, `otpauth:` URL and its QR code as SVG. */
export function newTotp(email: string): { bytes: Uint8Array; secret: string; otpauthUrl: string; qrSvg: string } {
  const bytes = Uint8Array.from(randomBytes(SECRET_BYTES));
  const totp = generator(bytes, email);
  const otpauthUrl = totp.toString();
  return { bytes, secret: totp.secret.base32, otpauthUrl, qrSvg: renderSVG(otpauthUrl, { border: 4 }) };
}

/** Time step whose code this is, near `nowMs`; null when it is none. The caller refuses a step used before. */
export function totpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = generator(secret, '').validate({ token, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}

/** AES-256-GCM: nonce, tag, ciphertext. Bound to the account, so that a row can't be given another's secret. */
export function sealSecret(key: Uint8Array, accountId: string, secret: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the bytes were altered, belong to another account or were sealed under another master key. */
export function openSecret(key: Uint8Array, accountId: string, sealed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(accountId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

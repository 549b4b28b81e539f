import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
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

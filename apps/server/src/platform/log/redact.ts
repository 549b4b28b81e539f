const HIDDEN = '[oculto]';

const SECRET_WORDS =
  /password|passwd|palavrapasse|token|secret|authorization|cookie|apikey|credential|privatekey|accesskey|^(pwd|otp|totp|codeverifier)$/;

// None of these crosses a quote, so that they may run over a whole JSON line.
const URL_PASSWORD = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*):[^\s@/"]+@/gi;
const QUERY_SECRET = /([?&][\w.-]*(?:token|secret|password|api_?key|signature|code)=)[^&\s"#\\]+/gi;
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g;

function isSecretName(name: string): boolean {
  return SECRET_WORDS.test(name.toLowerCase().replaceAll(/[_-]/g, ''));
}

function hideSecrets(name: string, value: unknown): unknown {
  return isSecretName(name) && value !== null && typeof value !== 'boolean' ? HIDDEN : value;
}

/**
 * JSON log line without the values of secret names at any depth, the passwords of addresses, secret query parameters
 * and bearer tokens. Works on the written line, because child loggers and serializers add to it after every other hook.
 */
export function redactLine(line: string): string {
  const named = JSON.stringify(JSON.parse(line, hideSecrets));
  return `${named
    .replace(URL_PASSWORD, `$1:${HIDDEN}@`)
    .replace(QUERY_SECRET, `$1${HIDDEN}`)
    .replace(BEARER, `$1 ${HIDDEN}`)}\n`;
}

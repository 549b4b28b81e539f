const HIDDEN = '[oculto]';
const MAX_DEPTH = 8;

/** `accessToken`, `x-api-key`, `set-cookie`, `clientSecret`… but not `tokenCount` or `secretary`. */
const SECRET_NAME =
  /^(.*[_-])?(password|passwd|pwd|token|secret|authorization|cookie|api[_-]?key|credentials?|totp|otp|private[_-]?key|access[_-]?key|secret[_-]?key)$/i;
const SECRET_CAMEL_SUFFIX =
  /(Password|Token|Secret|Authorization|Cookie|ApiKey|Credentials?|PrivateKey|AccessKey|SecretKey)$/;
/** `scheme://user:password@host`, as in a database address inside an error message. */
const URL_PASSWORD = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]+@/gi;
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g;

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || SECRET_CAMEL_SUFFIX.test(name);
}

function redactText(text: string): string {
  return text.replace(URL_PASSWORD, `$1:${HIDDEN}@`).replace(BEARER, `$1 ${HIDDEN}`);
}

function redactValue(value: unknown, depth: number, seen: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date || ArrayBuffer.isView(value)) return value;
  if (seen.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[…]';
  const path = new Set(seen).add(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1, path));
  if (value instanceof Error) {
    return redactObject(
      { ...value, type: value.name, message: value.message, stack: value.stack, cause: value.cause },
      depth,
      path,
    );
  }
  return redactObject(value, depth, path);
}

function redactObject(source: object, depth: number, path: ReadonlySet<object>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    result[name] = isSecretName(name) && value !== null ? HIDDEN : redactValue(value, depth + 1, path);
  }
  return result;
}

/** Copy of a log entry in which no value under a secret name, and no password inside a URL, is left. */
export function redact(entry: object): Record<string, unknown> {
  return redactObject(entry, 0, new Set([entry]));
}

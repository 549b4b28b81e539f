import { AppError } from '../../../../platform/http/errors.ts';

/** End of a page: the sort values and the key of its last feature. */
export type PageToken = { readonly key: readonly string[]; readonly sort: readonly (string | null)[] };

export function writeToken({ key, sort }: PageToken): string {
  return Buffer.from(JSON.stringify([key, sort])).toString('base64url');
}

/** Throws a 400 for a token that was not written for such a page. */
export function readToken(token: string, keys: number, sorts: number): PageToken {
  const [key, sort] = partsOf(token);
  const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');
  const good =
    Array.isArray(key) &&
    Array.isArray(sort) &&
    key.length === keys &&
    sort.length === sorts &&
    key.every(isText) &&
    sort.every((value) => value === null || isText(value));
  if (good) return { key: key as readonly string[], sort: sort as readonly (string | null)[] };
  throw badToken();
}

export function badToken(cause?: unknown): AppError {
  const message = 'Marca de página inválida: siga a ligação «next» da página anterior.';
  return new AppError('validation_failed', { detail: message, issues: [{ path: 'token', message }], cause });
}

function partsOf(token: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

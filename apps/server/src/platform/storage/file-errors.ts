/** Null for "there is no such file or folder"; anything else is thrown on. */
export function ignoreMissing(error: unknown): null {
  if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
  throw error;
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

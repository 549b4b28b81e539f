/**
 * A start that cannot go on for a reason the operator can remove. `message` is one Portuguese line,
 * printed alone: no stack, non-zero exit.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

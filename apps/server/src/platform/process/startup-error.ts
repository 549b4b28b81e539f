/**
 * A start that cannot go on for a reason the operator can remove. `message` is one Portuguese line,
 * printed alone: no stack, non-zero exit.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  // A host with several addresses fails once for each, and the sum of it has no message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Thrown by `pull` when the provider works on the answer: the run gives its slot back and goes on later, in a new call of
 * `pull` with the same window and with `pending` in its input. `pending` is JSON and all that the stream needs to find
 * what it asked for.
 */
export class ProviderPending extends Error {
  readonly pending: unknown;
  readonly resumeAfterSeconds: number;

  constructor(message: string, pending: unknown, resumeAfterSeconds: number) {
    super(message);
    this.name = 'ProviderPending';
    this.pending = pending;
    this.resumeAfterSeconds = resumeAfterSeconds;
  }
}

/** Why a provider failed, so that the engine knows whether to retry. */
export type ProviderFailure = 'auth' | 'quota' | 'network' | 'timeout' | 'schema' | 'provider' | 'request' | 'blocked';

/**
 * Reason of a failure that its class does not show: the name resolved to a private address, a web page came instead of
 * data, or the folder of files does not exist or may not be read.
 */
export type FailureReason = 'private-address' | 'page' | 'folder';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly permanent: boolean;
  readonly reason: FailureReason | null;

  constructor(
    failure: ProviderFailure,
    message: string,
    options: {
      status?: number;
      retryAfterSeconds?: number;
      permanent?: boolean;
      reason?: FailureReason;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProviderError';
    this.failure = failure;
    this.status = options.status ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.reason = options.reason ?? null;
    this.permanent = options.permanent ?? ['auth', 'schema', 'request', 'blocked'].includes(failure);
  }
}

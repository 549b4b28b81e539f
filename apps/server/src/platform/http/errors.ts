import { type ErrorCode, errorCatalogue } from '@kianda/contract';

/** The one error modules throw; the funnel turns it into a problem document. `detail` is Portuguese, for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly issues: readonly { path: string; message: string }[] | undefined;
  readonly downstream: boolean;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      retryAfterSeconds?: number;
      issues?: readonly { path: string; message: string }[];
      downstream?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(
      options.detail ?? errorCatalogue[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.issues = options.issues;
    this.downstream = options.downstream ?? false;
  }
}

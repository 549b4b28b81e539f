import { type ErrorCode, errorCodes, type Problem, problemSchema } from '@kianda/contract';
import { clientTexts } from './texts.pt.ts';

/**
 * `offline`: no network; `network`: no answer; `timeout`: none in time; `http`: an error answer;
 * `format`: an answer that is not what the contract says; `signed-out`: the session is over.
 */
export type FailureKind = 'offline' | 'network' | 'timeout' | 'http' | 'format' | 'signed-out';

type Details = {
  readonly kind: FailureKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly issues?: Problem['issues'] | undefined;
  readonly cause?: unknown;
};

/** A call that did not succeed; `message` is Portuguese and meant for the user. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly issues: Problem['issues'] | undefined;

  constructor(details: Details) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = details.kind;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.issues = details.issues;
  }
}

/** Any thrown thing as a failure with a message for the user. */
export function toFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  if (thrown instanceof Error && thrown.message !== '') {
    return new CallFailure({ kind: 'network', message: thrown.message, cause: thrown });
  }
  return new CallFailure({ kind: 'network', message: clientTexts.unknown, cause: thrown });
}

function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  const seconds = text === null ? Number.NaN : Number(text);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function isCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && (errorCodes as readonly string[]).includes(text);
}

/** Failure of an answer whose status is an error: the server's own words where it sent any. */
export async function failureOfResponse(response: Response, requestId: string): Promise<CallFailure> {
  const body: unknown = await response.json().catch(() => null);
  const common = { kind: 'http', status: response.status, retryAfterSeconds: retryAfterOf(response) } as const;
  const problem = problemSchema.safeParse(body);
  if (problem.success) {
    const { code, message, requestId: id, issues, retryAfterSeconds } = problem.data;
    return new CallFailure({
      ...common,
      message,
      code,
      requestId: id,
      issues,
      retryAfterSeconds: retryAfterSeconds ?? common.retryAfterSeconds,
    });
  }
  const loose = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown; code?: unknown };
  const message = typeof loose.message === 'string' && loose.message !== '' ? loose.message : null;
  return new CallFailure({
    ...common,
    message: message ?? clientTexts.httpStatus(response.status),
    code: isCode(loose.code) ? loose.code : undefined,
    requestId,
  });
}

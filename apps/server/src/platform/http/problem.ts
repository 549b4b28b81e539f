import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCatalogue, type Problem } from '@kianda/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { AppError } from './errors.ts';

/** Problem document of a code. `detail` replaces the catalogue's message for the user. */
export function problemOf(error: AppError, requestId: string, instance: string): Problem {
  const { status, message } = errorCatalogue[error.code];
  // The detail of an unforeseen error goes to the log alone: it may hold internals.
  const detail = error.code === 'internal' ? undefined : error.detail;
  return {
    type: `https://kianda.invalid/erros/${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...(detail === undefined ? {} : { detail }),
    instance,
    code: error.code,
    success: false,
    error: error.code,
    message: detail ?? message,
    requestId,
    ...(error.downstream ? { downstream: true } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.issues === undefined ? {} : { issues: [...error.issues] }),
  };
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** PostgreSQL is away, starting, stopping or out of connections: the request itself may be right, and can be repeated. */
const databaseAway: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006'],
]);

function isDatabaseAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  // pg has no code for these.
  if (
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
      thrown.message,
    )
  )
    return true;
  const { code, syscall } = thrown as { code?: unknown; syscall?: unknown };
  // The same codes come from files: only a connection's are meant.
  return databaseAway.has(code) && [undefined, 'connect', 'read', 'write'].some((call) => call === syscall);
}

/** A primary that was made a replica takes no writes: the next connection goes to the one that does. */
const isDemoted = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown as { code?: unknown }).code === '25006';

/**
 * A lock of another transaction did not come in time, or a replica had to go on (40001): nothing was written, and it may go
 * well the next time.
 */
const isLockedOut = (thrown: unknown): boolean =>
  thrown instanceof Error && ['55P03', '40P01', '40001'].includes(String((thrown as { code?: unknown }).code));

/** The disk took no more: of a file here, or of the database. The same request may go well once there is room. */
const isDiskFull = (thrown: unknown): boolean =>
  thrown instanceof Error && ['ENOSPC', 'EDQUOT', '53100'].includes(String((thrown as { code?: unknown }).code));

/** Any thrown value as an AppError; an unforeseen error becomes `internal`, without its message. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ZodError) {
    const issues = thrown.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    return new AppError('validation_failed', { issues, cause: thrown });
  }
  if (isDatabaseAway(thrown) || isDemoted(thrown))
    return new AppError('unavailable', { retryAfterSeconds: 2, cause: thrown });
  if (isLockedOut(thrown)) return new AppError('unavailable', { retryAfterSeconds: 5, cause: thrown });
  if (isDiskFull(thrown)) return new AppError('disk_full', { cause: thrown });
  const { statusCode } = (thrown ?? {}) as Partial<FastifyError>;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) {
    return new AppError('internal', { cause: thrown });
  }
  return new AppError(codeOfStatus[statusCode] ?? 'validation_failed', { cause: thrown });
}

/** Whether an answer tells of a failure here: what the platform was never meant to do (501) is none. */
export const isFailure = (status: number): boolean => status >= 500 && status !== 501;

/** HTTP status that a thrown value is answered with. */
export const statusOfThrown = (thrown: unknown): number => errorCatalogue[toAppError(thrown).code].status;

/** Further members of a problem, in the words of a foreign protocol's clients. */
export type ProblemExtras = (problem: Problem) => Readonly<Record<string, unknown>>;

/** Members of a refusal that Keycloak's clients read; `error` is the same there and here. */
export function keycloakFault(problem: Problem): { errorMessage: string; error_description: string } {
  const [issue] = problem.issues ?? [];
  const text = issue === undefined ? problem.message : `${problem.message} ${issue.path}: ${issue.message}`;
  return { errorMessage: text, error_description: text };
}

/** Whoever asked left, and what was under way for them ended with that: no fault of the platform's. */
const hasLeft = (thrown: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed &&
  thrown instanceof Error &&
  (thrown.name === 'AbortError' || (thrown as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE');

/** The one place an error becomes an answer. A 5xx is logged whole and told without detail. */
export function sendProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  extras?: ProblemExtras,
): FastifyReply {
  const error = toAppError(thrown);
  const { status } = errorCatalogue[error.code];
  if (hasLeft(thrown, reply)) request.log.info('quem pediu saiu antes da resposta');
  else if (isFailure(status) && !error.downstream)
    request.log.error({ err: error.cause ?? error, code: error.code }, 'pedido falhou');
  else request.log.info({ code: error.code, detail: error.detail }, 'pedido recusado');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const problem = problemOf(error, request.id, request.url.split('?')[0] ?? request.url);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...problem, ...extras?.(problem) }));
}

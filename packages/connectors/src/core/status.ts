import { ProviderError, type ProviderFailure } from './failures.ts';
import { isRetryableStatus } from './retry.ts';

/** Failure class of a status; no other place decides it. */
export function failureOfStatus(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'auth';
  if (isOfNetwork(status)) return 'network';
  if (status === 425 || status === 429) return 'quota';
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'provider';
  if (status >= 300 && status < 400) return 'blocked';
  return 'request';
}

/**
 * True for statuses of intermediaries between us and a provider: a proxy or a portal that demands sign-in (RFC 9110,
 * RFC 6585).
 */
export const isOfNetwork = (status: number): boolean => status === 407 || status === 511;

/** The error of an answer that is not one. Query strings stay out of the message: some providers take keys there. */
export function statusError(
  status: number,
  url: string,
  options: { readonly retryAfterSeconds?: number; readonly permanent?: boolean; readonly excerpt?: string } = {},
): ProviderError {
  const detail = options.excerpt === undefined || options.excerpt === '' ? '' : `: ${options.excerpt}`;
  return new ProviderError(failureOfStatus(status), `${addressOf(url)} respondeu ${status}${detail}`, {
    status,
    permanent: options.permanent ?? !isRetryableStatus(status),
    ...(options.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: options.retryAfterSeconds }),
  });
}

/** Origin and path of a URL, without its query. */
export function addressOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'URL inválido' : `${parsed.origin}${parsed.pathname}`;
}

const NETWORK_CODES =
  /^(E[A-Z]+|EAI_[A-Z]+|SELF_SIGNED_[A-Z_]+|DEPTH_ZERO_[A-Z_]+|UNABLE_TO_[A-Z_]+|UND_ERR_[A-Z_]+|HPE_[A-Z_]+|CERT_[A-Z_]+|ERR_(TLS|SSL)_[A-Z_]+|Z_[A-Z_]+)$/;
const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** The error of a request that got no answer. A `ProviderError` anywhere among its causes (the guard's) is the error itself. */
export function transportError(error: unknown, url: string): ProviderError {
  const chain = causes(error);
  const inner = chain.find((cause) => cause instanceof ProviderError);
  if (inner !== undefined) return inner;
  const code = chain.map(codeOf).find((found) => found !== null) ?? null;
  const timedOut =
    (code !== null && TIMEOUT_CODES.has(code)) ||
    chain.some((cause) => cause instanceof Error && cause.name === 'TimeoutError');
  if (timedOut) return new ProviderError('timeout', `${addressOf(url)} não respondeu a tempo`, { cause: error });
  return new ProviderError('network', `${addressOf(url)} inacessível (${code ?? 'ligação interrompida'})`, {
    cause: error,
  });
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return NETWORK_CODES.test(error.code) ? error.code : null;
}

/** An error and all that caused it, outermost first. */
export function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  const visit = (value: unknown): void => {
    if (value === undefined || value === null || found.includes(value) || found.length > 20) return;
    found.push(value);
    if (value instanceof AggregateError) value.errors.forEach(visit);
    if (value instanceof Error) visit(value.cause);
  };
  visit(error);
  return found;
}

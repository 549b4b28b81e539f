import { ProviderError } from '@kianda/connectors';
import type { ErrorClass } from '../connectors.tables.ts';

/** SQLSTATE classes of data that do not fit: 22 data exception, 23 integrity constraint. */
const dataStates = /^2[23]\w{3}$/;
/** Codes of a database that did not answer in time or went away, of a lock not had in time, and of sockets. */
const waitStates = /^(?:08...|57...|55P03|25P0[34]|ETIMEDOUT|ECONN\w+|EPIPE|EHOSTUNREACH|ENOTFOUND|UND_ERR_\w+)$/;
const timeoutNames: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError']);
const timeoutWords = /\b(?:timed? ?out|timeout)\b/i;

/** Failure of a run as it was thrown, and its class as operators see it. A time-out is never a bug of ours. */
export function failureOf(error: unknown, timedOut: boolean): { failure: string; errorClass: ErrorClass } {
  if (timedOut) return timeout;
  const chain = causesOf(error);
  const provider = chain.find((cause) => cause instanceof ProviderError);
  if (provider !== undefined) return { failure: provider.failure, errorClass: classes[provider.failure] };
  const codes = chain.map((cause) => ('code' in cause ? String(cause.code) : ''));
  if (codes.some((code) => dataStates.test(code))) return { failure: 'data', errorClass: 'data' };
  const isTimeout = chain.some(({ name, message }) => timeoutNames.has(name) || timeoutWords.test(message));
  if (isTimeout || codes.some((code) => waitStates.test(code))) return timeout;
  return { failure: 'bug', errorClass: 'bug' };
}

const timeout = { failure: 'timeout', errorClass: 'network' } as const;
const deepest = 8;

/** An error and what caused it, outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < deepest; cause = cause.cause) chain.push(cause);
  return chain;
}

const classes: Readonly<Record<ProviderError['failure'], ErrorClass>> = {
  auth: 'auth',
  quota: 'quota',
  network: 'network',
  timeout: 'network',
  // The guard refused an address: the provider's name led where it must not.
  blocked: 'network',
  schema: 'schema',
  provider: 'provider',
  request: 'provider',
};

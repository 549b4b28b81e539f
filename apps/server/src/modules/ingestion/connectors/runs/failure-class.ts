import { ProviderError } from '@kianda/connectors';
import type { ErrorClass } from '../connectors.tables.ts';

/** SQLSTATE classes of data that do not fit: 22 data exception, 23 integrity constraint. */
const dataStates = /^2[23]/;

/** Failure of a run as it was thrown, and its class as operators see it. */
export function failureOf(error: unknown, timedOut: boolean): { failure: string; errorClass: ErrorClass } {
  if (timedOut) return { failure: 'timeout', errorClass: 'network' };
  if (error instanceof ProviderError) return { failure: error.failure, errorClass: classes[error.failure] };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return dataStates.test(code) ? { failure: 'data', errorClass: 'data' } : { failure: 'bug', errorClass: 'bug' };
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

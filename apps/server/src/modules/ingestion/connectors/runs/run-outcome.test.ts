import { ProviderError } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { type FailedRun, outcomeOfRun } from './run-outcome.ts';

const outcome = (over: Partial<FailedRun>) =>
  outcomeOfRun({ error: null, timedOut: false, answer: null, hasNetwork: true, tokenExpired: false, ...over });
const answer = { address: 'https://fornecedor.test/', status: 200, isPage: false, skewMs: 0 };
const coded = (code: string) => Object.assign(new Error(code), { code });

test('a failed run is told in the words of a check, by the error and the last answer', () => {
  const dns = new ProviderError('network', 'sem resposta', { cause: coded('ENOTFOUND') });
  expect(outcome({ error: dns })).toBe('dns');
  expect(outcome({ error: dns, hasNetwork: false })).toBe('no_network');
  expect(outcome({ error: new ProviderError('auth', 'recusado'), answer: { ...answer, status: 401 } })).toBe(
    'credential_refused',
  );
  expect(outcome({ error: new ProviderError('auth', 'recusado'), tokenExpired: true })).toBe('credential_expired');
  expect(outcome({ error: new Error('na página 2', { cause: new ProviderError('schema', 'campo a mais') }) })).toBe(
    'wrong_format',
  );
});

test('a run that its limit ended is late though answers came, and one that failed in our own part is ours', () => {
  expect(outcome({ error: new Error('paragem'), timedOut: true, answer })).toBe('timeout');
  expect(outcome({ error: new TypeError('undefined is not a function'), answer })).toBe('internal_error');
  // The database went away: the provider has no part in it, whatever the code says of a connection.
  expect(outcome({ error: coded('ECONNRESET') })).toBe('internal_error');
});

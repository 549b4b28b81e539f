import { ProviderError } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { failureOf } from './failure-class.ts';

test.each([
  ['a time-out of the platform', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
  ['of the database', Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
  ['of its pool, as a cause', new Error('falhou', { cause: new Error('timeout exceeded when trying to connect') })],
  ['of a provider, as a cause', new Error('falhou', { cause: new ProviderError('timeout', 'não respondeu a tempo') })],
])('%s is no bug', (_name, error) => {
  expect(failureOf(error, false)).toEqual({ failure: 'timeout', errorClass: 'network' });
});

test('a fault of the code is one, and data that do not fit are data', () => {
  expect(failureOf(new TypeError('x is not a function'), false).errorClass).toBe('bug');
  expect(failureOf(Object.assign(new Error('out of range'), { code: '22003' }), false).errorClass).toBe('data');
});

import type { Provenance } from '@kianda/contract';
import { expect, test } from 'vitest';
import { asCached } from '../../../client/cache.ts';
import { CallFailure } from '../../../client/failure.ts';
import { conditionOf } from './testing.ts';
import { conditionFrom } from './use-condition.ts';

const at = '2026-08-31T09:00:00.000Z';
const receivedAt = Date.parse(at);
const measured = { source: 'Kianda', observedAt: at, retrievedAt: at };
const value = { condition: conditionOf('healthy', 'Todos os componentes respondem.') };
const seen = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test('an answer of now is what the server says', () => {
  const provenance: Provenance = { state: 'live', ...measured };
  const view = conditionFrom(
    { sourced: { value, provenance }, failure: null, receivedAt, isRefreshing: false },
    receivedAt + 10_000,
  );
  expect(view).toMatchObject({ level: 'healthy', word: 'Sistema Operacional' });
  expect(view?.sentence).toBe('Todos os componentes respondem.');
});

test.each<[string, Provenance]>([
  ['live', { state: 'live', ...measured }],
  ['simulated', { state: 'simulated', ...measured, seed: 7 }],
])('the copy of a %s answer is never green: the state is unknown, with the age of what was last known', (_, own) => {
  const sourced = { value, provenance: asCached(own, receivedAt) };
  const view = conditionFrom({ sourced, failure: null, receivedAt, isRefreshing: false }, receivedAt + 180_000);
  expect(view?.level).toBe('unknown');
  expect(seen(view?.sentence)).toBe('O servidor não responde. Último estado conhecido, há 3 min: Sistema Operacional.');
});

test('a failed question, an answer too old and no answer at all are unknown; a question under way is nothing yet', () => {
  const sourced = { value, provenance: { state: 'live', ...measured } as const };
  const failure = new CallFailure({ kind: 'http', status: 503, code: 'unavailable', message: 'Já volta.' });
  expect(conditionFrom({ sourced, failure, receivedAt, isRefreshing: false }, receivedAt)?.level).toBe('unknown');
  expect(conditionFrom({ sourced, failure: null, receivedAt, isRefreshing: false }, receivedAt + 110_000)?.level).toBe(
    'unknown',
  );
  expect(conditionFrom({ sourced: undefined, failure, receivedAt: null, isRefreshing: false }, receivedAt)?.level).toBe(
    'unknown',
  );
  expect(
    conditionFrom({ sourced: undefined, failure: null, receivedAt: null, isRefreshing: false }, receivedAt),
  ).toBeUndefined();
});

test('a copy that is shown while the server is asked does not say that it is silent', () => {
  const sourced = { value, provenance: asCached({ state: 'live', ...measured }, receivedAt) };
  const asked = { sourced, failure: null, receivedAt, isRefreshing: true };
  const view = conditionFrom(asked, receivedAt + 180_000);
  expect(view?.level).toBe('unknown');
  expect(seen(view?.sentence)).toBe('A perguntar ao servidor. Último estado conhecido, há 3 min: Sistema Operacional.');
  const failure = new CallFailure({ kind: 'network', message: 'Sem resposta.' });
  expect(seen(conditionFrom({ ...asked, failure }, receivedAt + 180_000)?.sentence)).toMatch(
    /^O servidor não responde\./,
  );
});

import { expect, it } from 'vitest';
import { advisoriesOf } from './shared/advisories.mjs';

it('counts what the registry knows, whatever npm says around it', () => {
  const answer = { metadata: { vulnerabilities: { info: 0, low: 1, moderate: 0, high: 2, critical: 0, total: 3 } } };
  expect(advisoriesOf(`npm warn algo\n${JSON.stringify(answer)}\nnpm notice fim`)).toEqual({
    counts: { critical: 0, high: 2, moderate: 0, low: 1 },
    reason: null,
  });
});

it('an answer that could not be had says why, without the address it was asked at', () => {
  const refused = { message: '405 Method Not Allowed - POST https://registo.exemplo/-/npm/v1/security' };
  expect(advisoriesOf(JSON.stringify(refused))).toEqual({ counts: null, reason: '405 Method Not Allowed - POST' });
  expect(advisoriesOf('nada')).toEqual({ counts: null, reason: 'o npm não respondeu em JSON' });
});

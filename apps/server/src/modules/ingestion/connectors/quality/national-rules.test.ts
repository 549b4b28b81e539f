import type { ConnectorRecord } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { catchRules } from './national-rules.ts';

const record = (over: Partial<Extract<ConnectorRecord, { kind: 'catch' }>> = {}): ConnectorRecord => ({
  kind: 'catch',
  date: '2026-07-15',
  port: 'Namibe',
  province: null,
  segment: 'industrial',
  gear: 'cerco',
  speciesCode: 'HMZ',
  commonName: null,
  scientificName: null,
  tonnes: 2,
  effortDays: 1,
  vessels: 1,
  notes: null,
  ...over,
});
const failing = (given: ConnectorRecord) =>
  catchRules.filter((rule) => rule.check(given, 0)?.failing === 1).map(({ id }) => id);

test.each([
  [{}, []],
  [{ port: 'Moçâmedes' }, []],
  [{ port: 'baia farta' }, []],
  [{ port: 'Lisboa' }, ['catch_port']],
  [{ speciesCode: 'XXX' }, ['catch_species']],
  [{ tonnes: 0 }, ['catch_positive']],
  [{ vessels: null }, ['catch_effort']],
] as const)('%o fails %o', (over, expected) => {
  expect(failing(record(over))).toEqual(expected);
});

test('they say nothing of other records', () => {
  const other: ConnectorRecord = { kind: 'landing', region: 'Angola', year: 2020, species: 'x', tonnes: 1 };
  expect(catchRules.map((rule) => rule.check(other, 0))).toEqual(catchRules.map(() => null));
});

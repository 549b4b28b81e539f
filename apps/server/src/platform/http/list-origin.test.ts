import { connectors } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { listOriginOf, originLines } from './list-origin.ts';

const at = '2026-08-31T09:00:00.000Z';
const [obis, gbif] = ['obis', 'gbif'].map((id) => connectors.find((connector) => connector.id === id));

test('a file states each provider among its sources with its licence and citation', () => {
  const source = `${obis?.provider} + ${gbif?.provider} + Ministério`;
  const origin = listOriginOf({ state: 'live', source, observedAt: null, retrievedAt: at });
  expect(origin.credits.map(({ source: name, licence }) => [name, licence])).toEqual(
    expect.arrayContaining([
      [obis?.provider, obis?.licence],
      [gbif?.provider, gbif?.licence],
    ]),
  );
  const lines = originLines(origin, at);
  expect(lines).toContainEqual(['Simulado', 'não']);
  expect(lines).toContainEqual(['Citação', obis?.citation]);
});

test('a copy of simulated data is simulated, and an unknown origin is said to be unknown', () => {
  const cached = { state: 'cached', source: 'ensaio', observedAt: at, retrievedAt: at, staleAfter: at } as const;
  expect(listOriginOf(cached).simulated).toBe(false);
  expect(listOriginOf({ ...cached, seed: 7 }).simulated).toBe(true);
  const unknown = originLines(listOriginOf({ state: 'fallback', reason: 'Nunca correu.' }), at);
  expect(unknown).toEqual([
    ['Fonte', 'Nunca correu.'],
    ['Simulado', 'por saber'],
    ['Exportado', at],
  ]);
});

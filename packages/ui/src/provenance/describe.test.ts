import type { Provenance } from '@kianda/contract';
import { expect, test } from 'vitest';
import { provenanceDetails, provenanceWord } from './describe.ts';

const at = '2026-08-31T09:00:00Z';
const now = Date.parse(at) + 180_000;
const measured = { source: 'NOAA CoastWatch', observedAt: at, retrievedAt: at };
const seen = (text: string) => text.replaceAll('\u00a0', ' ');

test.each<[Provenance, string]>([
  [{ state: 'live', ...measured }, 'Em direto'],
  [{ state: 'cached', ...measured, staleAfter: at }, 'Em cache (há 3 min)'],
  [{ state: 'configured', ...measured }, 'Configurado'],
  [{ state: 'simulated', ...measured, seed: 1 }, 'Simulado'],
  [{ state: 'simulated', ...measured, seed: 1, staleAfter: '2026-08-31T10:00:00Z' }, 'Simulado'],
  [{ state: 'simulated', ...measured, seed: 1, staleAfter: at }, 'Simulado (há 3 min)'],
  [{ state: 'fallback', reason: 'Sem servidor.' }, 'Dados de fallback'],
])('%o reads %s', (provenance, expected) => {
  expect(seen(provenanceWord(provenance, now))).toBe(expected);
});

test('details tell source, observation and retrieval; a fallback tells why', () => {
  const details = provenanceDetails({ state: 'live', ...measured }, now, 'UTC').map(([label, value]) => [
    label,
    seen(value),
  ]);
  expect(details).toEqual([
    ['Fonte', 'NOAA CoastWatch'],
    ['Observado', 'há 3 min · 31/08/2026, 09:00 (UTC)'],
    ['Obtido', 'há 3 min · 31/08/2026, 09:00 (UTC)'],
  ]);
  expect(provenanceDetails({ state: 'configured', ...measured, source: 'Marine Regions' }, now, 'UTC')).toEqual([
    ['Fonte', 'Marine Regions'],
  ]);
  const register = provenanceDetails({ state: 'live', ...measured, observedAt: null }, now, 'UTC');
  expect(register[1]).toEqual(['Observado', 'Os dados não trazem data própria']);
  expect(provenanceDetails({ state: 'fallback', reason: 'Sem servidor.' }, now, 'UTC')).toEqual([
    ['Motivo', 'Sem servidor.'],
  ]);
});

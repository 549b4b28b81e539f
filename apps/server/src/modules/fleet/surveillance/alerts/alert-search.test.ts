import { wordsOf } from '@kianda/format/match';
import { expect, test } from 'vitest';
import { soughtAlerts } from './alert-search.rules.ts';

const sought = (text: string) => soughtAlerts(wordsOf(text));

test('words are those of a rule, of a vessel, or of both', () => {
  expect(sought('Veda')).toMatchObject({ rules: ['closed_season'], vessel: ['veda'], both: null });
  expect(sought('muxima')).toEqual({ rules: [], vessel: ['muxima'], both: null, numbers: null });
  expect(sought('encontros muxima')).toMatchObject({
    rules: [],
    vessel: ['encontros', 'muxima'],
    both: { vessel: ['muxima'], rules: ['encounter'] },
  });
  // Both are words of rules, and of no rule together.
  expect(sought('veda silêncio')).toMatchObject({ rules: [], both: null });
});

test('words that only say what is looked for name nothing, nor do short ones', () => {
  expect(sought('alertas da embarcação')).toMatchObject({ rules: [], vessel: [], both: null });
  expect(sought('navio MMSI 603000002').vessel).toEqual(['603000002']);
  expect(sought('xi 5').vessel).toEqual([]);
});

test('an identifier, whole or its first digits, is from one number to another', () => {
  const whole = 'fa1ca5d0333340008000000000000003';
  expect(sought('fa1ca5d0-3333-4000-8000-000000000003').numbers).toEqual([whole, whole]);
  expect(sought('FA1CA5D0').numbers).toEqual([`fa1ca5d0${'0'.repeat(24)}`, `fa1ca5d0${'f'.repeat(24)}`]);
  expect([sought('fa1ca5d').numbers, sought('encontro').numbers]).toEqual([null, null]);
});

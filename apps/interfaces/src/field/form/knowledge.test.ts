import { fieldFindings } from '@kianda/contract/ingestion/field/field-rules';
import { expect, test } from 'vitest';
import type { Reference } from '../queue/phone-store.ts';
import { knowledgeOf } from './knowledge.ts';
import { emptyForm, payloadOf, valuesOf } from './to-payload.ts';

const ring: [number, number][] = [
  [13, -12],
  [14, -12],
  [14, -13],
  [13, -13],
  [13, -12],
];
const kept: Reference = {
  taxa: [{ aphiaId: 126_829, scientificName: 'Boops boops', commonName: 'Boga', code: 'BOG' }],
  ports: [{ name: 'Lobito', lon: 13.5, lat: -12.3 }],
  gears: ['cerco'],
  licences: [],
  seasons: [
    { name: 'Veda da baía', from: '2026-08-01', to: '2026-08-31', gears: null, species: ['BOG'], area: 'baia' },
  ],
  areas: [{ id: 'baia', name: 'Baía', forbidsFishing: false, geometry: { type: 'Polygon', coordinates: [ring] } }],
};
const typed = {
  ...emptyForm,
  ...{ vessel: 'Estrela', port: 'Lobito', gear: 'cerco' },
  lines: [{ speciesCode: 'BOG', name: 'Boga', weight: '40', price: '' }],
};
const capturedMs = Date.parse('2026-08-15T12:00:00Z');

function severities(values: typeof typed, reference: Reference): readonly string[] {
  const read = payloadOf('landing', values);
  if (!('payload' in read)) throw new Error(`wrong: ${read.wrong.join()}`);
  const known = { ...knowledgeOf(reference), nowMs: capturedMs, capturedMs };
  return fieldFindings(read.payload, known).map(({ rule, severity }) => `${rule} ${severity}`);
}

test('the phone judges a landing by the areas that it keeps: the one that was chosen, or the one around its place', () => {
  expect(severities(typed, kept)).toEqual([]);
  expect(severities({ ...typed, area: 'baia', areaName: 'Baía' }, kept)).toEqual(['closed_season error']);
  const at = (lat: string) => ({ ...typed, place: { lon: '13,5', lat, accuracyMeters: 8 } });
  expect(severities(at('-12,5'), kept)).toEqual(['closed_season warning']);
  expect(severities(at('-11,5'), kept)).toEqual([]);
});

test('a copy from before areas were kept still serves', () => {
  const { areas: _, ...old } = kept;
  expect(severities({ ...typed, area: 'baia', areaName: 'Baía' }, old as Reference)).toEqual([]);
});

test('a landing without an area reads as it did before there were areas, and one with it comes back to the form', () => {
  const without = payloadOf('landing', typed);
  expect(JSON.stringify(without)).not.toContain('area');
  const read = payloadOf('landing', { ...typed, area: 'baia', areaName: 'Baía' });
  if (!('payload' in read)) throw new Error(`wrong: ${read.wrong.join()}`);
  expect(valuesOf(read.payload, (code) => code)).toMatchObject({ area: 'baia', areaName: 'Baía' });
});

test('the phone judges licence and days by itself: the landing’s day, or the days of fishing', () => {
  const licences = [
    {
      ...{ number: 'L-1', vessel: 'Estrela', registration: null, gears: ['cerco'] },
      held: [{ from: '2026-01-01', to: '2026-08-10' }],
    },
  ];
  const reference = { ...kept, licences };
  expect(severities(typed, reference)).toEqual(['licence_over error']);
  expect(severities({ ...typed, landedOn: '2026-08-10' }, reference)).toEqual([]);
  const fished = { ...typed, fishedFrom: '2026-08-09', fishedTo: '2026-08-12', landedOn: '2026-08-12' };
  expect(severities(fished, reference)).toEqual(['licence_part warning']);
  expect(severities({ ...typed, fishedTo: '2026-08-12', landedOn: '2026-08-12' }, reference)).toEqual([
    'licence_over error',
  ]);
});

test('days come back to the form, and a landing without them reads as it did before there were any', () => {
  expect(JSON.stringify(payloadOf('landing', typed))).not.toMatch(/landedOn|fished/);
  const read = payloadOf('landing', { ...typed, landedOn: '2026-08-12', fishedFrom: '2026-08-09' });
  if (!('payload' in read)) throw new Error(`wrong: ${read.wrong.join()}`);
  expect(read.payload).toMatchObject({ landedOn: '2026-08-12', fished: { from: '2026-08-09', to: '2026-08-09' } });
  expect(valuesOf(read.payload, (code) => code)).toMatchObject({ fishedFrom: '2026-08-09', fishedTo: '2026-08-09' });
});

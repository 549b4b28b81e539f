import { expect, test } from 'vitest';
import type { Landing } from './field.schemas.ts';
import { type FieldKnowledge, fieldFindings } from './field-rules.ts';

const landing: Landing = {
  ...{ kind: 'landing', vessel: 'Estrela', registration: null, port: 'Lobito', segment: 'artesanal', gear: 'cerco' },
  ...{ lines: [{ speciesCode: 'BOG', weightKg: 40, pricePerKg: null }], place: null, notes: '' },
};
const bay = { id: 'baia', name: 'Baía', forbidsFishing: false };
const nowMs = Date.parse('2026-08-31T12:00:00Z');
const closure = { name: 'Veda', from: '2026-08-01', to: '2026-08-31', gears: null, species: ['BOG'], area: 'baia' };
const knowing = (over: Partial<FieldKnowledge>): FieldKnowledge => ({
  ...{ nowMs, capturedMs: nowMs, licences: [], seasons: [closure], areas: [bay], areasAt: () => [] },
  species: new Map([['BOG', { name: 'Boga', scientificName: 'Boops boops' }]]),
  ports: new Set(['lobito']),
  ...over,
});
const rulesOf = (over: Partial<Landing>, known: Partial<FieldKnowledge> = {}) =>
  fieldFindings({ ...landing, ...over }, knowing(known)).map(({ rule, severity }) => `${rule} ${severity}`);
const inBay = { area: { id: 'baia', name: 'Baía' } };

test('a closure of an area holds for what was caught there, on its days, with its gears and species', () => {
  expect(rulesOf(inBay)).toEqual(['closed_season error']);
  expect(rulesOf({})).toEqual([]);
  expect(rulesOf(inBay, { capturedMs: Date.parse('2026-09-01T00:00:00Z'), nowMs: nowMs + 86_400_000 })).toEqual([]);
  expect(rulesOf(inBay, { seasons: [{ ...closure, gears: ['arrasto'] }] })).toEqual([]);
  expect(rulesOf(inBay, { seasons: [{ ...closure, species: ['Scomber colias'] }] })).toEqual([]);
  expect(rulesOf(inBay, { seasons: [{ ...closure, species: [] }] })).toEqual(['closed_season error']);
});

test('a place in a closed area is a doubt, unless the landing says where it was caught', () => {
  const place = { lon: 13, lat: -12, accuracyMeters: 5 };
  const areasAt = () => [bay];
  expect(rulesOf({ place }, { areasAt })).toEqual(['closed_season warning']);
  const other = { id: 'mar', name: 'Mar', forbidsFishing: false };
  expect(rulesOf({ place, area: { id: 'mar', name: 'Mar' } }, { areasAt, areas: [bay, other] })).toEqual([]);
});

test('a season of all waters is a fault wherever it was caught, and is said once', () => {
  const { area: _, ...national } = closure;
  expect(rulesOf(inBay, { seasons: [closure, { ...closure, area: null }] })).toEqual(['closed_season error']);
  // A copy from an earlier release says nothing of areas: all of its seasons were of all waters.
  expect(rulesOf({}, { seasons: [national], areas: [] })).toEqual(['closed_season error']);
});

test('an area that forbids fishing is a fault; one that is not known is a doubt', () => {
  const reserve = { id: 'reserva', name: 'Reserva', forbidsFishing: true };
  const named = { area: { id: 'reserva', name: 'Reserva' } };
  expect(rulesOf(named, { areas: [bay, reserve] })).toEqual(['closed_area error']);
  expect(rulesOf(named)).toEqual(['area warning']);
  expect(rulesOf(named, { areas: [] })).toEqual([]);
});

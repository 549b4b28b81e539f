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

test('the day is that of Angola, and the one that the landing names comes before that of the record', () => {
  const { area: _, ...national } = closure;
  const seasons = [national];
  const on = (over: Partial<Landing>, at: string) =>
    rulesOf(over, { seasons, areas: [], capturedMs: Date.parse(at), nowMs: Date.parse('2026-10-01T00:00:00Z') });
  // Half past midnight of the first of September in Luanda is still August in UTC.
  expect(on({}, '2026-08-31T22:30:00Z')).toEqual(['closed_season error']);
  expect(on({}, '2026-08-31T23:30:00Z')).toEqual([]);
  // Recorded three weeks after the landing: what counts is when it was landed.
  expect(on({ landedOn: '2026-08-31' }, '2026-09-21T12:00:00Z')).toEqual(['closed_season error']);
  expect(on({ landedOn: '2026-09-01' }, '2026-09-21T12:00:00Z')).toEqual([]);
});

test('a closure is judged by the days of fishing where the landing says them', () => {
  const { area: _, ...national } = closure;
  const fishing = (from: string, to: string, landedOn: string, seasons: FieldKnowledge['seasons'] = [national]) =>
    rulesOf({ fished: { from, to }, landedOn }, { seasons, areas: [], nowMs: Date.parse('2026-10-01T00:00:00Z') });
  // All in it, to the first and the last of its days.
  expect(fishing('2026-08-01', '2026-08-31', '2026-09-02')).toEqual(['closed_season error']);
  // Begun before the closure and landed within it: nobody knows on which day each species was caught.
  expect(fishing('2026-07-28', '2026-08-01', '2026-08-02')).toEqual(['closed_season warning']);
  expect(fishing('2026-08-31', '2026-09-03', '2026-09-03')).toEqual(['closed_season warning']);
  // Fished before it by its word, and landed in it: a doubt; landed after it or before it: nothing.
  expect(fishing('2026-07-28', '2026-07-31', '2026-08-01')).toEqual(['closed_season warning']);
  expect(fishing('2026-09-01', '2026-09-03', '2026-09-03')).toEqual([]);
  expect(fishing('2026-07-28', '2026-07-30', '2026-07-31')).toEqual([]);
  // Two seasons that follow one another are one.
  const next = { ...national, name: 'Outra veda', from: '2026-09-01', to: '2026-09-30' };
  expect(fishing('2026-08-28', '2026-09-03', '2026-09-04', [national, next])).toEqual(['closed_season error']);
});

test('a closed area that holds all the fishing is said before all waters that hold a part of it', () => {
  const { area: _, ...national } = closure;
  const short = { ...national, from: '2026-08-20', to: '2026-08-31' };
  const fished = { from: '2026-08-10', to: '2026-08-22' };
  expect(rulesOf({ ...inBay, fished, landedOn: '2026-08-23' }, { seasons: [short, closure] })).toEqual([
    'closed_season error',
  ]);
});

test('days that cannot be are faults', () => {
  const seasons: FieldKnowledge['seasons'] = [];
  expect(rulesOf({ landedOn: '2026-09-01' }, { seasons })).toEqual(['future_day error']);
  expect(rulesOf({ fished: { from: '2026-08-30', to: '2026-08-20' } }, { seasons })).toEqual(['days error']);
  expect(rulesOf({ fished: { from: '2026-08-20', to: '2026-08-31' }, landedOn: '2026-08-30' }, { seasons })).toEqual([
    'days error',
  ]);
  expect(rulesOf({ fished: { from: '2026-01-01', to: '2026-08-30' } }, { seasons })).toEqual(['long_trip warning']);
});

test('a licence holds for the days of fishing: on all of them, on some, or on none', () => {
  const licence = { number: 'L-1', vessel: 'Estrela', registration: null, gears: ['cerco'] };
  const held = [
    { from: '2026-01-01', to: '2026-08-10' },
    { from: '2026-08-11', to: '2026-08-20' },
  ];
  const fishing = (from: string, to: string) =>
    rulesOf({ fished: { from, to } }, { seasons: [], licences: [{ ...licence, held }] });
  expect(fishing('2026-08-09', '2026-08-12')).toEqual([]);
  expect(fishing('2026-08-19', '2026-08-22')).toEqual(['licence_part warning']);
  expect(fishing('2026-08-21', '2026-08-22')).toEqual(['licence_over error']);
});

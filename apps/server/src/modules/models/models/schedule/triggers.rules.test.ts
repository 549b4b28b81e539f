import { expect, test } from 'vitest';
import { lookOf, reasonToTrain, type Sight } from './triggers.rules.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-28T12:00:00Z');
const plan = { maxAgeDays: 30, newRows: 500, onDrift: true };
const sight: Sight = {
  nowMs,
  trainedMs: nowMs - 29.9 * dayMs,
  newRows: 499,
  drift: { atMs: nowMs, hasDrifted: false },
};
const met = (part: Partial<Sight>) =>
  lookOf(plan, { ...sight, ...part })
    .filter(({ isMet }) => isMet)
    .map(({ trigger }) => trigger);

test('each trigger is met from its bound on, and not before', () => {
  expect(met({})).toEqual([]);
  expect(met({ trainedMs: nowMs - 30 * dayMs })).toEqual(['age']);
  expect(met({ newRows: 500 })).toEqual(['rows']);
  expect(met({ drift: { atMs: nowMs, hasDrifted: true } })).toEqual(['drift']);
  expect(met({ trainedMs: null, newRows: 4_000, drift: null })).toEqual(['age', 'rows']);
  expect(lookOf({ maxAgeDays: null, newRows: null, onDrift: false }, sight)).toEqual([]);
});

test('what was not counted or checked begins nothing, and is said', () => {
  const look = lookOf(plan, { ...sight, newRows: null, drift: null });
  expect(look.map(({ isMet }) => isMet)).toEqual([false, false, false]);
  expect(look.map(({ text }) => text)).toEqual([
    'A última versão tem 29 dias; treina aos 30.',
    'As linhas guardadas não chegam para treinar.',
    'A deriva da versão em uso ainda não foi verificada.',
  ]);
});

test('a drift that a later version has answered trains no other', () => {
  const drift = { atMs: nowMs - 2 * dayMs, hasDrifted: true };
  expect(met({ drift, trainedMs: nowMs - 3 * dayMs })).toEqual(['drift']);
  expect(met({ drift, trainedMs: nowMs - dayMs })).toEqual([]);
});

test('a training names its reasons, and none begins within a day of another', () => {
  const look = lookOf(plan, { ...sight, newRows: 900, drift: { atMs: nowMs, hasDrifted: true } });
  expect(reasonToTrain(look, { nowMs, lastAskedMs: null })).toBe('linhas novas, deriva');
  expect(reasonToTrain(look, { nowMs, lastAskedMs: nowMs - 23 * 3_600_000 })).toBeNull();
  expect(reasonToTrain(look, { nowMs, lastAskedMs: nowMs - dayMs })).toBe('linhas novas, deriva');
  expect(reasonToTrain(lookOf(plan, sight), { nowMs, lastAskedMs: null })).toBeNull();
});

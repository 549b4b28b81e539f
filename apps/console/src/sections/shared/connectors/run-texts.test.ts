import { expect, test } from 'vitest';
import { failureWord, triggerWord } from './run-texts.pt.ts';

test('every cause that the server gives to runs and tasks has its word; one that is new is said as it is', () => {
  const known = ['arranque', 'backfill', 'conductor', 'contínuo', 'cron', 'event', 'manual', 'positions'].concat([
    'recuperação',
    'replay',
    'retry',
    'schedule',
  ]);
  for (const trigger of known) expect(triggerWord(trigger)).not.toBe(trigger);
  expect(triggerWord('marta@mar.ao')).toBe('marta@mar.ao');
});

test('a failure is said by its class, or by its own finer word; one that is new is said as it is', () => {
  expect(['quota', 'timeout', 'nova'].map(failureWord)).toEqual(['Quota', 'Tempo esgotado', 'nova']);
});

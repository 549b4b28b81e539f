import { expect, test } from 'vitest';
import { openingText } from './open-run.ts';

test('a run opens with its kind, and the days of its window as people write them', () => {
  expect(openingText({ mode: 'incremental', window: null })).toBe('Execução incremental iniciada');
  const window = { fromMs: Date.parse('2026-02-06T00:00:00.000Z'), toMs: Date.parse('2026-03-07T23:59:59.999Z') };
  expect(openingText({ mode: 'backfill', window })).toBe('Execução de histórico iniciada, de 06/02/2026 a 07/03/2026');
});

import type { BackupSettings } from '@kianda/contract/operations/backups/backups.contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastRetention, type RetentionCandidate } from './engine/retention.ts';
import { lastDue, nextDue } from './schedule.rules.ts';

const dayMs = 86_400_000;
const settings: BackupSettings = {
  scheduleEnabled: true,
  fullWeekday: 0,
  fullAt: '02:00',
  incrementalAt: '03:00',
  retentionDays: 30,
  maxAgeHours: 30,
  drillEveryDays: 7,
  second: null,
};

test('full on Sundays at two, incremental on the other days at three, by the time of Luanda', () => {
  const at = (text: string) => Date.parse(text);
  const told = (due: ReturnType<typeof lastDue>) => due && `${due.kind} ${new Date(due.atMs).toISOString()}`;
  // 22 November 2026 is a Sunday.
  expect(told(nextDue(settings, at('2026-11-22T00:59:59Z')))).toBe('full 2026-11-22T01:00:00.000Z');
  expect(told(lastDue(settings, at('2026-11-22T00:59:59Z')))).toBe('incremental 2026-11-21T02:00:00.000Z');
  expect(told(lastDue(settings, at('2026-11-22T01:00:00Z')))).toBe('full 2026-11-22T01:00:00.000Z');
  expect(told(nextDue(settings, at('2026-11-22T01:00:00Z')))).toBe('incremental 2026-11-23T02:00:00.000Z');
  // In Luanda it is Sunday already.
  expect(told(nextDue(settings, at('2026-11-21T23:30:00Z')))).toBe('full 2026-11-22T01:00:00.000Z');
  expect(nextDue({ ...settings, scheduleEnabled: false }, 0)).toBeNull();
});

test('retention never takes the newest good backup, nor one that a backup that stays needs', () => {
  const chain: RetentionCandidate[] = [
    { name: 'completa-1', isGood: true, startedAtMs: 0, requires: [] },
    { name: 'incremental-2', isGood: true, startedAtMs: 1 * dayMs, requires: ['completa-1'] },
    { name: 'falhada', isGood: false, startedAtMs: 2 * dayMs, requires: [] },
    { name: 'completa-3', isGood: true, startedAtMs: 3 * dayMs, requires: [] },
    { name: 'incremental-4', isGood: true, startedAtMs: 40 * dayMs, requires: ['completa-3'] },
  ];
  expect(pastRetention(chain, 30, 45 * dayMs)).toEqual(['completa-1', 'incremental-2', 'falhada']);
  expect(pastRetention(chain, 30, 900 * dayMs)).toEqual(['completa-1', 'incremental-2', 'falhada']);
  expect(pastRetention(chain.slice(0, 3), 30, 900 * dayMs)).toEqual(['falhada']);
  fc.assert(
    fc.property(
      fc.array(fc.record({ isGood: fc.boolean(), day: fc.nat(400), back: fc.nat(5) }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 60 }),
      (drawn, days) => {
        const sorted = drawn.toSorted((a, b) => a.day - b.day);
        const backups = sorted.map(({ isGood, day, back }, index) => ({
          name: `c${index}`,
          isGood,
          startedAtMs: day * dayMs,
          requires: index > 0 ? [`c${Math.max(0, index - 1 - back)}`] : [],
        }));
        const gone = new Set(pastRetention(backups, days, 400 * dayMs));
        const stay = backups.filter(({ name }) => !gone.has(name));
        const last = backups.findLast(({ isGood }) => isGood);
        const isKept = stay.some(({ isGood, startedAtMs }) => isGood && startedAtMs === last?.startedAtMs);
        expect(isKept).toBe(last !== undefined);
        const inTime = stay.filter(({ isGood, startedAtMs }) => isGood && startedAtMs >= (400 - days) * dayMs);
        for (const { requires } of inTime) for (const name of requires) expect(gone.has(name)).toBe(false);
      },
    ),
  );
});

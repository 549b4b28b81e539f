import { expect, test } from 'vitest';
import { instantOf, localOf } from './time.ts';
import { readClock, readDay, readMoment, writeMoment } from './written.ts';

test.each([
  ['31/08/2026', '2026-08-31'],
  [' 1-9-2026 ', '2026-09-01'],
  ['31.08.2026', '2026-08-31'],
  ['31082026', '2026-08-31'],
  ['2026-8-31', '2026-08-31'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/13/2026', null],
  ['8/31/2026', null],
  ['ontem', null],
  ['', null],
])('the day «%s» is %s', (written, day) => expect(readDay(written)).toBe(day));

test.each([
  ['8', '08:00'],
  ['8:30', '08:30'],
  ['8h30', '08:30'],
  ['0830', '08:30'],
  ['23:59:59', '23:59:59'],
  ['24:00', null],
  ['12:60', null],
  ['', null],
])('the time «%s» is %s', (written, clock) => expect(readClock(written)).toBe(clock));

test.each([
  ['31/08/2026 8h30', '2026-08-31T08:30'],
  ['2026-08-31T10:05:20', '2026-08-31T10:05:20'],
  ['31/08/2026', '2026-08-31T00:00'],
  ['31/08/2026 25:00', null],
])('the moment «%s» is %s', (written, moment) => expect(readMoment(written)).toBe(moment));

test('a moment is written as it is read', () => {
  expect(writeMoment('2026-08-31T10:05')).toBe('31/08/2026 10:05');
  expect(readMoment(writeMoment('2026-08-31T10:05'))).toBe('2026-08-31T10:05');
});

test('a moment is an instant of the zone that the person reads in, whatever the device says', () => {
  expect(instantOf('2026-08-31T09:30')).toBe('2026-08-31T08:30:00.000Z');
  expect(instantOf('2026-08-31T09:30', 'UTC')).toBe('2026-08-31T09:30:00.000Z');
  expect([instantOf(''), instantOf('ontem'), instantOf('2026-08-31')]).toEqual([null, null, null]);
  expect(localOf('2026-08-31T23:30:00.000Z')).toBe('2026-09-01T00:30');
  expect(localOf('2026-08-31T23:30:15.900Z', 'UTC', true)).toBe('2026-08-31T23:30:15');
});

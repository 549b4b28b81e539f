import { expect, test } from 'vitest';
import type { AlertRow } from '../surveillance.tables.ts';
import { createGrowthNotice } from './alert-growth.ts';

const at = new Date('2026-08-31T09:00:00Z');
const row: AlertRow = {
  id: 'a',
  key: 'loitering/1',
  rule: 'loitering',
  severity: 'medium',
  description: 'LUCIRA 3 parada há 2 h.',
  ship_ids: [1],
  area_id: null,
  state: 'new',
  assignee_id: null,
  assignee_name: null,
  due_at: null,
  snoozed_until: null,
  lon: 13,
  lat: -9,
  event_key: 'e',
  event_at: at,
  event_ended_at: null,
  last_at: at,
  raised_at: at,
  updated_at: at,
  simulated: true,
};

function watch() {
  const world = { nowMs: at.getTime(), told: [] as unknown[] };
  const tell = createGrowthNotice({
    clock: { nowMs: () => world.nowMs },
    events: { publish: ({ payload }) => void world.told.push(payload.id), subscribe: () => () => undefined },
  });
  return { world, tell };
}

test('of events that go on, one word in half a minute', () => {
  const { world, tell } = watch();
  for (const [index, id] of ['a', 'b', 'a', 'b'].entries()) {
    tell({ ...row, id }, { ...row, id, description: `LUCIRA 3 parada há ${index + 3} h.` });
    world.nowMs += 10_000;
  }
  expect(world.told).toEqual(['a', 'b']);
});

test('a position that changes nothing in what the alert says is not told', () => {
  const { world, tell } = watch();
  tell(row, { ...row, lon: 13.01, last_at: new Date(at.getTime() + 1_000), updated_at: at });
  expect(world.told).toEqual([]);
});

test('a new severity and an end are told at once, each time', () => {
  const { world, tell } = watch();
  tell(row, { ...row, description: 'LUCIRA 3 parada há 3 h.' });
  tell(row, { ...row, id: 'graver', severity: 'high' });
  tell(row, { ...row, id: 'ended', event_ended_at: at });
  tell({ ...row, event_ended_at: at }, { ...row, id: 'again' });
  expect(world.told).toEqual(['a', 'graver', 'ended', 'again']);
});

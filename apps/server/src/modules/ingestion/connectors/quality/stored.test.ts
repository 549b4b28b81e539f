import { expect, test } from 'vitest';
import { createCheckedRows, type StoredQuality } from './stored.ts';

const startMs = Date.parse('2026-08-31T09:00:00Z');

function world() {
  let nowMs = startMs;
  const runs: Parameters<typeof createCheckedRows>[0] extends () => Promise<readonly (infer Row)[]> ? Row[] : never =
    [];
  const readings = { catches: 0, tracks: 0 };
  const judge = (name: keyof typeof readings, rule: string): StoredQuality => ({
    rules: [rule],
    async evaluate() {
      readings[name] += 1;
      return [{ connectorId: name, streamId: 's', rule, evaluated: 10, failing: readings[name], samples: [] }];
    },
  });
  const tables = [judge('catches', 'catch_positive'), judge('tracks', 'track_speed')];
  const rows = createCheckedRows(
    async () => runs,
    () => tables,
    { nowMs: () => nowMs },
  );
  const ended = (rule: string) => {
    nowMs += 1000;
    const row = { connector_id: 'catches', rule, evaluated: 3, failing: 3, samples: [], evaluated_at: new Date(nowMs) };
    runs.push(row);
  };
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { rows, readings, ended, advance };
}

test('a rule that a module evaluates over its tables is no longer that of the newest run', async () => {
  const { rows, ended } = world();
  ended('catch_positive');
  ended('duplicate_key');
  expect((await rows()).map(({ rule, basis, failing }) => [rule, basis, failing])).toEqual([
    ['catch_positive', 'stored', 1],
    ['duplicate_key', 'run', 3],
    ['track_speed', 'stored', 1],
  ]);
});

test('tables are read again after a run that touched their rules, and after two minutes', async () => {
  const { rows, readings, ended, advance } = world();
  await rows();
  await rows();
  expect(readings).toEqual({ catches: 1, tracks: 1 });
  ended('catch_positive');
  await rows();
  expect(readings).toEqual({ catches: 2, tracks: 1 });
  advance(3 * 60_000);
  await rows();
  expect(readings).toEqual({ catches: 3, tracks: 2 });
});

import { expect, test } from 'vitest';
import { type DailyCursor, type DailySource, dailyStream, dailyWindow } from './daily.ts';
import type { Page, PullContext, PullInput } from './port.ts';

const day = (date: number, hour = 9): number => Date.UTC(2026, 8, date, hour);
const newestMs = day(20);

const context: PullContext = {
  http: {
    request: () => Promise.reject(new Error('no request is made here')),
    metrics: { requests: 0, bytes: 0, retries: 0, throttled: 0 },
  },
  signal: new AbortController().signal,
  nowMs: () => day(21),
  log: () => undefined,
  stations: [],
};

/** A provider with one field a day until `newestMs`, but none on the 19th. */
const source: DailySource = {
  newestMs: async () => newestMs,
  timesMs: async (fromMs, toMs) =>
    Array.from({ length: 40 }, (_, index) => day(20) - (39 - index) * 86_400_000).filter(
      (timeMs) => timeMs >= fromMs && timeMs <= toMs,
    ),
  read: async (timeMs) => ({ records: timeMs === day(19) ? [] : [slice(timeMs)], rejected: [], raw: [] }),
};

function slice(timeMs: number) {
  const grid = { west: 8, south: -18, lonStepDegrees: 1, latStepDegrees: 1, columns: 1, rows: 1 };
  const what = { dataset: 'd', variable: 'v', unit: '°C', depthMeters: 0, values: Float32Array.of(1) };
  return { kind: 'grid-slice', timeMs, ...grid, ...what } as const;
}

async function run(input: PullInput<DailyCursor>): Promise<Page<unknown>[]> {
  const pages: Page<unknown>[] = [];
  const stream = dailyStream({ id: 'x', open: async () => source });
  for await (const page of stream.pull(input, { baseUrl: 'https://x.example' }, context)) pages.push(page);
  return pages;
}

const at = (pages: readonly Page<unknown>[]) =>
  pages.map(({ records, cursor, progress }) => [records.length, (cursor as DailyCursor).lastTimeMs, progress]);

test('a first run reads three days, an empty one among them', async () => {
  expect(at(await run({ mode: 'incremental', cursor: null }))).toEqual([
    [1, day(18), 1 / 3],
    [0, day(19), 2 / 3],
    [1, day(20), 1],
  ]);
});

test('a later run reads the last two days again, and the cursor never goes back', async () => {
  const pages = await run({ mode: 'incremental', cursor: { lastTimeMs: day(18) } });
  expect(at(pages).map(([, lastTimeMs]) => lastTimeMs)).toEqual([day(18), day(18), day(19), day(20)]);
});

test('a backfill reads its window, oldest first, and leaves the cursor alone', async () => {
  const window = { fromMs: day(1, 0), toMs: day(3, 23) };
  for (const cursor of [null, { lastTimeMs: day(20) }]) {
    const pages = await run({ mode: 'backfill', cursor, window });
    expect(
      pages.flatMap(({ records }) => records.map((record) => ('timeMs' in record ? record.timeMs : null))),
    ).toEqual([day(1), day(2), day(3)]);
    expect(at(pages).map(([, lastTimeMs]) => lastTimeMs)).toEqual(Array(3).fill(cursor?.lastTimeMs ?? null));
  }
});

test('a backfill needs a window; none goes beyond the newest day', () => {
  expect(() => dailyWindow({ mode: 'backfill', cursor: null }, newestMs)).toThrow('janela');
  const window = { fromMs: day(1), toMs: day(30) };
  expect(dailyWindow({ mode: 'backfill', cursor: null, window }, newestMs).toMs).toBe(newestMs);
});

test('a full run reads thirty days', async () => {
  expect((await run({ mode: 'full', cursor: { lastTimeMs: day(20) } })).length).toBe(30);
});

test('a provider that went back in time does not pull the cursor back with it', async () => {
  const pages = await run({ mode: 'incremental', cursor: { lastTimeMs: day(25) } });
  expect(at(pages).map(([, lastTimeMs]) => lastTimeMs)).toEqual([day(25), day(25)]);
});

test('days that the provider revises for longer are read again by every run, and by the first', () => {
  const cursor = { lastTimeMs: newestMs };
  const days = (from: number) => Math.round((newestMs - from) / 86_400_000) + 1;
  expect(days(dailyWindow({ mode: 'incremental', cursor }, newestMs, 14).fromMs)).toBe(14);
  expect(days(dailyWindow({ mode: 'incremental', cursor: null }, newestMs, 14).fromMs)).toBe(14);
  expect(days(dailyWindow({ mode: 'incremental', cursor: null }, newestMs).fromMs)).toBe(3);
});

test('a window for a climatology reads one day in so many, always the same ones; a shorter window every day', async () => {
  const dayMs = 86_400_000;
  const firstMs = Date.UTC(2016, 0, 1);
  const archive: DailySource = {
    ...source,
    timesMs: async (fromMs, toMs) =>
      Array.from({ length: 400 }, (_, index) => firstMs + index * dayMs).filter((at) => at >= fromMs && at <= toMs),
    read: async (timeMs) => ({ records: [slice(timeMs)], rejected: [], raw: [] }),
  };
  const stream = dailyStream({ id: 'x', climatologyStepDays: 5, open: async () => archive });
  const daysOf = async (fromDay: number, days: number) => {
    const window = { fromMs: firstMs + fromDay * dayMs, toMs: firstMs + (fromDay + days) * dayMs - 1 };
    const found: number[] = [];
    const input = { mode: 'backfill' as const, cursor: null, window };
    for await (const { records } of stream.pull(input, { baseUrl: 'https://x.example' }, context)) {
      found.push(...records.flatMap((record) => (record.kind === 'grid-slice' ? [record.timeMs / dayMs] : [])));
    }
    return found;
  };
  const year = await daysOf(0, 365);
  expect(year).toHaveLength(73);
  expect(year.every((number) => number % 5 === 0)).toBe(true);
  const later = await daysOf(100, 200);
  expect(later.filter((number) => !year.includes(number))).toEqual([]);
  expect(await daysOf(0, 30)).toHaveLength(30);
});

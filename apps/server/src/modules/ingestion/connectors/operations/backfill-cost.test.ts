import { dayMs } from '@kianda/geo';
import { expect, test } from 'vitest';
import { backfillCost } from './backfill-cost.rules.ts';

const years = { fromMs: 0, toMs: 3_650 * dayMs };
const short = { days: 10, requests: 25, bytes: 1_000_000, seconds: 4 };
const long = { days: 365, requests: 16, bytes: 9_000_000, seconds: 20 };

test('a history costs what its days cost in the windows that were obtained', () => {
  expect(backfillCost({ ...years, windowDays: 10 }, [short, { ...short, requests: 15, seconds: 6 }])).toEqual({
    ...{ windows: 365, days: 3_650, requests: 7_300, bytes: 365_000_000, seconds: 1_825 },
    ...{ measured: { windows: 2, days: 20 }, absence: null },
  });
});

test('long windows are measured by long ones, and by any where there are none', () => {
  expect(backfillCost({ ...years, windowDays: 366 }, [short, long])).toMatchObject({ windows: 10, requests: 160 });
  expect(backfillCost({ ...years, windowDays: 30 }, [short, long])).toMatchObject({ windows: 122, requests: 9_125 });
  expect(backfillCost({ ...years, windowDays: 366 }, [short])).toMatchObject({ windows: 10, requests: 9_125 });
});

test('without a measured window there is no figure, and it is said what to do', () => {
  expect(backfillCost({ ...years, windowDays: 10 }, [])).toMatchObject({
    ...{ windows: 365, days: 3_650, requests: null, bytes: null, seconds: null, measured: null },
    absence: expect.stringContaining('peça primeiro uma curta'),
  });
});

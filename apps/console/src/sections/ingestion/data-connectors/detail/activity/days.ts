import type { DataOf } from '@kianda/contract';
import type { connectorActivity } from '@kianda/contract/ingestion/connectors/operations.contract';

export type ActivityDay = DataOf<typeof connectorActivity>['days'][number];

const dayMs = 86_400_000;

/** The last `count` UTC days up to `now` (ms), oldest first; null for a day without any run. */
export function fillDays(
  days: readonly ActivityDay[],
  now: number,
  count: number,
): readonly { readonly date: string; readonly day: ActivityDay | null }[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { date, day: byDate.get(date) ?? null };
  });
}

/** The next round number at or above `value`: 1, 2 or 5 times a power of ten. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((step) => step * power >= value) ?? 10;
  return factor * power;
}

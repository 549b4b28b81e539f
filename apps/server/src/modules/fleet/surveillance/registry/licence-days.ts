import type { Suspension } from '@kianda/contract/fleet/surveillance/registry.contract';
import { dayMs, isoDate } from '@kianda/geo';
import type { LicenceRow } from '../surveillance.tables.ts';

type Days = Pick<LicenceRow, 'valid_from' | 'valid_to' | 'suspensions'>;
/** First and last day, YYYY-MM-DD. */
type Stretch = { readonly from: string; readonly to: string };

const dayBefore = (day: string): string => isoDate(Date.parse(day) - dayMs);
const dayAfter = (day: string): string => isoDate(Date.parse(day) + dayMs);
const covers = ({ from, to }: Suspension, day: string): boolean => from <= day && (to === null || day <= to);

/** Whether a day (YYYY-MM-DD) of a licence's own is one of a suspension. */
export function isSuspendedOn({ valid_from, valid_to, suspensions }: Days, day: string): boolean {
  return valid_from <= day && day <= valid_to && suspensions.some((one) => covers(one, day));
}

/** Whether a licence holds on a day (YYYY-MM-DD): begun, not run out, not suspended. */
export function isValidOn(licence: Days, day: string): boolean {
  return licence.valid_from <= day && day <= licence.valid_to && !isSuspendedOn(licence, day);
}

/** Stretches of days on which a licence holds, in order: what suspensions leave of it, however they overlap. */
export function heldStretches({ valid_from, valid_to, suspensions }: Days): Stretch[] {
  const held: Stretch[] = [];
  let from = valid_from;
  for (const { from: first, to } of suspensions.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (first > valid_to) break;
    if (first > from) held.push({ from, to: dayBefore(first) });
    if (to === null || to >= valid_to) return held;
    if (to >= from) from = dayAfter(to);
  }
  return from <= valid_to ? [...held, { from, to: valid_to }] : held;
}

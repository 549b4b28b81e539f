import type { Landing } from './field.schemas.ts';

/** A stretch of days, first and last, YYYY-MM-DD. */
type Stretch = { readonly from: string; readonly to: string };
/** Days of a landing: the one on which it was landed, and those of the fishing, as far as it says. */
export type LandingDays = {
  readonly landed: string;
  /** Days that closures and licences are judged by: those of the fishing, or else the landing's. */
  readonly judged: Stretch;
  readonly saysFished: boolean;
};

const dayMs = 86_400_000;
/** Angola is an hour ahead of UTC, all the year. */
const aheadMs = 3_600_000;
/** Days that are looked at one by one; of a longer stretch, the first ones and the last. */
const mostDays = 400;

/** Calendar day of Angola at an instant. */
export const dayInAngola = (ms: number): string => new Date(ms + aheadMs).toISOString().slice(0, 10);

/** `capturedMs` is when the record was made: a landing that names no day is of that one. */
export function daysOf({ landedOn, fished }: Landing, capturedMs: number): LandingDays {
  const landed = landedOn ?? dayInAngola(capturedMs);
  // Days in the wrong order are a fault of their own; they are judged in the right one.
  const [from, to] = fished === undefined ? [landed, landed] : [fished.from, fished.to].toSorted();
  return { landed, judged: { from: from ?? landed, to: to ?? landed }, saysFished: fished !== undefined };
}

/** Days from the first to the last of a stretch, both counted. */
export const lengthOf = ({ from, to }: Stretch): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Whether all, some or none of the days lie in the stretches; stretches that follow one another count as one. */
export function coverOf(days: Stretch, stretches: readonly Stretch[]): 'all' | 'part' | 'none' {
  const isIn = (day: string) => stretches.some(({ from, to }) => from <= day && day <= to);
  const count = Math.min(lengthOf(days), mostDays);
  const listed = Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(days.from) + index * dayMs).toISOString().slice(0, 10),
  );
  const held = [...listed, days.to].filter(isIn).length;
  if (held === 0) return 'none';
  return held === listed.length + 1 ? 'all' : 'part';
}

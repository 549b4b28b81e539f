import type { Period } from './language.types.ts';

const dayMs = 86_400_000;
/** Luanda is an hour ahead of UTC all year. */
const luandaMs = 3_600_000;
const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const counts: Readonly<Record<string, number>> = Object.fromEntries(
  'um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze'
    .split(' ')
    .map((word, index) => [word, index + 1]),
);
const countOf = (text: string): number => counts[text] ?? (text === 'uma' ? 1 : text === 'duas' ? 2 : Number(text));
const month = `(${months.join('|')})`;
const count = `(\\d{1,4}|${Object.keys(counts).join('|')}|uma|duas)`;

/** Day of Luanda at an instant, counted from 1970. */
export const dayAt = (ms: number): number => Math.floor((ms + luandaMs) / dayMs);
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
export const dayNumber = (text: string): number => Math.floor(Date.parse(text) / dayMs);

/** First and last instant of days of Luanda, for tools that ask for instants. */
export const instantsOf = ({ from, to }: Period) => ({ from: `${from}T00:00:00+01:00`, to: `${to}T23:59:59+01:00` });

const dayOf = (year: number, monthIndex: number, day: number): number =>
  Math.floor(Date.UTC(year, monthIndex, day) / dayMs);

/** The last such month that has begun, or that of a year. Cut at today. */
function monthPeriod(index: number, year: number | null, today: number): readonly [number, number] {
  const now = new Date(today * dayMs);
  const chosen = year ?? (index <= now.getUTCMonth() ? now.getUTCFullYear() : now.getUTCFullYear() - 1);
  return [dayOf(chosen, index, 1), Math.min(dayOf(chosen, index + 1, 0), Math.max(today, dayOf(chosen, index, 1)))];
}

/** A day and month, in the year said or the last one in which they are past. */
function dayOfMonth(day: string, index: number, year: string | undefined, today: number): number {
  if (year !== undefined) return dayOf(Number(year), index, Number(day));
  const thisYear = new Date(today * dayMs).getUTCFullYear();
  const chosen = dayOf(thisYear, index, Number(day));
  return chosen <= today ? chosen : dayOf(thisYear - 1, index, Number(day));
}

type Form = readonly [RegExp, (match: RegExpExecArray, today: number) => readonly [number, number]];
const monthIndex = (name: string | undefined): number => months.indexOf(name ?? '');
const monday = (today: number): number => today - ((today + 3) % 7);
const yearOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** Forms in which people name days, the longer ones first. */
const forms: readonly Form[] = [
  [
    new RegExp(
      `(?:entre|de|desde)(?: o)?(?: dia)? (\\d{1,2}) (?:e|a|ate)(?: o| ao)?(?: dia)? (\\d{1,2}) de ${month}(?: de (\\d{4}))?`,
    ),
    ([, from, to, name, year], today) => [
      dayOfMonth(from ?? '', monthIndex(name), year, today),
      dayOfMonth(to ?? '', monthIndex(name), year, today),
    ],
  ],
  [
    new RegExp(`(?:entre|de|desde) (\\d{1,2}) de ${month} (?:e|a|ate)(?: ao)? (\\d{1,2}) de ${month}(?: de (\\d{4}))?`),
    ([, from, first, to, last, year], today) => [
      dayOfMonth(from ?? '', monthIndex(first), year, today),
      dayOfMonth(to ?? '', monthIndex(last), year, today),
    ],
  ],
  [
    new RegExp(`entre ${month} e ${month}(?: de (\\d{4}))?`),
    ([, first, last, year], today) => [
      monthPeriod(monthIndex(first), yearOf(year), today)[0],
      monthPeriod(monthIndex(last), yearOf(year), today)[1],
    ],
  ],
  [
    /(\d{1,2}) (\d{1,2}) (\d{4}) (?:a|ate|e) (\d{1,2}) (\d{1,2}) (\d{4})/,
    ([, d1, m1, y1, d2, m2, y2]) => [
      dayOf(Number(y1), Number(m1) - 1, Number(d1)),
      dayOf(Number(y2), Number(m2) - 1, Number(d2)),
    ],
  ],
  [
    /\b(\d{4}) (\d{2}) (\d{2})\b/,
    ([, year, index, day]) => {
      const one = dayOf(Number(year), Number(index) - 1, Number(day));
      return [one, one];
    },
  ],
  [
    /\b(\d{1,2}) (\d{1,2}) (\d{4})\b/,
    ([, day, index, year]) => {
      const one = dayOf(Number(year), Number(index) - 1, Number(day));
      return [one, one];
    },
  ],
  [
    new RegExp(`(?:desde|a partir de) (?:o dia )?(\\d{1,2}) de ${month}(?: de (\\d{4}))?`),
    ([, day, name, year], today) => [dayOfMonth(day ?? '', monthIndex(name), year, today), today],
  ],
  [
    new RegExp(`(?:desde|a partir de) ${month}(?: de (\\d{4}))?`),
    ([, name, year], today) => [monthPeriod(monthIndex(name), yearOf(year), today)[0], today],
  ],
  [
    new RegExp(`(\\d{1,2}) de ${month}(?: de (\\d{4}))?`),
    ([, day, name, year], today) => {
      const one = dayOfMonth(day ?? '', monthIndex(name), year, today);
      return [one, one];
    },
  ],
  [
    new RegExp(`\\b${month}(?: de (\\d{4}))?\\b`),
    ([, name, year], today) => monthPeriod(monthIndex(name), yearOf(year), today),
  ],
  [
    new RegExp(`ultim[ao]s ${count} horas`),
    ([, hours], today) => [today - Math.ceil(countOf(hours ?? '') / 24), today],
  ],
  [new RegExp(`(?:ultimos|passados) ${count} dias`), ([, days], today) => [today - countOf(days ?? '') + 1, today]],
  [new RegExp(`ultimas ${count} semanas`), ([, weeks], today) => [today - 7 * countOf(weeks ?? '') + 1, today]],
  [new RegExp(`ultimos ${count} meses`), ([, ms], today) => [today - 30 * countOf(ms ?? '') + 1, today]],
  [
    new RegExp(`ha ${count} dias`),
    ([, days], today) => {
      const one = today - countOf(days ?? '');
      return [one, one];
    },
  ],
  [/\banteontem\b/, (_, today) => [today - 2, today - 2]],
  [/\bontem\b/, (_, today) => [today - 1, today - 1]],
  [/\bhoje\b/, (_, today) => [today, today]],
  [/fim de semana (?:passado)?/, (_, today) => [monday(today) - 2, monday(today) - 1]],
  [/semana passada/, (_, today) => [monday(today) - 7, monday(today) - 1]],
  [/ultima semana/, (_, today) => [today - 6, today]],
  [/(?:esta|desta|nesta) semana/, (_, today) => [monday(today), today]],
  [
    /mes passado|ultimo mes/,
    (_, today) => {
      const now = new Date(today * dayMs);
      return [dayOf(now.getUTCFullYear(), now.getUTCMonth() - 1, 1), dayOf(now.getUTCFullYear(), now.getUTCMonth(), 0)];
    },
  ],
  [/(?:este|deste|neste) mes/, (_, today) => [today - new Date(today * dayMs).getUTCDate() + 1, today]],
  [
    /ano passado/,
    (_, today) => {
      const year = new Date(today * dayMs).getUTCFullYear() - 1;
      return [dayOf(year, 0, 1), dayOf(year, 11, 31)];
    },
  ],
  [/(?:este|deste|neste) ano/, (_, today) => [dayOf(new Date(today * dayMs).getUTCFullYear(), 0, 1), today]],
  [
    /\b(?:em|de|ano|no ano de) (19[5-9]\d|20\d\d)\b/,
    ([, year], today) => [dayOf(Number(year), 0, 1), Math.min(dayOf(Number(year), 11, 31), today)],
  ],
];

/** Longest period that is believed: a day of the calendar of another century is a slip. */
const longestDays = 400 * 366;

/** The days that a folded text names, if any; those to come are no answer. */
export function periodOf(text: string, nowMs: number): Period | null {
  const today = dayAt(nowMs);
  for (const [form, read] of forms) {
    const match = form.exec(text);
    if (match === null) continue;
    const [from, to] = read(match, today);
    if (!Number.isFinite(from) || !Number.isFinite(to) || from > to || from > today || to - from > longestDays)
      continue;
    return { from: dayText(from), to: dayText(to) };
  }
  return null;
}

/** The whole calendar year that a period is, or null. */
export function yearOfPeriod(period: Period | null): number | null {
  if (period === null || !period.from.endsWith('-01-01') || !period.to.endsWith('-12-31')) return null;
  const year = Number(period.from.slice(0, 4));
  return year === Number(period.to.slice(0, 4)) ? year : null;
}

/** Days from the first of a period to the present, at least one. */
export const daysBack = (period: Period, nowMs: number): number => dayAt(nowMs) - dayNumber(period.from) + 1;

import type { Role } from '@kianda/contract';
import type { UsageDevice } from '@kianda/contract/people/usage/usage-recording.contract';
import { hashUnit } from '@kianda/geo';
import {
  type ActivityDay,
  dayName,
  dayNumber,
  type UsageAccount,
  type UsageHistory,
  weekdayOf,
} from './history.rules.ts';

/** Whole months that the demonstration's installation has been in use, before the present one. */
const historyMonths = 13;
const joinersPerWeek = 5;

type Profile = {
  readonly role: Role;
  /** Share of those who join. */
  readonly weight: number;
  /** Chance of a visit on a working day, at first. */
  readonly diligence: number;
  /** Chance that an active day has an analysis, and an export. */
  readonly analysis: number;
  readonly export: number;
};

const profiles: readonly Profile[] = [
  { role: 'cientista', weight: 0.36, diligence: 0.62, analysis: 0.34, export: 0.22 },
  { role: 'investigador', weight: 0.28, diligence: 0.44, analysis: 0.16, export: 0.2 },
  { role: 'operador', weight: 0.16, diligence: 0.8, analysis: 0.06, export: 0.12 },
  { role: 'administrador', weight: 0.04, diligence: 0.7, analysis: 0.03, export: 0.08 },
  { role: 'cliente', weight: 0.16, diligence: 0.25, analysis: 0, export: 0.06 },
];

/** Sections by how often they are opened; the last ones not by everybody. */
const sections = [
  ['dashboard', 0.95],
  ['realtime-angola', 0.5],
  ['scientific-interfaces', 0.42],
  ['global-fishing-watch', 0.36],
  ['copernicus-monitoring', 0.24],
  ['system-health', 0.18],
  ['data-connectors', 0.16],
  ['performance-monitor', 0.1],
  ['data-ingestion', 0.08],
] as const satisfies readonly (readonly [string, number])[];

/** Hours of the day at which people work, the likelier ones more than once. */
const workingHours = [7, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 13, 14, 14, 15, 15, 16, 16, 17, 18, 20, 22] as const;

/** Weeks after which the chance of a visit has fallen to a third of what will not last. */
const fadingWeeks = 4;
/** Share of the accounts that stay, and what of their diligence does. */
const staying = 0.68;
const lasting = 0.6;

/**
 * Invented use of the platform: the history that the demonstration shows, the same for the same seed and day on
 * every machine. Days from 13 months before that of `to` (`YYYY-MM-DD`) on; the hours of `to` after `hour` have not come yet.
 */
export function simulatedHistory(seed: number, to: string, hour: number): UsageHistory {
  const last = dayNumber(to);
  const [year = 0, month = 1] = to.split('-').map(Number);
  // From the first of a month on: a beginning that moved with every day would take accounts with it.
  const first = dayNumber(new Date(Date.UTC(year, month - 1 - historyMonths, 1)).toISOString().slice(0, 10));
  const accounts = joined(seed, first, last);
  const days: ActivityDay[] = [];
  const visits: {
    day: string;
    device: UsageDevice;
    visits: number;
    bounces: number;
    seconds: number;
    signIns: number;
  }[] = [];
  for (const account of accounts) {
    for (let number = account.firstNumber; number <= last; number += 1) {
      const chance = (...what: (string | number)[]) => hashUnit(seed, account.accountId, number, ...what);
      if (number > account.firstNumber && chance('comes') >= visitChance(account, number)) continue;
      const hours = hoursOf(chance).filter((one) => number < last || one <= hour);
      if (hours.length === 0) continue;
      const opened = Object.fromEntries(
        sections.flatMap(([id, weight]) => (chance(id) < weight ? [[id, 1 + Math.floor(chance(id, 'n') * 3)]] : [])),
      );
      // A visit opens something, or it was none.
      if (Object.keys(opened).length === 0) opened.dashboard = 1;
      const day = dayName(number);
      days.push({
        accountId: account.accountId,
        day,
        hours,
        sections: opened,
        analyses: chance('analysis') < account.profile.analysis ? 1 + Math.floor(chance('analyses') * 3) : 0,
        exports: chance('export') < account.profile.export ? 1 : 0,
      });
      visits.push({
        day,
        device: deviceOf(chance('device')),
        visits: 1,
        bounces: Object.keys(opened).length === 1 ? 1 : 0,
        seconds: Math.round(120 + 1_500 * chance('seconds') ** 2 + 60 * Object.keys(opened).length),
        signIns: chance('sign-in') < 0.7 || number === account.firstNumber ? 1 : 0,
      });
    }
  }
  // Accounts that joined today and have not come yet are none.
  const seen = new Set(days.map(({ accountId }) => accountId));
  return {
    days,
    visits,
    accounts: accounts
      .filter(({ accountId }) => seen.has(accountId))
      .map(
        ({ accountId, firstNumber, profile }): UsageAccount => ({
          accountId,
          role: profile.role,
          firstDay: dayName(firstNumber),
        }),
      ),
  };
}

type Joined = {
  readonly accountId: string;
  readonly firstNumber: number;
  readonly profile: Profile;
  readonly stays: boolean;
  /** How much of the profile's diligence this one has, 0–1. */
  readonly eagerness: number;
};

/** New accounts of each week: a few, on working days. */
function joined(seed: number, first: number, last: number): readonly Joined[] {
  const accounts: Joined[] = [];
  for (let week = Math.floor(first / 7); week <= Math.floor(last / 7); week += 1) {
    const count = Math.round(joinersPerWeek * (0.4 + 1.2 * hashUnit(seed, 'joiners', week)));
    for (let index = 0; index < count; index += 1) {
      const accountId = `simulada-${week}-${index}`;
      const firstNumber = week * 7 + Math.floor(hashUnit(seed, accountId, 'day') * 7);
      if (firstNumber < first || firstNumber > last) continue;
      accounts.push({
        accountId,
        firstNumber,
        profile: profileOf(hashUnit(seed, accountId, 'profile')),
        stays: hashUnit(seed, accountId, 'stays') < staying,
        eagerness: 0.06 + 0.94 * hashUnit(seed, accountId, 'eagerness') ** 2,
      });
    }
  }
  return accounts;
}

function profileOf(chance: number): Profile {
  let rest = chance;
  const found = profiles.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  const [first] = profiles;
  return found ?? first ?? { role: 'cliente', weight: 1, diligence: 0, analysis: 0, export: 0 };
}

function visitChance({ profile, stays, eagerness, firstNumber }: Joined, number: number): number {
  const fading = Math.exp(-(number - firstNumber) / (7 * fadingWeeks));
  const floor = stays ? lasting : 0;
  const weekday = weekdayOf(dayName(number));
  const working = weekday === 0 || weekday === 6 ? 0.18 : 1;
  return profile.diligence * eagerness * working * (floor + (1 - floor) * fading);
}

function hoursOf(chance: (...what: (string | number)[]) => number): number[] {
  const count = 1 + Math.floor(chance('hours') * 3);
  const hours = Array.from(
    { length: count },
    (_, index) => workingHours[Math.floor(chance('hour', index) * workingHours.length)] ?? 9,
  );
  return [...new Set(hours)].toSorted((a, b) => a - b);
}

function deviceOf(chance: number): UsageDevice {
  if (chance < 0.66) return 'desktop';
  return chance < 0.9 ? 'mobile' : 'tablet';
}

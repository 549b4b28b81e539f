import type { Role } from '@kianda/contract';
import type { UsageDevice } from '@kianda/contract/people/usage/usage-recording.contract';

/** Activity of one account on one day (`YYYY-MM-DD` in the platform's zone). */
export type ActivityDay = {
  readonly accountId: string;
  readonly day: string;
  /** Hours of the day, 0–23, in which anything was done. */
  readonly hours: readonly number[];
  /** Times each section was opened. */
  readonly sections: Readonly<Record<string, number>>;
  readonly analyses: number;
  readonly exports: number;
};

/** Visits of one day by device. */
export type VisitDay = {
  readonly day: string;
  readonly device: UsageDevice;
  readonly visits: number;
  /** Visits that opened one section only. */
  readonly bounces: number;
  /** In view, all visits together. */
  readonly seconds: number;
  readonly signIns: number;
};

export type UsageAccount = { readonly accountId: string; readonly role: Role | null; readonly firstDay: string };

/** Everything the analysis needs, of the platform's records or of the demonstration. */
export type UsageHistory = {
  readonly days: readonly ActivityDay[];
  readonly visits: readonly VisitDay[];
  /** Every account ever recorded, with its first day. */
  readonly accounts: readonly UsageAccount[];
};

const dayMs = 86_400_000;
/** Luanda keeps one hour ahead of UTC the whole year. */
export const platformZone = 'Africa/Luanda';
const zoneAheadMs = 3_600_000;

/** Days since 1970 of a day's name. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

export function dayName(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** The day of an instant (ms since 1970) in the platform's zone. */
export function dayOf(ms: number): string {
  return new Date(ms + zoneAheadMs).toISOString().slice(0, 10);
}

/** Hour of the day, 0–23, of an instant in the platform's zone. */
export function hourOf(ms: number): number {
  return new Date(ms + zoneAheadMs).getUTCHours();
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Several histories as one. */
export function joinHistories(histories: readonly UsageHistory[]): UsageHistory {
  return {
    days: histories.flatMap(({ days }) => days),
    visits: histories.flatMap(({ visits }) => visits),
    accounts: histories.flatMap(({ accounts }) => accounts),
  };
}

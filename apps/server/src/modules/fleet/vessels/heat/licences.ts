import { dayMs } from '@kianda/geo';

/** A ship held a licence from one day to another, both included, in days since 1970 (UTC). */
export type LicencePeriod = { readonly ship: number; readonly fromDay: number; readonly toDay: number };

/** All of them, whenever they were; null where the registry is empty. */
export type LicencePeriods = () => Promise<readonly LicencePeriod[] | null>;

/** Days on which a ship begins to hold a licence, or holds none any more, in order of time. */
export type LicenceChanges = {
  readonly days: Int32Array;
  readonly ships: Uint32Array;
  /** 1: from that day on; 0: no more from that day on. */
  readonly held: Uint8Array;
};

/** Changes of all ships; a licence renewed without a day between is none. */
export function licenceChanges(periods: readonly LicencePeriod[]): LicenceChanges {
  const sorted = periods.toSorted((a, b) => a.ship - b.ship || a.fromDay - b.fromDay);
  const changes: { day: number; ship: number; held: 0 | 1 }[] = [];
  let open: { ship: number; toDay: number } | null = null;
  const close = () => {
    if (open !== null) changes.push({ day: open.toDay + 1, ship: open.ship, held: 0 });
  };
  for (const { ship, fromDay, toDay } of sorted) {
    if (open !== null && open.ship === ship && fromDay <= open.toDay + 1) {
      open.toDay = Math.max(open.toDay, toDay);
      continue;
    }
    close();
    changes.push({ day: fromDay, ship, held: 1 });
    open = { ship, toDay };
  }
  close();
  changes.sort((a, b) => a.day - b.day);
  return {
    days: Int32Array.from(changes, ({ day }) => day),
    ships: Uint32Array.from(changes, ({ ship }) => ship),
    held: Uint8Array.from(changes, ({ held }) => held),
  };
}

/** Ships that hold a licence on the day (UTC) of an instant; null where the registry is empty. */
export function licensedOn(periods: readonly LicencePeriod[] | null, timeMs: number): readonly number[] | null {
  const day = dayOf(timeMs);
  if (periods === null) return null;
  return [...new Set(periods.filter(({ fromDay, toDay }) => fromDay <= day && day <= toDay).map(({ ship }) => ship))];
}

/** Ships that a filter lets pass, which may be others from day to day. */
export type Passing = {
  /** 1 for each ship that passes on the day of an instant, by its number. Good until the next call. */
  on(timeMs: number): Uint8Array;
  /** Whether the same ships pass on all days from one instant until before another. */
  isSteady(fromMs: number, toMs: number): boolean;
};

const dayOf = (timeMs: number): number => Math.floor(timeMs / dayMs);

/** The same ships on any day. */
export const always = (ships: Uint8Array): Passing => ({ on: () => ships, isSteady: () => true });

/**
 * Of some ships, those that hold a licence on a day (`held` 1), or none (0). Days asked for in their order cost what
 * changes between them, not a look at every ship.
 */
export function byLicence(ships: Uint8Array, changes: LicenceChanges, held: 0 | 1): Passing {
  const { days } = changes;
  const passing = new Uint8Array(ships.length);
  let next = 0;
  let reached = Number.POSITIVE_INFINITY;
  return {
    on(timeMs) {
      const day = dayOf(timeMs);
      if (day < reached) {
        // Before the first licence no ship holds one.
        if (held === 0) passing.set(ships);
        else passing.fill(0);
        next = 0;
      }
      reached = day;
      for (; next < days.length && (days[next] as number) <= day; next += 1) {
        const ship = changes.ships[next] as number;
        if (ships[ship] === 1) passing[ship] = changes.held[next] === held ? 1 : 0;
      }
      return passing;
    },
    isSteady(fromMs, toMs) {
      const [first, last] = [dayOf(fromMs), dayOf(toMs - 1)];
      let at = lowerBound(days, first + 1);
      for (; at < days.length && (days[at] as number) <= last; at += 1)
        if (ships[changes.ships[at] as number] === 1) return false;
      return true;
    },
  };
}

function lowerBound(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

import type { FishingSourceId } from '@kianda/contract/space/temporal/interactions.contract';
import { hourMs } from '@kianda/geo';
import { geodesicDistance } from '@kianda/science/spatial/shared/geodesic';

/** Fishing at one place from one instant to another; without an end it is an instant, and while it goes on its end is infinite. */
export type FishingActivity = {
  readonly id: string;
  readonly source: FishingSourceId;
  readonly startMs: number;
  readonly endMs: number | null;
  readonly lon: number;
  readonly lat: number;
};
export type Fix = { readonly timeMs: number; readonly lon: number; readonly lat: number };
export type Limits = { readonly km: number; readonly hours: number };

/** The fix of an animal nearest to fishing, and how many of its fixes were near. */
export type Contact = {
  readonly fishing: FishingActivity;
  readonly fix: Fix;
  readonly points: number;
  readonly distanceKm: number;
  readonly hoursApart: number;
};

/** A degree of latitude is nowhere shorter than this on WGS84, and one of longitude nowhere than this times the cosine of its latitude. */
const [leastKmPerDegree, leastKmPerLongitude] = [110.5, 111.3];
/** Slots of time are no shorter than this, and fishing that touches more of them than so many is compared with every fix. */
const [leastSlotMs, mostSlots] = [6 * hourMs, 60];

/** Fishing in slots of time and in order of its latitude: of a year of it, each fix is compared with a few dozen events. */
export function fishingIndex(events: readonly FishingActivity[], { km, hours }: Limits) {
  const slotMs = Math.max(leastSlotMs, hours * hourMs);
  const slotOf = (timeMs: number) => Math.floor(timeMs / slotMs);
  const slots = new Map<number, FishingActivity[]>();
  const long: FishingActivity[] = [];
  const add = (slot: number, event: FishingActivity) => {
    const list = slots.get(slot);
    if (list === undefined) slots.set(slot, [event]);
    else list.push(event);
  };
  for (const event of events) {
    const first = slotOf(event.startMs - hours * hourMs);
    const last = slotOf((event.endMs ?? event.startMs) + hours * hourMs);
    if (last - first >= mostSlots) long.push(event);
    else for (let slot = first; slot <= last; slot += 1) add(slot, event);
  }
  const sorted = new Map([...slots].map(([slot, list]) => [slot, byLatitude(list)]));
  const always = byLatitude(long);
  return {
    /** Fishing that may be within the limits of a fix; none that is within them is missing. */
    *near({ timeMs, lon, lat }: Fix): Generator<FishingActivity> {
      const margin = km / leastKmPerDegree;
      const isFar = (other: number) => {
        const degrees = Math.abs(lon - other);
        const cosine = Math.cos(((Math.abs(lat) + margin) * Math.PI) / 180);
        return Math.min(degrees, 360 - degrees) * leastKmPerLongitude * cosine > km * 1.01;
      };
      for (const list of [sorted.get(slotOf(timeMs)) ?? [], always]) {
        for (let index = firstFrom(list, lat - margin); index < list.length; index += 1) {
          const event = list[index];
          if (event === undefined || event.lat > lat + margin) break;
          if (!isFar(event.lon)) yield event;
        }
      }
    },
  };
}

const byLatitude = (events: readonly FishingActivity[]) => events.toSorted((a, b) => a.lat - b.lat);

/** Index of the first event that is not south of a latitude. */
function firstFrom(events: readonly FishingActivity[], lat: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.lat ?? 0) < lat) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hours between an instant and an event; 0 while it went on. */
export function hoursBetween(timeMs: number, { startMs, endMs }: FishingActivity): number {
  return Math.max(0, startMs - timeMs, timeMs - (endMs ?? startMs)) / hourMs;
}

/** Contacts of one animal, one an event, and how many of its fixes are in any: at most so far and so long apart, the ends included. */
export function contactsOf(fixes: readonly Fix[], index: ReturnType<typeof fishingIndex>, { km, hours }: Limits) {
  const contacts = new Map<string, Contact>();
  let points = 0;
  for (const fix of fixes) {
    let isNear = false;
    for (const fishing of index.near(fix)) {
      const hoursApart = hoursBetween(fix.timeMs, fishing);
      if (hoursApart > hours) continue;
      const distanceKm = geodesicDistance(fix, fishing) / 1000;
      if (distanceKm > km) continue;
      isNear = true;
      const key = `${fishing.source} ${fishing.id}`;
      const known = contacts.get(key);
      const found = { fishing, fix, distanceKm, hoursApart, points: (known?.points ?? 0) + 1 };
      const isNearer = known === undefined || distanceKm < known.distanceKm;
      contacts.set(key, isNearer ? found : { ...known, points: found.points });
    }
    if (isNear) points += 1;
  }
  return { contacts: [...contacts.values()], points };
}

import type { DataOf } from '@kianda/contract';
import type { listVesselEvents } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatInstant, type TimeZone } from '@kianda/format';
import type { EventKind, EventMark } from '@kianda/viz/map/layers/events/event-marks.ts';
import { eventKindTexts } from '../alerts/texts.pt.ts';

export type MapEvent = DataOf<typeof listVesselEvents>['data'][number];

/** Events of the kinds wanted that had begun by a moment; those that were annulled are of no map. */
export function eventsUntil(
  events: readonly MapEvent[],
  kinds: readonly EventKind[],
  untilMs: number,
): readonly MapEvent[] {
  return events.filter(
    ({ kind, state, start }) => state === 'valid' && kinds.includes(kind) && Date.parse(start) <= untilMs,
  );
}

export function eventMarks(events: readonly MapEvent[], zone: TimeZone): readonly EventMark[] {
  return events.map(({ key, kind, start, location }) => ({
    key,
    kind,
    lon: location.lon,
    lat: location.lat,
    label: `${eventKindTexts[kind]}, ${formatInstant(start, zone)}`,
  }));
}

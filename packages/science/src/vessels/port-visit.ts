import type { Position } from '@kianda/geo';
import { eventKey, type VesselEvent } from './events.ts';
import type { PortVisitPreset } from './presets.ts';
import { impliedKnots, isWithin, positionOf, type Track, type TrackPoint } from './track.ts';

export type Port = { readonly id: string; readonly position: Position };

export type PortVisitDetails = {
  readonly portId: string;
  /** 1 only entry or exit seen · 2 only a stop or silence · 3 one of entry and exit, and a stop · 4 all of them. */
  readonly confidence: 1 | 2 | 3 | 4;
  readonly stopMs: number | null;
  readonly lastInPortMs: number;
};
export type PortVisit = VesselEvent<'port_visit', PortVisitDetails>;

/** A visit as far as it is known. */
type Visit = {
  first: TrackPoint;
  last: TrackPoint;
  portId: string;
  stopPortId: string | null;
  stopPosition: Position | null;
  stopStartMs: number | null;
  stopMs: number;
  hasEntry: boolean;
  hasStop: boolean;
};

/**
 * Port visits: pipe-anchorages of Global Fishing Watch. A vessel is in port from 3 km of an anchorage point until it is
 * 4 km from every one, so that it does not come and go at the edge; stops have their own two speeds for the same reason.
 */
export function detectPortVisits(
  { vesselId, points }: Track,
  ports: readonly Port[],
  preset: PortVisitPreset,
  nowMs: number,
): PortVisit[] {
  const visits: PortVisit[] = [];
  let visit: Visit | null = null;
  let previous: TrackPoint | null = null;
  for (const point of points) {
    const near = nearestWithin(positionOf(point), ports, visit === null ? preset.entryMeters : preset.exitMeters);
    if (visit !== null && previous !== null && point.timeMs - previous.timeMs > preset.portGapMs) silence(visit);
    if (near === null) {
      if (visit !== null) visits.push(toEvent(vesselId, visit, preset, point.timeMs));
      visit = null;
    } else {
      visit ??= begin(point, near.id, previous !== null);
      visit.last = point;
      follow(visit, near, previous, preset);
    }
    previous = point;
  }
  if (visit !== null) {
    if (nowMs - visit.last.timeMs > preset.portGapMs) silence(visit);
    visits.push(toEvent(vesselId, visit, preset, null));
  }
  return visits;
}

function begin(first: TrackPoint, portId: string, hasEntry: boolean): Visit {
  return {
    first,
    last: first,
    portId,
    stopPortId: null,
    stopPosition: null,
    stopStartMs: null,
    stopMs: 0,
    hasEntry,
    hasStop: false,
  };
}

/** A long silence in port counts as a stop there. */
function silence(visit: Visit): void {
  visit.hasStop = true;
  visit.stopPortId ??= visit.portId;
  visit.stopPosition ??= positionOf(visit.last);
}

/** Begins or ends a stop at the last report of a visit, by its speed. */
function follow(visit: Visit, near: Port, previous: TrackPoint | null, preset: PortVisitPreset): void {
  const { last: point } = visit;
  const knots = point.sogKnots ?? (previous === null ? null : impliedKnots(previous, point));
  if (knots === null) return;
  if (visit.stopStartMs === null && knots <= preset.stopBeginKnots) {
    visit.stopStartMs = point.timeMs;
    visit.hasStop = true;
    visit.stopPortId ??= near.id;
    visit.stopPosition ??= positionOf(point);
  } else if (visit.stopStartMs !== null && knots >= preset.stopEndKnots) {
    visit.stopMs += point.timeMs - visit.stopStartMs;
    visit.stopStartMs = null;
  }
}

function toEvent(vesselId: string, visit: Visit, preset: PortVisitPreset, exitMs: number | null): PortVisit {
  const { first, last, hasEntry, hasStop } = visit;
  const seen = Number(hasEntry) + Number(exitMs !== null);
  const stopMs = visit.stopMs + (visit.stopStartMs === null ? 0 : last.timeMs - visit.stopStartMs);
  return {
    kind: 'port_visit',
    key: eventKey('port_visit', [vesselId], first.timeMs),
    vesselIds: [vesselId],
    startMs: first.timeMs,
    endMs: exitMs,
    position: visit.stopPosition ?? positionOf(first),
    preset: preset.id,
    details: {
      portId: visit.stopPortId ?? visit.portId,
      confidence: confidenceOf(seen, hasStop),
      stopMs: hasStop ? stopMs : null,
      lastInPortMs: last.timeMs,
    },
  };
}

function confidenceOf(seen: number, hasStop: boolean): 1 | 2 | 3 | 4 {
  if (!hasStop) return 1;
  if (seen === 0) return 2;
  return seen === 1 ? 3 : 4;
}

/** The nearest port within the limit; one degree of latitude is never less than 110 km. */
function nearestWithin(position: Position, ports: readonly Port[], limitMeters: number): Port | null {
  const [, lat] = position;
  const near = ports.filter((port) => Math.abs(port.position[1] - lat) * 110_000 <= limitMeters);
  let nearest: Port | null = null;
  for (const port of near) {
    if (!isWithin(position, port.position, limitMeters)) continue;
    if (nearest === null || isCloser(position, port.position, nearest.position)) nearest = port;
  }
  return nearest;
}

function isCloser([lon, lat]: Position, a: Position, b: Position): boolean {
  const cos = Math.cos((lat * Math.PI) / 180);
  const square = (other: Position): number => ((other[0] - lon) * cos) ** 2 + (other[1] - lat) ** 2;
  return square(a) < square(b);
}

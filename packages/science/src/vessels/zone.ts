import {
  type ArealGeometry,
  type Bbox,
  bboxContains,
  bboxOfGeometry,
  type Position,
  pointInPolygon,
} from '@kianda/geo';
import { eventKey, type VesselEvent } from './events.ts';
import type { ZonePreset } from './presets.ts';
import { impliedKnots, positionOf, type Track, type TrackPoint } from './track.ts';

/** An area with its box, which decides most positions at once. Made by `areaOf`. */
export type Area = { readonly id: string; readonly geometry: ArealGeometry; readonly bbox: Bbox };

/** Throws for a geometry without a position. */
export function areaOf(id: string, geometry: ArealGeometry): Area {
  const bbox = bboxOfGeometry(geometry);
  if (bbox === null) throw new RangeError(`area ${id}: expected a geometry with positions`);
  return { id, geometry, bbox };
}

export const isInArea = ({ bbox, geometry }: Area, position: Position): boolean =>
  bboxContains(bbox, position) && pointInPolygon(position, geometry);

export type ZoneStayDetails = {
  readonly areaId: string;
  readonly lastInsideMs: number;
  /** First position outside again; null while it stays. */
  readonly exitPosition: Position | null;
  readonly reports: number;
  /** Mean of the reports in the area; null where no speed is known. */
  readonly meanKnots: number | null;
  readonly maxKnots: number | null;
  /** False where the vessel was in the area when it was first heard: the entry itself was not seen. */
  readonly isEntrySeen: boolean;
};
export type ZoneStay = VesselEvent<'zone', ZoneStayDetails>;

type Stay = { inside: TrackPoint[]; knots: number[]; outside: TrackPoint[]; readonly isEntrySeen: boolean };

/**
 * Stays of a vessel in an area, from the first report in it until as many consecutive reports outside, and over as long,
 * as the preset asks. Only reports count: a vessel that may have crossed between two of them was not seen in the area.
 */
export function detectZoneStays({ vesselId, points }: Track, area: Area, preset: ZonePreset): ZoneStay[] {
  const subject = { vesselId, area, preset };
  const stays: ZoneStay[] = [];
  let stay: Stay | null = null;
  let previous: TrackPoint | null = null;
  for (const point of points) {
    if (isInArea(area, positionOf(point))) {
      stay ??= { inside: [], knots: [], outside: [], isEntrySeen: previous !== null };
      stay.inside.push(point);
      stay.outside = [];
      const knots = point.sogKnots ?? (previous === null ? null : impliedKnots(previous, point));
      if (knots !== null) stay.knots.push(knots);
    } else if (stay !== null) {
      stay.outside.push(point);
      if (hasLeft(stay, preset)) {
        const event = toEvent(subject, stay, true);
        if (event !== null) stays.push(event);
        stay = null;
      }
    }
    previous = point;
  }
  const open = stay === null ? null : toEvent(subject, stay, false);
  return open === null ? stays : [...stays, open];
}

function hasLeft({ outside }: Stay, { reportsToLeave, awayMs }: ZonePreset): boolean {
  const spanMs = (outside.at(-1)?.timeMs ?? 0) - (outside[0]?.timeMs ?? 0);
  return outside.length >= reportsToLeave && spanMs >= awayMs;
}

type Subject = { readonly vesselId: string; readonly area: Area; readonly preset: ZonePreset };

function toEvent({ vesselId, area, preset }: Subject, stay: Stay, isOver: boolean): ZoneStay | null {
  const [first] = stay.inside;
  const last = stay.inside.at(-1);
  if (first === undefined || last === undefined) return null;
  const [exit] = stay.outside;
  return {
    kind: 'zone',
    key: eventKey('zone', [vesselId], first.timeMs, area.id),
    vesselIds: [vesselId],
    startMs: first.timeMs,
    endMs: isOver ? (exit?.timeMs ?? last.timeMs) : null,
    position: positionOf(first),
    preset: preset.id,
    details: {
      areaId: area.id,
      lastInsideMs: last.timeMs,
      exitPosition: isOver && exit !== undefined ? positionOf(exit) : null,
      reports: stay.inside.length,
      meanKnots: stay.knots.length === 0 ? null : stay.knots.reduce((a, b) => a + b, 0) / stay.knots.length,
      maxKnots: stay.knots.length === 0 ? null : Math.max(...stay.knots),
      isEntrySeen: stay.isEntrySeen,
    },
  };
}

import { isDeepStrictEqual } from 'node:util';
import type { EventRow } from '../surveillance.tables.ts';
import type { Detected } from './detectors.ts';

/** Key of what two findings of the same event have in common: kind, ships and area. */
const subjectOf = (
  kind: string,
  ids: readonly (string | number)[],
  details: Readonly<Record<string, unknown>>,
): string => JSON.stringify([kind, ids.map(String), details.areaId ?? null]);

/**
 * Late reports may move the beginning of an event. A finding that overlaps a stored event of its kind, ships and area is
 * the same event and keeps its key.
 */
export function withKnownKeys(found: readonly Detected[], reached: readonly EventRow[]): Detected[] {
  const keys = new Set(found.map(({ key }) => key));
  const free = Map.groupBy(
    reached.filter((row) => row.state === 'valid' && !keys.has(row.key)),
    (row) => subjectOf(row.kind, row.ship_ids, row.details),
  );
  const known = new Set(reached.map(({ key }) => key));
  return found.map((event) => {
    if (known.has(event.key)) return event;
    const rows = free.get(subjectOf(event.kind, event.vesselIds, event.details)) ?? [];
    const index = rows.findIndex(
      (row) =>
        row.started_at.getTime() <= (event.endMs ?? Number.POSITIVE_INFINITY) &&
        event.startMs <= (row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY),
    );
    const [row] = index === -1 ? [] : rows.splice(index, 1);
    return row === undefined ? event : { ...event, key: row.key };
  });
}

/** Annulled rows for stored events that are no longer found, though every report they were made of was read. */
export function annulments(
  before: readonly EventRow[],
  found: readonly Detected[],
  read: { readonly fromMs: number; readonly shipIds: readonly number[] },
  now: Date,
): EventRow[] {
  const keys = new Set(found.map(({ key }) => key));
  return before
    .filter((row) => row.state === 'valid' && row.started_at.getTime() >= read.fromMs && !keys.has(row.key))
    .filter((row) => row.ship_ids.every((id) => read.shipIds.includes(id)))
    .map((row) => ({ ...row, state: 'annulled', revision: row.revision + 1, updated_at: now }));
}

export function toRow(event: Detected, before: EventRow | undefined, now: Date): EventRow {
  return {
    key: event.key,
    kind: event.kind,
    ship_ids: event.vesselIds.map(Number),
    started_at: new Date(event.startMs),
    ended_at: event.endMs === null ? null : new Date(event.endMs),
    lon: event.position[0],
    lat: event.position[1],
    preset: event.preset,
    details: JSON.parse(JSON.stringify(event.details)) as Record<string, unknown>,
    state: 'valid',
    revision: before === undefined ? 0 : before.revision + 1,
    updated_at: now,
  };
}

export function isSame(row: EventRow, before: EventRow | undefined): boolean {
  if (before === undefined || before.state !== 'valid') return false;
  return (
    row.started_at.getTime() === before.started_at.getTime() &&
    row.ended_at?.getTime() === before.ended_at?.getTime() &&
    row.lon === before.lon &&
    row.lat === before.lat &&
    row.preset === before.preset &&
    isDeepStrictEqual(row.details, before.details)
  );
}

import type { EventRow } from '../surveillance.tables.ts';

/** Details of an event as they are at an instant: a silence that goes on has lasted until then, and not until it was found. */
export const detailsAt = (event: EventRow, atMs: number): EventRow['details'] =>
  event.kind === 'gap' && event.ended_at === null && event.state === 'valid'
    ? { ...event.details, durationMs: atMs - event.started_at.getTime() }
    : event.details;

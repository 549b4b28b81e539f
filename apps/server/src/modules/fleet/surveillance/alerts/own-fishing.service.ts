import type { EventRepository } from './events.repository.ts';
import type { FindingProvenance } from './finding-provenance.ts';

/** Events that are read at most, the newest. */
const mostEvents = 50_000;

/** Fishing that the platform found in the tracks of vessels. */
export function ownFishing(events: EventRepository, provenanceOf: FindingProvenance) {
  return {
    /** Valid fishing that touches a period, the newest first; one that goes on has no end. */
    async between(from: Date, to: Date) {
      const { rows, total } = await events.eventPage({ kind: 'fishing', shipId: null, from, to }, 0, mostEvents);
      const valid = rows.filter(({ state }) => state === 'valid');
      return {
        isCut: total > rows.length,
        events: valid.map(({ key, started_at, ended_at, lon, lat }) => ({
          ...{ id: key, start: started_at, end: ended_at, lon, lat },
        })),
        /** Origin of the events with these ids. */
        provenanceOf: (ids: ReadonlySet<string>) =>
          provenanceOf(
            valid
              .filter(({ key }) => ids.has(key))
              .map(({ ship_ids, started_at, ended_at }) => ({ shipIds: ship_ids, from: started_at, to: ended_at })),
          ),
      };
    },
  };
}

export type OwnFishing = ReturnType<typeof ownFishing>;

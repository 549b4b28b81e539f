import { watchlistSilenceHours } from '@kianda/contract/fleet/surveillance/groups.contract';
import { hourMs } from '@kianda/geo';
import { alertKey } from '@kianda/science/vessels/alerting';
import type { Track } from '@kianda/science/vessels/track';
import type { Detected } from '../detection/detectors.ts';
import { causeOf, nameOf, type Registry, type Ship, type Violation } from '../detection/violation.ts';
import type { GroupRepository, WatchedMember } from './groups.repository.ts';

/** Findings of one detection pass that watch lists are compared with. */
type Seen = {
  readonly ships: ReadonlyMap<string, Ship>;
  readonly tracks: readonly Track[];
  /** Events that are new or changed in this pass. */
  readonly events: readonly Detected[];
  readonly areas: Registry['areas'];
};

/** Finds vessels of watch lists that appear again, or are in a watched area. */
export function createWatchlistAlerts(repository: GroupRepository) {
  return {
    /** Violations, and a function that stores when the vessels were heard, to call once the alerts are raised. */
    async evaluate(seen: Seen): Promise<{ readonly violations: Violation[]; remember(): Promise<void> }> {
      const ships = [...seen.ships.values()];
      const members = await repository.watched(
        ships.map(({ id }) => id),
        ships.flatMap(({ mmsi }) => (mmsi === null ? [] : [mmsi])),
      );
      if (members.length === 0) return { violations: [], remember: async () => {} };
      const heard: { groupId: string; vesselId: string; at: Date }[] = [];
      const violations: Violation[] = [];
      for (const ship of ships) {
        const entries = members.filter((member) => isOf(member, ship));
        if (entries.length === 0) continue;
        violations.push(...zoneViolations(ship, entries, seen));
        const points = seen.tracks.find(({ vesselId }) => vesselId === String(ship.id))?.points ?? [];
        const last = points.at(-1);
        if (last === undefined) continue;
        const back = entries.filter((member) => isBack(member, last.timeMs));
        if (back.length > 0) violations.push(backViolation(ship, back, last));
        for (const member of entries) {
          heard.push({ groupId: member.group_id, vesselId: member.vessel_id, at: new Date(last.timeMs) });
        }
      }
      return { violations, remember: () => repository.seen(heard) };
    },
  };
}

export type WatchlistAlerts = ReturnType<typeof createWatchlistAlerts>;

const isOf = (member: WatchedMember, ship: Ship): boolean =>
  member.ship_id === ship.id || (member.mmsi !== null && member.mmsi === ship.mmsi);

const isBack = ({ last_seen_at }: WatchedMember, lastMs: number): boolean =>
  last_seen_at === null || lastMs - last_seen_at.getTime() >= watchlistSilenceHours * hourMs;

const listsOf = (members: readonly WatchedMember[]): string =>
  members.map(({ group_name }) => `«${group_name}»`).join(', ');

type Point = Track['points'][number];

function backViolation(ship: Ship, members: readonly WatchedMember[], last: Point): Violation {
  const id = String(ship.id);
  const isFirst = members.every(({ last_seen_at }) => last_seen_at === null);
  const what = isFirst ? 'apareceu' : `voltou a transmitir após mais de ${watchlistSilenceHours} h de silêncio`;
  return {
    key: alertKey('watch_seen', id, null),
    rule: 'watch_seen',
    severity: 'medium',
    description: `${nameOf(ship)}, na lista de vigilância ${listsOf(members)}, ${what}.`,
    areaId: null,
    cause: {
      key: `watch|${id}|${last.timeMs}`,
      vesselIds: [id],
      startMs: last.timeMs,
      endMs: last.timeMs,
      lastMs: last.timeMs,
      position: [last.lon, last.lat],
    },
  };
}

function zoneViolations(ship: Ship, members: readonly WatchedMember[], { events, areas }: Seen): Violation[] {
  const id = String(ship.id);
  return events.flatMap((event) => {
    if (event.kind !== 'zone' || event.vesselIds[0] !== id) return [];
    const area = areas.find(({ id: areaId }) => areaId === event.details.areaId);
    if (area === undefined) return [];
    return [
      {
        key: alertKey('watch_zone', id, area.id),
        rule: 'watch_zone' as const,
        severity: 'high' as const,
        description: `${nameOf(ship)}, na lista de vigilância ${listsOf(members)}, está em ${area.row.name}.`,
        areaId: area.id,
        cause: causeOf(event),
      },
    ];
  });
}

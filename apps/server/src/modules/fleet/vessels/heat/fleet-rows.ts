import type { PlaceRow } from '../archive/days.repository.ts';
import type { FleetRow } from './fleet.types.ts';

/** A position of a file as the fleet has it. */
export const fleetRowOf = ({ time, sources: _sources, ...row }: PlaceRow): FleetRow => ({
  ...row,
  timeMs: time.getTime(),
});

/** The newer of two positions of each ship, in the order of their numbers. */
export function newestOf(a: readonly FleetRow[], b: readonly FleetRow[]): FleetRow[] {
  const newest = new Map(a.map((row) => [row.ship_id, row]));
  for (const row of b) if (row.timeMs > (newest.get(row.ship_id)?.timeMs ?? 0)) newest.set(row.ship_id, row);
  return [...newest.values()].sort((x, y) => x.ship_id - y.ship_id);
}

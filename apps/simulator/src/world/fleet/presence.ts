import { dayMs, hourMs, parseIsoDate } from '@kianda/geo';
import type { PresenceRow, Vessel, VesselPosition } from '../types.ts';

type Cell = { lon: number; lat: number; hours: number; fishingHours: number; entryMs: number; exitMs: number };

/** South-west corner of a 0.1° cell. Rounded first: -8.8 / 0.1 is -88.00000000000001 and would fall one cell south. */
function corner(degrees: number): number {
  return Math.floor(Number((degrees * 10).toFixed(6))) / 10;
}

/** Hours by vessel and cell of one UTC day, from one position an hour, as the real product counts them. */
export function presenceOfDay(
  vessels: readonly Vessel[],
  positionAt: (vessel: Vessel, timeMs: number) => VesselPosition | null,
  date: string,
): readonly PresenceRow[] {
  const midnight = parseIsoDate(date);
  const rows: PresenceRow[] = [];
  for (const vessel of vessels) {
    const cells = new Map<string, Cell>();
    for (let timeMs = midnight; timeMs < midnight + dayMs; timeMs += hourMs) {
      const position = positionAt(vessel, timeMs);
      if (position === null) continue;
      const lon = corner(position.lon);
      const lat = corner(position.lat);
      const key = `${lon}/${lat}`;
      const cell = cells.get(key) ?? { lon, lat, hours: 0, fishingHours: 0, entryMs: timeMs, exitMs: timeMs };
      cell.hours += 1;
      if (position.state === 'fishing') cell.fishingHours += 1;
      cell.exitMs = timeMs;
      cells.set(key, cell);
    }
    for (const cell of cells.values()) rows.push({ vesselId: vessel.vesselId, ...cell });
  }
  return rows;
}

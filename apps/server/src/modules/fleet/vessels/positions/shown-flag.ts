import { countriesOfMmsi } from '@kianda/science/vessels/flag-of-mmsi';
import { sql } from 'kysely';

/** Flag of a ship `s` on every screen, as the directory has it: that of its reports, else the provider's, else its MMSI's. */
export const shownFlag = sql<string | null>`coalesce(s.flag,
  (SELECT d.flag FROM vessels.directory AS d WHERE d.ship_id = s.id))`;

/** Who gives a ship its flag: itself, its MMSI, or the provider; null where nobody does. */
export function flagSourceOf(ship: {
  readonly flag: string | null;
  readonly shown_flag: string | null;
  readonly mmsi: number | null;
}): 'reported' | 'mmsi' | 'provider' | null {
  if (ship.flag !== null) return 'reported';
  if (ship.shown_flag === null) return null;
  const countries = ship.mmsi === null ? [] : countriesOfMmsi(String(ship.mmsi).padStart(9, '0'));
  return countries.includes(ship.shown_flag) ? 'mmsi' : 'provider';
}

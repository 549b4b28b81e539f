import type { VesselType } from '@kianda/contract/fleet/vessels/list.contract';
import { countriesOfMmsi } from '@kianda/science/vessels/flag-of-mmsi';
import { type RawBuilder, sql } from 'kysely';

/** Rows of digits and country, for the first three digits of an MMSI that belong to one country alone. */
export const flagsOfDigits = sql.join(
  Array.from({ length: 600 }, (_, index) => String(200 + index)).flatMap((digits) => {
    const [country, ...others] = countriesOfMmsi(`${digits}000000`);
    return country === undefined || others.length > 0 ? [] : [sql`(${sql.lit(digits)}, ${sql.lit(country)})`];
  }),
);

/** The provider's type where it is one of the list's; else by AIS: 30 fishing, 60–69 passengers, 70–79 cargo, tugs and services. */
export const typeOf = (word: RawBuilder<unknown>, shipType: RawBuilder<unknown>) => sql<VesselType>`CASE
  WHEN lower(${word}) IN ('fishing', 'carrier', 'support', 'passenger') THEN lower(${word})
  WHEN lower(${word}) = 'bunker' THEN 'support'
  WHEN ${shipType} = 30 THEN 'fishing'
  WHEN ${shipType} BETWEEN 60 AND 69 THEN 'passenger'
  WHEN ${shipType} BETWEEN 70 AND 79 THEN 'carrier'
  WHEN ${shipType} BETWEEN 31 AND 34 OR ${shipType} BETWEEN 50 AND 59 THEN 'support'
  ELSE 'unknown' END`;

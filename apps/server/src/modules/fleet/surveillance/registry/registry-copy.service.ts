import { heldStretches } from './licence-days.ts';
import type { RegistryRepository } from './registry.repository.ts';

/** Licences and closed seasons as others check records against them. */
export type RegistryCopy = {
  readonly licences: readonly {
    readonly number: string;
    readonly vessel: string;
    readonly registration: string | null;
    readonly gears: readonly string[];
    /** Stretches of days on which it holds, first and last day, YYYY-MM-DD. */
    readonly held: readonly { readonly from: string; readonly to: string }[];
  }[];
  readonly seasons: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
    /** Null for every gear. */
    readonly gears: readonly string[] | null;
    readonly species: readonly string[];
  }[];
};

/** All licences and closed seasons. A season of one area is left out: where the fish was caught is not part of a landing. */
export async function registryCopy(
  repository: Pick<RegistryRepository, 'allLicences' | 'seasons'>,
): Promise<RegistryCopy> {
  const [licences, seasons] = await Promise.all([repository.allLicences(), repository.seasons(null)]);
  return {
    licences: licences.map((row) => ({
      number: row.number,
      vessel: row.vessel_name,
      registration: row.registration,
      gears: row.gears,
      held: heldStretches(row),
    })),
    seasons: seasons
      .filter(({ area_id }) => area_id === null)
      .map(({ name, starts_on, ends_on, gears, species }) => ({ name, from: starts_on, to: ends_on, gears, species })),
  };
}

import type { ArealGeometry } from '@kianda/geo';
import { geometryOf } from './areas.service.ts';
import type { RegistryRepository } from './registry.repository.ts';

type Area = { readonly name: string; readonly geometry: ArealGeometry };

/** Limits of fishing on a day, as the national registry has it. */
export type FishingLimits = {
  /** Watched areas that forbid fishing. */
  readonly closedAreas: readonly Area[];
  /** Closed seasons of the day; `area` null: the whole ZEE. */
  readonly seasons: readonly {
    readonly name: string;
    readonly species: readonly string[];
    readonly area: Area | null;
  }[];
  /** Licences in force on the day, and not suspended. */
  readonly licences: number;
  /** Their gears, the most licensed first. */
  readonly gears: readonly { readonly gear: string; readonly licences: number }[];
  /** Areas that they name, where every one of them names some; null: some are valid in the whole ZEE. */
  readonly licensedAreas: readonly Area[] | null;
};

/** Limits of fishing on a day, `YYYY-MM-DD`. */
export async function fishingLimits(
  repository: Pick<RegistryRepository, 'areas' | 'seasons' | 'licencesOn'>,
  day: string,
): Promise<FishingLimits> {
  const areas = new Map((await repository.areas()).map((row) => [row.id, row]));
  const areaOf = (id: string): Area | null => {
    const row = areas.get(id);
    return row === undefined ? null : { name: row.name, geometry: geometryOf(row) };
  };
  const seasons = (await repository.seasons(Number(day.slice(0, 4)))).filter(
    ({ starts_on, ends_on }) => starts_on <= day && day <= ends_on,
  );
  const licences = await repository.licencesOn(day);
  const gears = Map.groupBy(
    licences.flatMap((licence) => licence.gears),
    (gear) => gear,
  );
  const named = licences.flatMap(({ area_ids }) => (area_ids === null ? [] : [area_ids]));
  const everyNames = licences.length > 0 && named.length === licences.length;
  return {
    closedAreas: [...areas.values()]
      .filter(({ forbids_fishing }) => forbids_fishing)
      .map((row) => ({ name: row.name, geometry: geometryOf(row) })),
    seasons: seasons.map(({ name, species, area_id }) => ({
      ...{ name, species },
      area: area_id === null ? null : areaOf(area_id),
    })),
    licences: licences.length,
    gears: [...gears]
      .map(([gear, all]) => ({ gear, licences: all.length }))
      .sort((a, b) => b.licences - a.licences || a.gear.localeCompare(b.gear)),
    licensedAreas: everyNames ? [...new Set(named.flat())].flatMap((id) => areaOf(id) ?? []) : null,
  };
}

import type { ArealGeometry, Ring } from '@kianda/geo';
import { geometryOf } from './areas.service.ts';
import { heldStretches } from './licence-days.ts';
import type { RegistryRepository } from './registry.repository.ts';

/** Licences, closed seasons and areas as others check records against them. */
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
    /** Area to which it is limited; null for all waters. */
    readonly area: string | null;
  }[];
  readonly areas: readonly {
    readonly id: string;
    readonly name: string;
    readonly forbidsFishing: boolean;
    readonly geometry: ArealGeometry;
  }[];
};

/** Decimals of a degree in a copy: 11 m. */
const outlineDecimals = 4;

/**
 * All licences and closed seasons, and the areas that fishing is done or forbidden in. An area that is only watched is
 * left out, so that nobody learns from a copy where the watch is; so are safety zones, unless a season names them.
 */
export async function registryCopy(
  repository: Pick<RegistryRepository, 'allLicences' | 'seasons' | 'areas'>,
): Promise<RegistryCopy> {
  const [licences, seasons, areas] = await Promise.all([
    repository.allLicences(),
    repository.seasons(null),
    repository.areas(),
  ]);
  const named = new Set(seasons.map(({ area_id }) => area_id));
  return {
    licences: licences.map((row) => ({
      number: row.number,
      vessel: row.vessel_name,
      registration: row.registration,
      gears: row.gears,
      held: heldStretches(row),
    })),
    seasons: seasons.map(({ name, starts_on, ends_on, gears, species, area_id }) => ({
      ...{ name, from: starts_on, to: ends_on, gears, species },
      area: area_id,
    })),
    areas: areas
      .filter(({ id, kind }) => kind === 'fishing_zone' || kind === 'protected' || named.has(id))
      .map((row) => ({
        ...{ id: row.id, name: row.name, forbidsFishing: row.forbids_fishing },
        geometry: rounded(geometryOf(row)),
      })),
  };
}

function rounded(geometry: ArealGeometry): ArealGeometry {
  const ring = (positions: Ring): Ring =>
    positions.map(([lon, lat]) => [Number(lon.toFixed(outlineDecimals)), Number(lat.toFixed(outlineDecimals))]);
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: geometry.coordinates.map(ring) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map((polygon) => polygon.map(ring)) };
}

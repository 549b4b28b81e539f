import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import type { vesselLicences } from '@kianda/contract/fleet/vessels/vessels.resource';
import type { FishingSettings } from '../api/settings.ts';
import type { FishingSearch } from '../search.ts';
import { flagsOf, typesOf } from '../vessels/query.ts';

/** The filter of the fleet in the address, which the list, the map and the heat map share; empty lists let all pass. */
export type FleetFilter = {
  readonly types: readonly VesselType[];
  readonly flags: readonly string[];
  readonly gears: readonly string[];
  readonly licence: keyof typeof vesselLicences | null;
};

export function fleetFilterOf(search: FishingSearch, settings: FishingSettings): FleetFilter {
  // All kinds until some are chosen: the national VMS does not say a vessel's kind, and nobody must vanish for that.
  const types = search.types === undefined ? [] : typesOf(search, settings);
  return {
    types: types.length === Object.keys(vesselTypes).length ? [] : types,
    flags: flagsOf(search),
    gears: (search.gears ?? '').split(',').filter((gear) => gear !== ''),
    licence: search.licence === 'with' || search.licence === 'without' ? search.licence : null,
  };
}

/** The filter as the server takes it. */
export const fleetFilterQuery = ({ types, flags, gears, licence }: FleetFilter) => ({
  ...(types.length === 0 ? {} : { types: types.join(',') }),
  ...(flags.length === 0 ? {} : { flags: flags.join(',') }),
  ...(gears.length === 0 ? {} : { gears: gears.join(',') }),
  ...(licence === null ? {} : { licence }),
});

import { queryOfAddress } from '@kianda/contract/core/resource';
import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import type { FishingSettings } from '../api/settings.ts';
import type { FishingSearch } from '../search.ts';

/** Types shown: of the address, else of the person's settings. `all` in the address is every type. */
export function typesOf(search: FishingSearch, settings: FishingSettings): readonly VesselType[] {
  const names = Object.keys(vesselTypes) as VesselType[];
  if (search.types === undefined) return settings.vesselTypes;
  const chosen = search.types.split(',');
  return chosen.includes('all') ? names : names.filter((name) => chosen.includes(name));
}

export const flagsOf = (search: FishingSearch): readonly string[] =>
  search.flags === undefined ? [] : search.flags.split(',').filter((flag) => flag !== '');

/** The address as the list reads it: without chosen types, those of the person's settings. */
export const listAddress = (search: FishingSearch, settings: FishingSettings): FishingSearch => ({
  ...search,
  types: search.types ?? settings.vesselTypes.join(','),
});

/** Filters and order of the address as the server takes them, without page. */
export const filtersOf = (search: FishingSearch, settings: FishingSettings) =>
  queryOfAddress(vesselResource, listAddress(search, settings));

const defaultPageSize = 25;
export const sizeOf = (search: FishingSearch): number => search.size ?? defaultPageSize;

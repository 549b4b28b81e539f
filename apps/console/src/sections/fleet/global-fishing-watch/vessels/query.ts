import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import type { FishingSettings } from '../api/settings.ts';
import { defaultPageSize, type FishingSearch } from '../search.ts';

/** Types shown: of the address, else of the person's settings. `all` in the address is every type. */
export function typesOf(search: FishingSearch, settings: FishingSettings): readonly VesselType[] {
  const names = Object.keys(vesselTypes) as VesselType[];
  if (search.types === undefined) return settings.vesselTypes;
  const asked = search.types.split(',');
  return asked.includes('all') ? names : names.filter((name) => asked.includes(name));
}

export const flagsOf = (search: FishingSearch): readonly string[] =>
  search.flags === undefined ? [] : search.flags.split(',').filter((flag) => flag !== '');

/** Whether the location box is in use: it is off until one of its sides is in the address. */
export const usesBox = ({ south, north, west, east }: FishingSearch): boolean =>
  [south, north, west, east].some((side) => side !== undefined);

/** Filters of the address as the server takes them, without page. Days are of Luanda: UTC+1 all year. */
export function filtersOf(search: FishingSearch, settings: FishingSettings) {
  const types = typesOf(search, settings);
  const isEveryType = types.length === Object.keys(vesselTypes).length;
  const q = search.q?.trim() ?? '';
  return {
    ...(q === '' ? {} : { search: q }),
    ...(isEveryType ? {} : { types: types.join(',') }),
    ...(search.flags === undefined ? {} : { flags: search.flags }),
    ...(search.from === undefined ? {} : { from: `${search.from}T00:00:00+01:00` }),
    ...(search.to === undefined ? {} : { to: `${search.to}T23:59:59+01:00` }),
    ...(search.south === undefined ? {} : { minLat: search.south }),
    ...(search.north === undefined ? {} : { maxLat: search.north }),
    ...(search.west === undefined ? {} : { minLon: search.west }),
    ...(search.east === undefined ? {} : { maxLon: search.east }),
    ...(search.group === undefined ? {} : { group: search.group }),
    ...(search.active === undefined ? {} : { activeOnly: 'true' as const }),
    ...(search.imo === undefined ? {} : { hasImo: 'true' as const }),
    sort: search.sort ?? 'last',
    order: search.order ?? 'desc',
  } as const;
}

/** Last page of so many rows; the first where there is none. */
export const lastPageOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** A page asked for, between the first and the last. */
export const clampPage = (page: number, total: number, size: number): number =>
  Math.min(Math.max(1, page), lastPageOf(total, size));

const mostButtons = 5;

/** Numbers of at most five page buttons around the present one. */
export function pageButtons(page: number, lastPage: number): readonly number[] {
  const count = Math.min(mostButtons, lastPage);
  const first = Math.min(Math.max(1, page - Math.floor(mostButtons / 2)), lastPage - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}

export const sizeOf = (search: FishingSearch): number => search.size ?? defaultPageSize;

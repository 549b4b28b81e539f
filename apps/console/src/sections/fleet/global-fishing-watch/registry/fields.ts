import type { BodyOf } from '@kianda/contract';
import type { createDistance } from '@kianda/contract/fleet/surveillance/distances.contract';
import {
  type createLicence,
  type createSeason,
  type Fleet,
  fleets,
  type SurveillanceArea,
  type Suspension,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { registryTexts as texts } from './texts.pt.ts';

type LicenceBody = BodyOf<typeof createLicence>;
type SeasonBody = BodyOf<typeof createSeason>;
type DistanceBody = BodyOf<typeof createDistance>;
/** Values of a form: text by field; several choices are separated by commas. */
export type Written = Readonly<Record<string, string>>;
type Choices = readonly { readonly value: string; readonly label: string }[];

/** Names of a list written with commas. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const textOrNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

const fleetOf = (text: string | undefined): Fleet | null =>
  (Object.keys(fleets) as Fleet[]).find((fleet) => fleet === text) ?? null;

/** Areas to choose from; those that entries name and that are gone are kept, said so. */
export function areaChoices(areas: readonly SurveillanceArea[], named: readonly (string | null)[]): Choices {
  const known = areas.map(({ id, name }) => ({ value: id, label: name }));
  const gone = [...new Set(named)].filter((id) => id !== null && !areas.some((area) => area.id === id));
  return [...known, ...gone.map((id) => ({ value: id ?? '', label: texts.goneArea(id ?? '') }))];
}
export const fleetChoices: Choices = Object.entries(fleets).map(([value, label]) => ({ value, label }));

/** Suspensions as a form holds them: a form's values are texts. */
export const suspensionsText = (suspensions: readonly Suspension[]): string => JSON.stringify(suspensions);
export const suspensionsOf = (text: string | undefined): Suspension[] =>
  text === undefined || text === '' ? [] : (JSON.parse(text) as Suspension[]);

/** A licence as written; what it lacks the server says by field. No zone named is the whole ZEE. */
export function licenceOf(written: Written): LicenceBody {
  const areaIds = listOf(written.areas);
  return {
    number: written.number?.trim() ?? '',
    vesselName: written.vesselName?.trim() ?? '',
    mmsi: textOrNull(written.mmsi),
    imo: textOrNull(written.imo),
    callsign: textOrNull(written.callsign),
    registration: textOrNull(written.registration),
    flag: written.flag?.trim().toUpperCase() ?? '',
    holder: textOrNull(written.holder),
    gears: listOf(written.gears),
    fleet: fleetOf(written.fleet),
    areaIds: areaIds.length === 0 ? null : areaIds,
    validFrom: written.from ?? '',
    validTo: written.to ?? '',
    suspensions: suspensionsOf(written.suspensions),
    source: written.source?.trim() ?? '',
  };
}

/** A closed season as written; no gear named is all of them. */
export function seasonOf(written: Written): SeasonBody {
  const gears = listOf(written.gears);
  return {
    name: written.name?.trim() ?? '',
    startsOn: written.from ?? '',
    endsOn: written.to ?? '',
    gears: gears.length === 0 ? null : gears,
    species: listOf(written.species),
    areaId: textOrNull(written.area),
    source: written.source?.trim() ?? '',
  };
}

export const metersPerMile = 1_852;

/** A minimum distance as written in nautical miles, with a comma or a point. */
export function distanceOf(written: Written): DistanceBody {
  return {
    name: written.name?.trim() ?? '',
    gear: textOrNull(written.gear),
    fleet: fleetOf(written.fleet),
    areaId: textOrNull(written.area),
    meters: Math.round(Number((written.miles ?? '').replace(',', '.')) * metersPerMile),
    source: written.source?.trim() ?? '',
  };
}

import type { BodyOf } from '@kianda/contract';
import type { createLicence, createSeason } from '@kianda/contract/surveillance/registry.contract';

export type LicenceBody = BodyOf<typeof createLicence>;
export type SeasonBody = BodyOf<typeof createSeason>;
/** What a form holds: text by field. */
export type Written = Readonly<Record<string, string>>;

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

/** A licence as written; what it lacks the server says by field. `areaIds` stay as they were. */
export function licenceOf(written: Written, areaIds: LicenceBody['areaIds']): LicenceBody {
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
    areaIds,
    validFrom: written.from ?? '',
    validTo: written.to ?? '',
    source: written.source?.trim() ?? '',
  };
}

/** A closed season as written; no gear named is all of them. */
export function seasonOf(written: Written, areaId: SeasonBody['areaId']): SeasonBody {
  const gears = listOf(written.gears);
  return {
    name: written.name?.trim() ?? '',
    startsOn: written.from ?? '',
    endsOn: written.to ?? '',
    gears: gears.length === 0 ? null : gears,
    species: listOf(written.species),
    areaId,
    source: written.source?.trim() ?? '',
  };
}

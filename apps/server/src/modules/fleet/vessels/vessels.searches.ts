import { safetyKinds } from '@kianda/contract/fleet/vessels/safety.resource';
import { vesselTypes } from '@kianda/contract/fleet/vessels/vessel-types';
import { formatFlag } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import { placeTarget } from '../../../platform/places.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';
import type { SafetyRow } from './safety/safety.repository.ts';
import type { createVesselNames, NamedVessel } from './vessel-names.repository.ts';

type Options = {
  readonly names: Pick<ReturnType<typeof createVesselNames>, 'find'>;
  /** Stations with a name or a place, heard last first. */
  readonly stations: () => Promise<readonly SafetyRow[]>;
  readonly clock: Clock;
};

/** Vessels by names and numbers, and stations of safety, as people look for them. */
export function vesselSearches({ names, stations, clock }: Options): readonly SearchSource[] {
  return [
    {
      kind: 'vessel',
      access: 'vessels:read',
      find: async ({ words }) => (await names.find(words)).map(vesselEntry),
    },
    heldSource({
      kind: 'station',
      access: 'vessels:read',
      clock,
      load: async () => (await stations()).map(safetyEntry),
    }),
  ];
}

const present = (values: readonly (string | null)[]): readonly string[] =>
  values.filter((value): value is string => value !== null && value !== '');

function vesselEntry(vessel: NamedVessel): SearchEntry {
  const former = vessel.former_names === null ? [] : vessel.former_names.split(' · ');
  const flag = vessel.flag === null ? null : formatFlag(vessel.flag);
  const type = (vesselTypes as Readonly<Record<string, string>>)[vessel.vessel_type] ?? null;
  return {
    id: vessel.id,
    title: vessel.name ?? vessel.mmsi ?? vessel.id,
    detail: present([
      type,
      flag,
      vessel.mmsi === null ? null : `MMSI ${vessel.mmsi}`,
      former.length === 0 ? null : `antes ${former.join(', ')}`,
    ]).join(' · '),
    names: present([...former, vessel.mmsi, vessel.imo, vessel.callsign, vessel.registration]),
    about: ['embarcação', 'navio', 'barco'],
    position: vessel.lon === null || vessel.lat === null ? null : [vessel.lon, vessel.lat],
    target: { section: 'global-fishing-watch', search: { tab: 'vessels', vessel: vessel.id } },
  };
}

function safetyEntry(station: SafetyRow): SearchEntry {
  return {
    id: station.key,
    title: station.name ?? `${safetyKinds[station.kind]} ${station.mmsi}`,
    detail: `${safetyKinds[station.kind]} · MMSI ${station.mmsi}`,
    names: [String(station.mmsi), ...(station.text === null ? [] : [station.text])],
    about: ['AIS'],
    position: station.lon === null || station.lat === null ? null : [station.lon, station.lat],
    target: placeTarget('ais-station', station.key),
  };
}

import { safetyKinds } from '@kianda/contract/fleet/vessels/safety.resource';
import { vesselTypes } from '@kianda/contract/fleet/vessels/vessel-types';
import { formatFlag } from '@kianda/format';
import { wordsOf } from '@kianda/format/match';
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
      find: async ({ words }) => (await names.find(namingWords(words))).map(vesselEntry),
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

const kinds = ['embarcação', 'navio', 'barco'] as const;
const marks = { mmsi: 'MMSI', imo: 'IMO', callsign: 'indicativo', registration: 'matrícula' } as const;
const markNames = Object.keys(marks) as (keyof typeof marks)[];
const describing: ReadonlySet<string> = new Set([...kinds, ...Object.values(marks), 'VMS'].flatMap(wordsOf));

/** Words that name a vessel, without those that say what it is, or which of its numbers follows. */
function namingWords(words: readonly string[]): readonly string[] {
  const naming = words.filter((word) => !describing.has(word));
  return naming.length === 0 ? words : naming;
}

/** A name as it is typed without its blanks. */
const unbroken = (name: string | null): string => wordsOf(name ?? '').join('');

/** Mark that tells a vessel from others of its name. A vessel without an MMSI is known by the monitoring system alone. */
function markOf({ mmsi, registration, callsign }: NamedVessel): readonly (string | null)[] {
  if (mmsi !== null) return [`${marks.mmsi} ${mmsi}`];
  if (registration !== null) return ['VMS', `${marks.registration} ${registration}`];
  return callsign === null ? [] : ['VMS', `${marks.callsign} ${callsign}`];
}

function vesselEntry(vessel: NamedVessel): SearchEntry {
  const former = vessel.former_names === null ? [] : vessel.former_names.split(' · ');
  const flag = vessel.flag === null ? null : formatFlag(vessel.flag);
  const type = (vesselTypes as Readonly<Record<string, string>>)[vessel.vessel_type] ?? null;
  return {
    id: vessel.id,
    title: vessel.name ?? vessel.mmsi ?? vessel.id,
    detail: present([type, flag, ...markOf(vessel), former.length === 0 ? null : `antes ${former.join(', ')}`]).join(
      ' · ',
    ),
    names: present([
      ...former,
      ...[vessel.name, ...former].map(unbroken),
      ...[vessel.mmsi, vessel.imo, vessel.callsign, vessel.registration],
    ]),
    about: [...kinds, ...markNames.filter((mark) => vessel[mark] !== null).map((mark) => marks[mark])],
    position: vessel.lon === null || vessel.lat === null ? null : [vessel.lon, vessel.lat],
    target: { section: 'global-fishing-watch', search: { tab: 'vessels', vessel: vessel.id } },
  };
}

function safetyEntry(station: SafetyRow): SearchEntry {
  const mmsi = String(station.mmsi).padStart(9, '0');
  return {
    id: station.key,
    title: station.name ?? `${safetyKinds[station.kind]} ${mmsi}`,
    detail: `${safetyKinds[station.kind]} · MMSI ${mmsi}`,
    names: [mmsi, String(station.mmsi), ...(station.text === null ? [] : [station.text])],
    about: ['AIS'],
    position: station.lon === null || station.lat === null ? null : [station.lon, station.lat],
    target: placeTarget('ais-station', station.key),
  };
}

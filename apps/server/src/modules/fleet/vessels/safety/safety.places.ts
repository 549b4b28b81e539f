import type { Provenance } from '@kianda/contract';
import { safetyKinds } from '@kianda/contract/fleet/vessels/safety.resource';
import { formatPlainInstant } from '@kianda/format';
import { type PlaceSource, pointPlace, statedFacts } from '../../../../platform/places.ts';
import type { SafetyRow } from './safety.repository.ts';

/** Stations of safety on AIS that told where they are, as places. */
export const safetyPlaces = (
  stations: () => Promise<readonly SafetyRow[]>,
  sourceOf: (rows: readonly SafetyRow[]) => Promise<Provenance>,
): readonly PlaceSource[] => [
  {
    access: 'vessels:read',
    async list() {
      const placed = (await stations()).filter(({ lon, lat }) => lon !== null && lat !== null);
      return { places: placed.map(stationPlace), provenance: await sourceOf(placed) };
    },
  },
];

function stationPlace({ key, kind, name, mmsi, lon, lat, connector_id: connector, text, ...row }: SafetyRow) {
  return pointPlace({
    kind: 'ais-station',
    id: key,
    name: name ?? `${safetyKinds[kind]} ${mmsi}`,
    detail: safetyKinds[kind],
    position: [lon ?? 0, lat ?? 0],
    source: `AIS (${connector})`,
    facts: statedFacts({
      MMSI: String(mmsi).padStart(9, '0'),
      Texto: text,
      'Ouvida pela primeira vez': formatPlainInstant(row.first_at.toISOString()),
      'Ouvida pela última vez': formatPlainInstant(row.last_at.toISOString()),
    }),
  });
}

import type { DataOf, Provenance } from '@kianda/contract';
import type { listFishingZones, listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import {
  type ArealGeometry,
  fishingZones,
  pointInPolygon,
  polygonAreaSquareMeters,
  ports,
  zee,
  zeeAreas,
  zeeMrgid,
  zeeNotice,
} from '@kianda/geo';
import type { Answer } from '../../../platform/http/bind.ts';
import type { VesselService } from '../../fleet/vessels/index.ts';

/** Reference data are as old as the release they came with. */
export const referenceProvenance: Provenance = {
  state: 'configured',
  source: 'Dados de referência da Kianda',
  observedAt: '2026-11-01T00:00:00Z',
  retrievedAt: '2026-11-01T00:00:00Z',
};

const zones = fishingZones.map((zone) => ({
  id: zone.id,
  contains: (position: readonly [number, number]) => pointInPolygon([position[0], position[1]], zone.geometry),
}));

/** Days of presence by which a fishing zone counts as active. */
const zoneWindowDays = 7;

type ZonePresence = Pick<VesselService, 'byZone'>;

/** Fishing zones with at least one vessel present in the window; null before any presence was obtained. */
export async function activeFishingZones(vessels: ZonePresence) {
  const counts = await vessels.byZone(zones, zoneWindowDays);
  if (counts === null) return null;
  return { value: counts.value.filter((zone) => zone.vessels > 0).length, provenance: counts.provenance };
}

/** The boundary of the ZEE, and its area as each source gives it. */
export function zeeAnswer(): Answer<DataOf<typeof zeeBoundary>> {
  return {
    data: {
      boundary: collection([
        { id: 'zee', geometry: zee, properties: { name: 'ZEE de Angola', mrgid: zeeMrgid, note: zeeNotice } },
      ]),
      areas: [
        { km2: zeeAreas.configured.value, source: zeeAreas.configured.source, kind: 'configured' },
        { km2: zeeAreas.national.value, source: zeeAreas.national.source, kind: 'published' },
        { km2: zeeAreas.marineRegions.value, source: zeeAreas.marineRegions.source, kind: 'published' },
        {
          km2: polygonAreaSquareMeters(zee) / 1e6,
          source: 'Calculada sobre o polígono mostrado (aproximação de trabalho)',
          kind: 'computed',
        },
      ],
    },
    provenance: referenceProvenance,
  };
}

export function portsAnswer(): Answer<DataOf<typeof listPorts>> {
  return {
    data: {
      type: 'FeatureCollection',
      features: ports.map((port) => ({
        type: 'Feature',
        id: port.id,
        geometry: { type: 'Point', coordinates: [...port.position] as [number, number] },
        properties: { name: port.name, kind: port.kind, source: port.source },
      })),
    },
    provenance: referenceProvenance,
  };
}

/** Fishing zones, with the vessels present in each; null figures before any presence was obtained. */
export async function fishingZonesAnswer(vessels: ZonePresence): Promise<Answer<DataOf<typeof listFishingZones>>> {
  const counts = await vessels.byZone(zones, zoneWindowDays);
  const features = fishingZones.map((zone, index) => ({
    id: zone.id,
    geometry: zone.geometry,
    properties: {
      name: zone.name,
      segment: zone.segment,
      note: zone.status,
      vessels: counts?.value[index]?.vessels ?? null,
      presenceHours: counts?.value[index]?.hours ?? null,
    },
  }));
  return { data: collection(features), provenance: counts?.provenance ?? referenceProvenance };
}

type Areal =
  | { type: 'Polygon'; coordinates: [number, number][][] }
  | { type: 'MultiPolygon'; coordinates: [number, number][][][] };

function collection<P>(features: readonly { id: string; geometry: ArealGeometry; properties: P }[]) {
  return {
    type: 'FeatureCollection' as const,
    features: features.map((feature) => ({
      type: 'Feature' as const,
      id: feature.id,
      geometry: structuredClone(feature.geometry) as Areal,
      properties: feature.properties,
    })),
  };
}

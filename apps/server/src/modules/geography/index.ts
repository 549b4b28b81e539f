import type {
  MapLayerRecord,
  ProtectedAreaRecord,
  WithdrawnAreaRecord,
  WithdrawnLayerRecord,
} from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';
import {
  listFishingZones,
  listMapLayerFeatures,
  listMapLayers,
  listPorts,
  listProtectedAreas,
  zeeBoundary,
} from '@kianda/contract/geography/geography.contract';
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
import { type Bindings, bind } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { ProvenanceOf, Sink } from '../connectors/index.ts';
import type { VesselService } from '../vessels/index.ts';

import { geographyFeatures } from './geography.features.ts';
import { geographyMigrations } from './geography.migrations.ts';
import { createLayerRepository } from './layers.repository.ts';
import { createLayers } from './layers.service.ts';
import { createProtectedAreaRepository } from './protected-areas.repository.ts';
import { createProtectedAreas } from './protected-areas.service.ts';

/** Reference data are as old as the release they came with. */
const reference: Provenance = {
  state: 'live',
  source: 'Dados de referência da Kianda',
  observedAt: '2026-11-01T00:00:00Z',
  retrievedAt: '2026-11-01T00:00:00Z',
};

const zones = fishingZones.map((zone) => ({
  id: zone.id,
  contains: (position: readonly [number, number]) => pointInPolygon([position[0], position[1]], zone.geometry),
}));

/** Days of presence by which a fishing zone is judged active. */
const zoneWindowDays = 7;

/** Fishing zones with at least one vessel present in the window; null before any presence was obtained. */
export async function activeFishingZones(vessels: VesselService) {
  const counts = await vessels.byZone(zones, zoneWindowDays);
  if (counts === null) return null;
  return { value: counts.value.filter((zone) => zone.vessels > 0).length, provenance: counts.provenance };
}

export type GeographyModule = Module & {
  readonly sinks: {
    readonly protectedArea: Sink<ProtectedAreaRecord | WithdrawnAreaRecord>;
    readonly layer: Sink<MapLayerRecord | WithdrawnLayerRecord>;
  };
};

/** Front door of geography: ZEE, ports, fishing zones, protected areas, regional layers. */
export function createGeography(options: {
  platform: Platform;
  vessels: VesselService;
  provenanceOf: ProvenanceOf;
}): GeographyModule {
  const { database } = options.platform;
  const areas = createProtectedAreaRepository(database);
  const layers = createLayerRepository(database);
  const protectedAreas = createProtectedAreas(areas, options.provenanceOf, reference);
  const mapLayers = createLayers(layers, options.provenanceOf);
  return {
    name: 'geography',
    migrations: geographyMigrations,
    sinks: {
      protectedArea: async (records, origin) => {
        const written = await areas.upsert(origin.connectorId, records, origin);
        return { written, duplicates: records.length - written, newestObservedMs: origin.retrievedAtMs };
      },
      layer: async (records, origin) => {
        const written = await layers.upsert(origin.connectorId, records, origin);
        return { written, duplicates: records.length - written, newestObservedMs: origin.retrievedAtMs };
      },
    },
    bindings: bindings(options.vessels, protectedAreas, mapLayers),
    featureCollections: geographyFeatures({
      database,
      reference,
      areas: protectedAreas,
      layersProvenance: async () => (await mapLayers.list({ page: 1, pageSize: 1 })).provenance,
    }),
  };
}

function bindings(
  vessels: VesselService,
  areas: ReturnType<typeof createProtectedAreas>,
  layers: ReturnType<typeof createLayers>,
): Bindings {
  return [
    bind(zeeBoundary, async () => ({
      data: {
        boundary: collection([
          { id: 'zee', geometry: zee, properties: { name: 'ZEE de Angola', mrgid: zeeMrgid, note: zeeNotice } },
        ]),
        areas: [
          { km2: zeeAreas.configured.value, source: zeeAreas.configured.source, kind: 'configured' as const },
          { km2: zeeAreas.national.value, source: zeeAreas.national.source, kind: 'published' as const },
          { km2: zeeAreas.marineRegions.value, source: zeeAreas.marineRegions.source, kind: 'published' as const },
          {
            km2: polygonAreaSquareMeters(zee) / 1e6,
            source: 'Calculada sobre o polígono mostrado (aproximação de trabalho)',
            kind: 'computed' as const,
          },
        ],
      },
      provenance: reference,
    })),
    bind(listPorts, async () => ({
      data: {
        type: 'FeatureCollection' as const,
        features: ports.map((port) => ({
          type: 'Feature' as const,
          id: port.id,
          geometry: { type: 'Point' as const, coordinates: [...port.position] as [number, number] },
          properties: { name: port.name, kind: port.kind, source: port.source },
        })),
      },
      provenance: reference,
    })),
    bind(listFishingZones, async () => {
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
      return { data: collection(features), provenance: counts?.provenance ?? reference };
    }),
    bind(listProtectedAreas, ({ query }) => areas(query)),
    bind(listMapLayers, ({ query }) => layers.list(query)),
    bind(listMapLayerFeatures, ({ params, query }) => layers.features(params.id, query)),
  ];
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

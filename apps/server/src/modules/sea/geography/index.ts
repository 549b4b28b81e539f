import type {
  MapLayerRecord,
  ProtectedAreaRecord,
  WithdrawnAreaRecord,
  WithdrawnLayerRecord,
} from '@kianda/connectors';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import { type VesselService, vesselsModule } from '../../fleet/vessels/index.ts';
import {
  type AbsenceOf,
  connectorsModule,
  type ProvenanceOf,
  recordSinks,
  type Sink,
  type StoredQuality,
  storedQuality,
} from '../../ingestion/connectors/index.ts';
import { geographyFeatures } from './features.collections.ts';
import { geographyMigrations } from './geography.migrations.ts';
import { geographyPlaces } from './geography.places.ts';
import { geographyBindings } from './geography.routes.ts';
import { geographySearches } from './geography.searches.ts';
import { createLayerRepository } from './layers.repository.ts';
import { createLayers, layerSink } from './layers.service.ts';
import { createProtectedAreaRepository } from './protected-areas.repository.ts';
import { createProtectedAreas, type NamedArea, protectedAreaSink, protectedSea } from './protected-areas.service.ts';
import { activeFishingZones, referenceProvenance } from './reference.service.ts';
import { createRegionalLines, type RegionalLineReading } from './regional-lines.service.ts';
import { geographyQuality } from './stored-quality.repository.ts';

export type { NamedArea } from './protected-areas.service.ts';
export type { RegionalLineReading } from './regional-lines.service.ts';

export type GeographyModule = Module & {
  /** Existing protected areas of the sea, of the register or of the built-in list. */
  protectedSea(): Promise<readonly NamedArea[]>;
  /** Lines of the regional layers. */
  readonly regionalLines: RegionalLineReading;
  readonly sinks: {
    readonly protectedArea: Sink<ProtectedAreaRecord | WithdrawnAreaRecord>;
    readonly layer: Sink<MapLayerRecord | WithdrawnLayerRecord>;
  };
  /** The rules of quality over all areas and layers that are stored. */
  readonly quality: readonly StoredQuality[];
};

/** Front door of geography: ZEE, ports, fishing zones, protected areas, regional layers. */
export function createGeography(options: {
  platform: Platform;
  vessels: VesselService;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
}): GeographyModule {
  const { database } = options.platform;
  const areas = createProtectedAreaRepository(database);
  const layers = createLayerRepository(database);
  const protectedAreas = createProtectedAreas(areas, options.provenanceOf, referenceProvenance);
  const mapLayers = createLayers(layers, options.provenanceOf, options.absenceOf);
  const places = geographyPlaces(protectedAreas);
  return {
    name: 'geography',
    migrations: geographyMigrations,
    sinks: { protectedArea: protectedAreaSink(areas), layer: layerSink(layers) },
    quality: geographyQuality(database),
    protectedSea: () => protectedSea(protectedAreas),
    regionalLines: createRegionalLines(layers),
    bindings: geographyBindings({ vessels: options.vessels, areas: protectedAreas, layers: mapLayers }),
    places,
    searches: geographySearches(places, options.platform.clock),
    featureCollections: geographyFeatures({
      database,
      reference: referenceProvenance,
      areas: protectedAreas,
      layersProvenance: async () => (await mapLayers.list({ page: 1, pageSize: 1 })).provenance,
    }),
  };
}

export const geographyModule = defineModule({
  name: 'geography',
  needs: { connectors: connectorsModule, vessels: vesselsModule },
  fills: { sinks: recordSinks, storedQuality },
  offers: ['activeFishingZones', 'protectedSea', 'regionalLines'],
  create({ platform, needs: { connectors, vessels } }) {
    const geography = createGeography({
      platform,
      vessels: vessels.service,
      provenanceOf: connectors.provenanceOf,
      absenceOf: connectors.absenceOf,
    });
    return {
      manifest: geography,
      offers: {
        activeFishingZones: () => activeFishingZones(vessels.service),
        protectedSea: geography.protectedSea,
        regionalLines: geography.regionalLines,
      },
      fills: {
        sinks: { 'protected-area': geography.sinks.protectedArea, 'map-layer': geography.sinks.layer },
        storedQuality: geography.quality,
      },
    };
  },
});

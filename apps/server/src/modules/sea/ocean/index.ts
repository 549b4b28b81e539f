import type { GridSlice, ProductRecord, ProfileRecord, StationSeries } from '@kianda/connectors';
import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { stations } from '@kianda/geo';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import {
  type AbsenceOf,
  connectorsModule,
  type ProvenanceOf,
  recordSinks,
  type Sink,
  type StoredQuality,
  storedQuality,
} from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { createCastRepository } from './casts.repository.ts';
import { type CastReading, castReading } from './casts.service.ts';
import { climateReading, type OceanClimate } from './climate.service.ts';
import { type CoastFigures, createCoastFigureRepository } from './coast-figures.repository.ts';
import { createCoastalStationRepository } from './coastal-stations.repository.ts';
import { createCoastalStationService } from './coastal-stations.service.ts';
import { oceanCollections } from './collections/index.ts';
import { derivedAudit } from './derived/audit-entries.ts';
import { createDerived, type DerivedOptions } from './derived/index.ts';
import { fieldDays, type StoredDays } from './field-days.service.ts';
import { createFieldStore } from './field-store/field-store.ts';
import { frameReading, type OceanFrameReading } from './frames.service.ts';
import { oceanChanges } from './ocean.changes.ts';
import { oceanMigrations } from './ocean.migrations.ts';
import { oceanPlaces, oceanSearches } from './ocean.places.ts';
import { createOceanRepository } from './ocean.repository.ts';
import { oceanBindings } from './ocean.routes.ts';
import { createOceanService, type OceanService } from './ocean.service.ts';
import { createProductCatalogue, type ProductCatalogue } from './product-catalogue.repository.ts';
import { createProductRepository } from './products.repository.ts';
import { createProductService, type ProductService } from './products.service.ts';
import { createProfileRepository } from './profiles.repository.ts';
import { createProfileService } from './profiles.service.ts';
import { createCellCountRepository } from './quality/cell-counts.repository.ts';
import { cellCountJob, createCellCounter } from './quality/cell-counts.ts';
import { oceanQuality } from './quality/stored-quality.repository.ts';
import { gridSliceSink, stationSeriesSink } from './sinks/fields-and-stations.ts';
import { productSink } from './sinks/products.ts';
import { profileSink } from './sinks/profiles.ts';
import { sourceBindings } from './sources.routes.ts';
import { createTideGaugeRepository } from './tide-gauges.repository.ts';
import { createTideGaugeService } from './tide-gauges.service.ts';

export type { Cast, CastReading } from './casts.service.ts';
export type { DailyFields, FieldClimate, OceanClimate } from './climate.service.ts';
export { dailyVariable } from './climate.service.ts';
export type { DerivedOptions } from './derived/index.ts';
export type { StoredDays } from './field-days.service.ts';
export type { FrameOrigin, FramePeriod, OceanFrame, OceanFrameReading, OceanFrames } from './frames.service.ts';
export type { OceanService } from './ocean.service.ts';
export type { ProductCatalogue, ProductRow, ProductSearch } from './product-catalogue.repository.ts';
export { missingProducts } from './products.service.ts';
export { fieldSources } from './sources.rules.ts';
export { zeeCellCount } from './zee-statistics.rules.ts';

export type OceanModule = Module & {
  /** Brings derived products up to date, as the job does. */
  readonly derive: ReturnType<typeof createDerived>['derive'];
  readonly service: OceanService;
  readonly climate: OceanClimate;
  readonly frames: OceanFrameReading;
  /** Measurements of floats and cruises below the surface. */
  readonly casts: CastReading;
  /** Fields of a variable in a period, one a day; null where none is stored. */
  daysOf(variable: FieldVariable, from: Date, to: Date): Promise<StoredDays | null>;
  /** A mark of each variable's stored fields, for those who keep what was made of them. */
  fieldMarks(variables: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly products: ProductService;
  readonly catalogue: ProductCatalogue;
  /** Waves, tides and levels at the coast. */
  readonly coastFigures: CoastFigures;
  readonly sinks: {
    readonly gridSlice: Sink<GridSlice>;
    readonly stationSeries: Sink<StationSeries>;
    readonly profile: Sink<ProfileRecord>;
    readonly product: Sink<ProductRecord>;
  };
  /** The rules of quality over all fields, series, profiles and products that are stored. */
  readonly quality: readonly StoredQuality[];
};

/** Front door of the ocean: gridded fields, stations and their series. */
export function createOcean(options: {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
  providerOf: (connectorId: string) => string;
  derived: DerivedOptions;
}): OceanModule {
  const { platform, provenanceOf, absenceOf, providerOf } = options;
  const repository = createOceanRepository(platform.database);
  const productRepository = createProductRepository(platform.database);
  const products = createProductService(productRepository, provenanceOf, absenceOf, platform.clock);
  const gaugeRepository = createTideGaugeRepository(platform.database);
  const gauges = createTideGaugeService(gaugeRepository, provenanceOf, absenceOf, platform.clock);
  const coastRepository = createCoastalStationRepository(platform.database);
  const coast = createCoastalStationService(coastRepository, provenanceOf, absenceOf, platform.clock);
  const places = oceanPlaces({
    gauges: { list: gauges.list, stored: gaugeRepository.list },
    coast: { list: coast.list, stored: coastRepository.stations },
    provenanceOf,
  });
  const profiles = createProfileRepository(platform.database);
  const fields = createFieldStore(platform.storage);
  const context = { repository, fields, provenanceOf, absenceOf, providerOf, clock: platform.clock };
  const service = createOceanService(context);
  const cellCounts = createCellCountRepository(platform.database);
  const derived = createDerived(platform, provenanceOf, options.derived);
  return {
    name: 'ocean',
    migrations: oceanMigrations,
    bindings: [
      ...oceanBindings(service),
      ...sourceBindings({
        profiles: createProfileService(profiles, provenanceOf, absenceOf, platform.clock),
        ...{ gauges, products, coast },
      }),
      ...derived.bindings,
    ],
    jobs: [...derived.jobs, cellCountJob(cellCounts, fields)],
    changes: oceanChanges(repository),
    places,
    searches: oceanSearches(places, platform.clock),
    quality: oceanQuality(platform.database),
    collections: oceanCollections(platform.database, fields),
    derive: derived.derive,
    service,
    climate: climateReading(context),
    frames: frameReading(context, derived.reading),
    casts: castReading(createCastRepository(platform.database), provenanceOf, absenceOf),
    daysOf: (variable, from, to) => fieldDays(context, variable, { from, to }),
    fieldMarks: context.repository.marks,
    products,
    catalogue: createProductCatalogue(platform.database),
    coastFigures: createCoastFigureRepository(platform.database),
    sinks: {
      gridSlice: gridSliceSink({
        repository,
        fields,
        history: derived.history,
        countCells: createCellCounter(cellCounts),
      }),
      stationSeries: stationSeriesSink(repository, gaugeRepository, coastRepository),
      profile: profileSink(profiles),
      product: productSink(productRepository),
    },
    start: () =>
      repository.replaceStations(
        stations.map((station, ordinal) => ({
          id: station.id,
          name: station.name,
          kind: station.kind,
          lon: station.position[0],
          lat: station.position[1],
          depth_meters: station.depthMeters,
          ordinal,
        })),
      ),
  };
}

export const oceanModule = defineModule({
  name: 'ocean',
  needs: { audit: auditModule, connectors: connectorsModule },
  fills: { sinks: recordSinks, storedQuality },
  offers: [
    ...(['derive', 'service', 'climate', 'frames', 'casts', 'daysOf', 'fieldMarks'] as const),
    ...(['products', 'catalogue', 'coastFigures'] as const),
  ],
  create({ platform, jobs, needs: { audit, connectors } }) {
    const { provenanceOf, absenceOf, providerOf, creditOf, secondsARequest } = connectors;
    const ocean = createOcean({
      platform,
      provenanceOf,
      absenceOf,
      providerOf,
      derived: { queue: () => jobs, creditOf, secondsARequest, audit: derivedAudit(audit) },
    });
    const { gridSlice, stationSeries, profile, product } = ocean.sinks;
    return {
      manifest: ocean,
      offers: ocean,
      fills: {
        sinks: { 'grid-slice': gridSlice, 'station-series': stationSeries, profile, product },
        storedQuality: ocean.quality,
      },
    };
  },
});

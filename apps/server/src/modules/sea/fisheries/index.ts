import type { CatchRecord, LandingRecord } from '@kianda/connectors';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import {
  type AbsenceOf,
  connectorsModule,
  type Origin,
  type ProvenanceOf,
  recordSinks,
  type Sink,
  type StoredQuality,
  storedQuality,
} from '../../ingestion/connectors/index.ts';
import { fisheriesCollections } from './catalogue.collections.ts';
import { createCatchRepository } from './catches.repository.ts';
import { catchSink, createCatchService } from './catches.service.ts';
import { landingFeatures } from './features.collections.ts';
import { fisheriesMigrations } from './fisheries.migrations.ts';
import { createFisheriesRepository, createSpeciesCatchRepository } from './fisheries.repository.ts';
import { fisheriesBindings } from './fisheries.routes.ts';
import { createFisheriesService, landingSink, newestCatch, type YearlyCatch } from './fisheries.service.ts';
import { catchesMark, type LearningCatches, learningCatches } from './learning-catches.repository.ts';
import { fisheriesQuality } from './stored-quality.repository.ts';

export type { YearlyCatch } from './fisheries.service.ts';
export type { LearningCatches } from './learning-catches.repository.ts';

export type FisheriesModule = Module & {
  readonly sink: Sink<LandingRecord>;
  readonly catchSink: Sink<CatchRecord>;
  /** Stores catches that another module answers for. */
  recordCatches(records: readonly CatchRecord[], origin: Origin): Promise<void>;
  /** Catches with their effort, that models learn from. */
  learningCatches(): Promise<LearningCatches>;
  /** A mark of them, for those who keep what was made of them. */
  catchesMark(): Promise<string>;
  /** Catch of the newest year by species; null while there is none. */
  newestCatch(): Promise<YearlyCatch | null>;
  /** The rules of quality over all landings and catches that are stored. */
  readonly quality: readonly StoredQuality[];
};

/** Front door of fisheries: catch by year and species, zones, published figures. */
export function createFisheries(options: {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
  providerOf: (connectorId: string) => string;
}): FisheriesModule {
  const { database } = options.platform;
  const repository = { ...createFisheriesRepository(database), ...createSpeciesCatchRepository(database) };
  const catches = createCatchRepository(database);
  const service = createFisheriesService(repository, options.provenanceOf, options.absenceOf);
  return {
    name: 'fisheries',
    migrations: fisheriesMigrations,
    collections: fisheriesCollections(database),
    sink: landingSink(repository),
    catchSink: catchSink(catches),
    async recordCatches(records, origin) {
      await catches.upsert(origin.connectorId, records, origin);
    },
    learningCatches: () => learningCatches(database, options.providerOf),
    catchesMark: () => catchesMark(database),
    newestCatch: () => newestCatch(repository),
    quality: fisheriesQuality(database),
    featureCollections: [landingFeatures(database, service.provenance)],
    bindings: fisheriesBindings(service, createCatchService(catches, options.provenanceOf)),
  };
}

export const fisheriesModule = defineModule({
  name: 'fisheries',
  needs: { connectors: connectorsModule },
  fills: { sinks: recordSinks, storedQuality },
  offers: ['recordCatches', 'learningCatches', 'catchesMark', 'newestCatch'],
  create({ platform, needs: { connectors } }) {
    const fisheries = createFisheries({
      platform,
      provenanceOf: connectors.provenanceOf,
      absenceOf: connectors.absenceOf,
      providerOf: connectors.providerOf,
    });
    return {
      manifest: fisheries,
      offers: fisheries,
      fills: {
        sinks: { landing: fisheries.sink, catch: fisheries.catchSink },
        storedQuality: fisheries.quality,
      },
    };
  },
});

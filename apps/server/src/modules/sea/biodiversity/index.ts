import type { OccurrenceRecord, SpecimenRecord, TaxonRecord, WantedTaxon } from '@kianda/connectors';
import type { Sourced } from '@kianda/contract';
import type { ListRecorder } from '../../../platform/http/list-file.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import {
  type AbsenceOf,
  connectorsModule,
  type ProvenanceOf,
  type Origin as RecordOrigin,
  recordSinks,
  type Sink,
  type StoredQuality,
  storedQuality,
  wantedTaxa,
} from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { biodiversityMigrations } from './biodiversity.migrations.ts';
import { createBiodiversityRepository } from './biodiversity.repository.ts';
import { biodiversityBindings } from './biodiversity.routes.ts';
import { biodiversitySearches } from './biodiversity.searches.ts';
import { createBiodiversityService, occurrenceSink } from './biodiversity.service.ts';
import { occurrenceCollection } from './catalogue.collections.ts';
import { createDiversityRepository } from './diversity.repository.ts';
import { diversityBindings } from './diversity.routes.ts';
import { createDiversityService } from './diversity.service.ts';
import { occurrenceFeatures } from './features.collections.ts';
import { type LearningOccurrences, learningOccurrences, occurrencesMark } from './learning-occurrences.repository.ts';
import { type LearningSpecimens, learningSpecimens, specimensMark } from './learning-specimens.repository.ts';
import { createRegisterRepository } from './register.repository.ts';
import { createSpeciesRepository } from './species.repository.ts';
import { createSpeciesService } from './species.service.ts';
import { createSpeciesOccurrences, type SpeciesOccurrences } from './species-occurrences.repository.ts';
import { createSpecimenList } from './specimen-list.repository.ts';
import { createSpecimenRepository, specimenSink } from './specimens.repository.ts';
import { specimenBindings } from './specimens.routes.ts';
import { createTaxaService, taxonSink } from './taxa.service.ts';
import { type NamedTaxon, readTaxonNames } from './taxon-names.repository.ts';

export type { LearningOccurrences } from './learning-occurrences.repository.ts';
export type { LearningSpecimens } from './learning-specimens.repository.ts';
export type { SpeciesOccurrence, SpeciesOccurrences } from './species-occurrences.repository.ts';

export type BiodiversityModule = Module & {
  readonly sink: Sink<OccurrenceRecord>;
  readonly taxonSink: Sink<TaxonRecord>;
  readonly specimenSink: Sink<SpecimenRecord>;
  /** The rules of quality over all occurrences and taxa that are stored. */
  readonly quality: readonly StoredQuality[];
  /** Stores occurrences that another module answers for. */
  recordOccurrences(records: readonly OccurrenceRecord[], origin: RecordOrigin): Promise<void>;
  /** Accepted taxa with their names, the most recorded first. */
  namedTaxa(): Promise<readonly NamedTaxon[]>;
  /** Distinct species recorded. */
  speciesCount(): Promise<Sourced<number>>;
  /** Occurrences of accepted species that models learn from. */
  learningOccurrences(): Promise<LearningOccurrences>;
  /** A mark of them, for those who keep what was made of them. */
  occurrencesMark(): Promise<string>;
  /** Animals that were measured, that models learn from. */
  learningSpecimens(): Promise<LearningSpecimens>;
  specimensMark(): Promise<string>;
  /** Species that are recorded, and the records of one as they are stored. */
  readonly speciesRecords: SpeciesOccurrences;
  /** Names of occurrences that the register was not searched for yet, most recorded first. */
  wantedTaxa(): Promise<readonly WantedTaxon[]>;
};

/** Front door of biodiversity: taxa, their names in the register, and their occurrences. */
export function createBiodiversity(options: {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
  providerOf: (connectorId: string) => string;
  /** Absent: files that are taken away are not audited. */
  audit?: ListRecorder;
}): BiodiversityModule {
  const { platform, provenanceOf, absenceOf, providerOf } = options;
  const { clock, database, events } = platform;
  const repository = createBiodiversityRepository(database);
  const register = createRegisterRepository(database);
  const service = createBiodiversityService({ repository, register, provenanceOf, absenceOf, clock });
  const specimens = createSpecimenRepository(database);
  const taxa = createTaxaService(database);
  const species = createSpeciesService(createSpeciesRepository(database), clock);
  let stopRecounting: (() => void) | null = null;

  return {
    name: 'biodiversity',
    migrations: biodiversityMigrations,
    collections: [occurrenceCollection(database)],
    searches: biodiversitySearches({ taxa: () => readTaxonNames(database), clock }),
    sink: occurrenceSink(repository),
    taxonSink: taxonSink(register),
    specimenSink: specimenSink(specimens),
    quality: repository.quality,
    async recordOccurrences(records, origin) {
      await repository.upsert(origin.connectorId, records, origin);
    },
    namedTaxa: () => readTaxonNames(database),
    speciesCount: service.speciesCount,
    learningOccurrences: () => learningOccurrences(database, new Date(clock.nowMs())),
    occurrencesMark: () => occurrencesMark(database, new Date(clock.nowMs())),
    learningSpecimens: () => learningSpecimens(database, providerOf),
    specimensMark: () => specimensMark(database),
    speciesRecords: createSpeciesOccurrences(database),
    wantedTaxa: () => register.wanted(),
    featureCollections: [occurrenceFeatures(database, async () => (await service.summary()).provenance)],
    async start() {
      stopRecounting = service.recountWhenStored(events);
    },
    async stop() {
      stopRecounting?.();
      stopRecounting = null;
    },
    bindings: [
      ...biodiversityBindings({ service, repository, taxa, species, clock, audit: options.audit }),
      ...diversityBindings({
        service: createDiversityService(createDiversityRepository(database), clock),
        provenance: async () => (await service.summary()).provenance,
        clock,
      }),
      ...specimenBindings({
        ...{ specimens, list: createSpecimenList(database), clock, audit: options.audit, provenanceOf, absenceOf },
      }),
    ],
  };
}

export const biodiversityModule = defineModule({
  name: 'biodiversity',
  needs: { audit: auditModule, connectors: connectorsModule },
  fills: { sinks: recordSinks, wantedTaxa, storedQuality },
  offers: [
    'recordOccurrences',
    'namedTaxa',
    'speciesCount',
    'learningOccurrences',
    'occurrencesMark',
    'learningSpecimens',
    'specimensMark',
    'speciesRecords',
  ],
  create({ platform, needs: { audit, connectors } }) {
    const biodiversity = createBiodiversity({
      platform,
      provenanceOf: connectors.provenanceOf,
      absenceOf: connectors.absenceOf,
      providerOf: connectors.providerOf,
      audit,
    });
    return {
      manifest: biodiversity,
      offers: biodiversity,
      fills: {
        sinks: { occurrence: biodiversity.sink, taxon: biodiversity.taxonSink, specimen: biodiversity.specimenSink },
        wantedTaxa: biodiversity.wantedTaxa,
        storedQuality: biodiversity.quality,
      },
    };
  },
});

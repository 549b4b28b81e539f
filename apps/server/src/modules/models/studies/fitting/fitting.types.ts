import type { featureSets } from '@kianda/contract/models/studies/study-parameters';
import type { StudyCandidate, StudyEvidence, StudyMap } from '@kianda/contract/models/studies/study-results';
import type { MaxentModel } from '@kianda/science/models/maxent/maxent';
import type { LearningColumn } from '../../models/index.ts';

export type FeatureSet = (typeof featureSets)[number];
export type Combination = { readonly features: FeatureSet; readonly beta: number };

/** Rows of a study, as plain data for a thread. */
export type StudyRows = {
  readonly columns: readonly LearningColumn[];
  /** 1 of a presence, 0 of the background. */
  readonly presence: Uint8Array;
};

export type TuneTask = StudyRows & {
  readonly kind: 'tune';
  readonly folds: Int32Array;
  readonly combinations: readonly Combination[];
};

export type MapTask = StudyRows & {
  readonly kind: 'map';
  readonly combination: Combination;
  /** Variables of the scenario at the cells that have all of them. */
  readonly cells: readonly LearningColumn[];
  readonly seed: number;
};

export type ProveTask = StudyRows & {
  readonly kind: 'prove';
  readonly folds: Int32Array;
  readonly combination: Combination;
  readonly nullModels: number;
  readonly seed: number;
};

export type FitTask = TuneTask | MapTask | ProveTask;

export type MappedStudy = {
  readonly model: MaxentModel;
  /** Suitability (cloglog), 0–1, and similarity with the training rows (MESS), per cent, in the order of the cells. */
  readonly value: Float32Array;
  readonly novelty: Float32Array;
  readonly curves: StudyMap['curves'];
  readonly importance: StudyMap['importance'];
  readonly thresholds: StudyMap['thresholds'];
};

export type FitAnswer =
  | { readonly kind: 'tune'; readonly candidates: readonly StudyCandidate[] }
  | ({ readonly kind: 'map' } & MappedStudy)
  | { readonly kind: 'prove'; readonly evidence: StudyEvidence | null };

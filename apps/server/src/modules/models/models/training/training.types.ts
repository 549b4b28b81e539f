import type {
  ModelCurve,
  ModelFeature,
  ModelSkill,
  ModelSlice,
  ModelType,
} from '@kianda/contract/models/registry/models.contract';
import type { GlmModel } from '@kianda/science/models/glm/glm';
import type { FeatureClass } from '@kianda/science/models/maxent/features';
import type { MaxentModel } from '@kianda/science/models/maxent/maxent';
import type { Column } from '@kianda/science/models/shared/columns';
import type { TreeModel } from '@kianda/science/models/trees/tree';
import type { DriftReference } from '../drift/drift.types.ts';
import type { LambdasFitted, OnnxFitted } from '../foreign/foreign.types.ts';

/** A column of a table, with what people read of it. */
export type LearningColumn = Column & {
  readonly label: string;
  readonly unit: string | null;
  /** Names of the codes of a category. */
  readonly categories?: readonly string[];
};

/** How rows are held out: whole blocks of the sea, or what came later. */
export type LearningSplit =
  | { readonly kind: 'spatial_blocks'; readonly longitudes: Float64Array; readonly latitudes: Float64Array }
  /** `gapMs`: how much later than its row a target is known; nothing is trained on targets of the time that is tested. */
  | { readonly kind: 'temporal'; readonly times: Float64Array; readonly gapMs: number };

export type LearningTarget =
  | { readonly task: 'presence'; readonly values: Float64Array }
  | {
      readonly task: 'number';
      readonly values: Float64Array;
      readonly unit: string;
      readonly isLogged: boolean;
      /** Column that the number is learned as a change from: trees know no trend, and what persists needs no learning. */
      readonly changeFrom?: string;
    }
  | { readonly task: 'classes'; readonly values: Float64Array; readonly classes: readonly string[] };

/** A simple method for comparison, with its prediction of each row from other rows. */
export type Baseline =
  | { readonly name: string; readonly kind: 'mean' | 'most-frequent' | 'linear' }
  /** The mean of the rows of the same category. */
  | { readonly name: string; readonly kind: 'mean-of'; readonly column: string }
  /** The value of a column as it is. */
  | { readonly name: string; readonly kind: 'column'; readonly column: string };

/** `features` of MaxEnt: its classes; absent: chosen by the number of presences. */
export type Method =
  | { readonly kind: 'maxent'; readonly features?: readonly FeatureClass[] }
  | { readonly kind: 'forest' }
  | { readonly kind: 'boosting' }
  /** Linear regression with a ridge, of a number. */
  | { readonly kind: 'linear' };

/** All that a worker needs: the same task gives the same version, to the bit. */
export type TrainingTask = {
  readonly modelType: ModelType;
  /** Each is measured on the rows held out; the one that measures best is taken, of equal ones the first. */
  readonly methods: readonly Method[];
  readonly seed: number;
  /** Trees of a forest, `usualTrees` when absent; boosting has half as many more. */
  readonly trees?: number | undefined;
  readonly columns: readonly LearningColumn[];
  readonly target: LearningTarget;
  readonly split: LearningSplit;
  readonly baseline: Baseline;
};

/** A column as a prediction needs it. */
export type ArtefactColumn = Pick<LearningColumn, 'name' | 'kind' | 'label' | 'unit' | 'categories'>;

/** A fit that scores rows here. */
export type Fitted =
  /** `members`: the same method without each part of the rows in turn; how far they differ is the uncertainty. */
  | { readonly kind: 'maxent'; readonly model: MaxentModel; readonly members?: readonly MaxentModel[] }
  /** `from`: column that the model's answer is added to. */
  | { readonly kind: 'trees'; readonly model: TreeModel; readonly from?: string }
  /** `fill`: what stands for a missing value, by column. */
  | {
      readonly kind: 'linear';
      readonly model: GlmModel;
      readonly fill: Readonly<Record<string, number>>;
      readonly from?: string;
    }
  | LambdasFitted;

/** Scores that come from elsewhere. */
export type Scorer = { readonly kind: 'scorer'; readonly score: (columns: readonly Column[]) => Float64Array };

/** A version whose scores can be computed here and now. */
export type ReadyArtefact = Omit<ModelArtefact, 'fitted'> & { readonly fitted: Fitted | Scorer };

/** The file of a version: plain data, the same after JSON but for a file of ONNX, which stands behind it. */
export type ModelArtefact = {
  readonly format: 1;
  readonly modelType: ModelType;
  readonly columns: readonly ArtefactColumn[];
  readonly fitted: Fitted | OnnxFitted;
  readonly classes: readonly string[];
  readonly unit: string | null;
  readonly isLogged: boolean;
  /** Quantiles of each continuous column of the training rows, for the similarity of what is asked. */
  readonly reference: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** The middle 80 % of observed − predicted on rows held out, in the unit of the score; null of chances. */
  readonly residuals: readonly [low: number, high: number] | null;
};

export type TrainedVersion = {
  readonly algorithm: string;
  readonly skill: ModelSkill;
  readonly features: readonly ModelFeature[];
  readonly curves: readonly ModelCurve[];
  readonly slices: readonly ModelSlice[];
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly artefact: ModelArtefact & { readonly fitted: Fitted };
  readonly reference: DriftReference;
  readonly rows: number;
};

import type { ModelSkill, ModelType } from '@kianda/contract/models/registry/models.contract';
import type { Grid, Position } from '@kianda/geo';
import type { EnvironmentField } from '../tables/environment.ts';
import type { TableSource } from '../tables/learning-table.types.ts';
import type { ModelArtefact } from '../training/training.types.ts';

export type ScoreOptions = {
  /** By default the version in use. */
  readonly version?: number | undefined;
  /** By default 0.1. */
  readonly cellDegrees?: number | undefined;
  /** 1–12; by default that of today. Of models without a month it changes nothing. */
  readonly month?: number | undefined;
  /** How far ahead; a version knows only its own. */
  readonly horizonDays?: number | undefined;
  /** Inputs that are the same in every cell, in place of those looked up: the species of the abundance, a depth. */
  readonly inputs?: Readonly<Record<string, number | string>> | undefined;
  /** Of a classifier: the values are the chances of these classes together, in place of the likeliest one. */
  readonly chanceOf?: readonly string[] | undefined;
};

/** Whence a spread comes: trees apart, the interval of the rows held out, parts of the sea left out, or the chance of another class. */
export type SpreadKind = 'trees' | 'interval' | 'blocks' | 'chance';

/** A version's predictions at every cell of the ZEE. NaN outside it, or where an input has no value. */
export type ScoredGrid = {
  readonly type: ModelType;
  readonly version: number;
  readonly algorithm: string;
  readonly isSimulated: boolean;
  readonly skill: ModelSkill;
  readonly cellDegrees: number;
  /** Centre of the first cell; row 0 is in the south. */
  readonly west: number;
  readonly south: number;
  readonly columns: number;
  readonly rows: number;
  /** Number in `unit`, chance of presence, or place of the likeliest class in `classes`. */
  readonly value: Float32Array;
  readonly unit: string | null;
  readonly classes: readonly string[];
  /** In the unit of the value: deviation of the trees, or half of the 80 % interval; of classes 1 − the chance. */
  readonly spread: Float32Array | null;
  readonly spreadKind: SpreadKind | null;
  /** MESS, per cent: below nought the cell is unlike anything that the version learned from. */
  readonly novelty: Float32Array | null;
  /** Labels of inputs that are known nowhere; the method made do without them. */
  readonly without: readonly string[];
  /** Stores that the inputs were looked up in. */
  readonly sources: readonly TableSource[];
  /** Last instant of the input that reaches least far; null where nothing was looked up. */
  readonly oldestInputAt: Date | null;
};

/** Lags of the forecaster at the cells of the daily fields, all at the newest day. */
export type LagTable = {
  readonly cells: readonly Position[];
  readonly lags: Readonly<Record<string, Float64Array>>;
};

/** All that a thread needs to predict the cells of a grid. */
export type ScoringTask = {
  readonly artefact: ModelArtefact;
  readonly grid: Grid;
  readonly fields: readonly EnvironmentField[];
  readonly lags: LagTable | null;
  /** Inputs that are the same in every cell. */
  readonly constants: Readonly<Record<string, number>>;
  /** Places in `classes` whose chances are added up; absent: the likeliest class is told. */
  readonly chanceOf?: readonly number[] | undefined;
  /** Scores of a file of ONNX, of every table that the work asks for; absent: it says which. */
  readonly given?: readonly Float64Array[] | undefined;
};

export type ScoredCells = Pick<ScoredGrid, 'value' | 'spread' | 'spreadKind' | 'novelty' | 'without'>;

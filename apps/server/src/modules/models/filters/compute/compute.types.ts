import type { FilterRule, FilterType } from '@kianda/contract/models/filters/filter-types';
import type { FilterStep } from '@kianda/contract/models/filters/filters.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { ArealGeometry, Position } from '@kianda/geo';
import type { CellLattice } from '@kianda/science/planning/cell-regions';
import type { FishingLimits } from '../../../fleet/surveillance/index.ts';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { DailyFields, FieldClimate } from '../../../sea/ocean/index.ts';
import type { ScoredGrid, ScoreOptions } from '../../models/index.ts';

/** Stores of the platform besides its models. */
export type FilterStores = {
  scoreGrid(type: ModelType, options: ScoreOptions, signal: AbortSignal): Promise<ScoredGrid>;
  /** Names of the values of a version's category; empty where it has none such. */
  categories(type: ModelType, version: number | null, column: string): Promise<readonly string[]>;
  inUse(type: ModelType): Promise<number | null>;
  occurrences(): Promise<LearningOccurrences>;
  dailyTemperature(): Promise<DailyFields | null>;
  /** Depth of the sea bed, m; null where no survey of it is stored. */
  seabed(): Promise<Pick<FieldClimate, 'grid' | 'mean'> | null>;
  fishingLimits(day: string): Promise<FishingLimits>;
  /** Places of fishing events since an instant. */
  fishingPlaces(since: Date): Promise<readonly Position[]>;
  structures(at: Date): Promise<readonly Position[]>;
  protectedAreas(): Promise<readonly { readonly name: string; readonly geometry: ArealGeometry }[]>;
};

export type Computing = {
  readonly type: FilterType;
  readonly rule: FilterRule;
  readonly stores: FilterStores;
  readonly now: Date;
  readonly signal: AbortSignal;
  progress(share: number, message: string): Promise<void>;
};

/** Cells that a filter found, before it is made into points and polygons. */
export type Outcome = {
  /** The model that the confidence is told of. */
  readonly scored: ScoredGrid;
  readonly lattice: CellLattice;
  /** 1: inside the ZEE and the area asked for. */
  readonly asked: Uint8Array;
  /** NaN where it has none. */
  readonly value: Float32Array;
  readonly chosen: Uint8Array;
  readonly threshold: number;
  readonly unit: string | null;
  /** Name of the value of a cell. */
  readonly valueName: string;
  readonly method: string;
  readonly steps: readonly FilterStep[];
  readonly notes: readonly string[];
  /** Cells that become points, the most important first; absent: the chosen ones by falling value. */
  readonly places?: readonly number[];
  /** Words about a cell alone. */
  readonly noteOf?: (cell: number) => string | null;
};

/** A rule that can't be followed with what is stored, with what to do. */
export class ImpossibleRule extends Error {}

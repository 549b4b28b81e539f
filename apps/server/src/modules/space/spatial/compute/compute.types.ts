import type { GeoGeometry } from '@kianda/connectors';
import type {
  AnalysisStatistic,
  LayerAttribute,
  LegendClass,
  PriorityTable,
} from '@kianda/contract/space/spatial/analysis-results';
import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import type { Grid } from '@kianda/geo';

/** Features of an input as they cross into the thread: places as WKB one after the other, and what is said of each. */
export type FeatureSet = {
  readonly kind: 'features';
  readonly title: string;
  readonly wkb: Uint8Array;
  /** Where each place begins in `wkb`, and where the last ends. */
  readonly offsets: Uint32Array;
  readonly names: readonly string[];
  /** Numeric attributes by name; NaN where a feature has none. */
  readonly numbers: Readonly<Record<string, Float64Array>>;
};

/** A field of an input: row-major, south → north, NaN missing. */
export type RasterInput = {
  readonly kind: 'raster';
  readonly title: string;
  readonly unit: string;
  readonly grid: Grid;
  readonly values: Float32Array;
};

/** Currents over time, for drift. */
export type CurrentsInput = {
  readonly kind: 'currents';
  readonly title: string;
  readonly grid: Grid;
  readonly timesMs: readonly number[];
  readonly east: readonly Float32Array[];
  readonly north: readonly Float32Array[];
};

export type InputData = FeatureSet | RasterInput | CurrentsInput;

export type ComputeTask = {
  readonly type: AnalysisType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, InputData>>;
  /** Cells of a grid at most, and memory that may be taken. */
  readonly mostCells: number;
  readonly mostBytes: number;
};

type Value = string | number | boolean | null;
export type DrawnFeature = { readonly geometry: GeoGeometry; readonly properties: Readonly<Record<string, Value>> };

/** Features one after the other in a few arrays: places as WKB, their boxes, and properties as the text of a JSON object. */
export type PackedFeatures = {
  readonly count: number;
  readonly wkb: Uint8Array;
  readonly texts: Uint8Array;
  /** Where each place and each text begins, and where the last ends. */
  readonly wkbStarts: Float64Array;
  readonly textStarts: Float64Array;
  /** West, south, east and north of each. */
  readonly bounds: Float64Array;
};

type Drawn = { readonly id: string; readonly title: string; readonly legend: readonly LegendClass[] };

/** A layer of features as a kind of analysis makes it. */
export type VectorDraft = Drawn & {
  readonly kind: 'vector';
  readonly geometryType: 'point' | 'line' | 'polygon';
  readonly attributes: readonly LayerAttribute[];
  readonly legendAttribute: string | null;
  /** Made one after the other where there may be many. */
  readonly features: Iterable<DrawnFeature>;
};

/** A layer of cells; NaN is no value. */
export type RasterDraft = Drawn & {
  readonly kind: 'raster';
  readonly unit: string | null;
  readonly grid: Grid;
  readonly values: Float32Array;
};

export type LayerDraft = VectorDraft | RasterDraft;

/** Result of a kind of analysis. */
export type Draft = {
  readonly layers: readonly LayerDraft[];
  readonly statistics: readonly AnalysisStatistic[];
  readonly warnings: readonly { readonly code: string; readonly count: number }[];
  readonly methods: readonly string[];
  readonly priorities?: PriorityTable;
};

/** The same as it comes back from the thread, without an object for each of what may be a million features. */
export type ComputedVector = Omit<VectorDraft, 'features'> & { readonly features: PackedFeatures };
export type Computed = Omit<Draft, 'layers' | 'priorities'> & {
  readonly layers: readonly (ComputedVector | RasterDraft)[];
  readonly priorities: PriorityTable | null;
};

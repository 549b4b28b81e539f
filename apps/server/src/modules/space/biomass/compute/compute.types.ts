import type { BiomassZoneType } from '@kianda/contract/space/biomass/biomass.schemas';
import type { ArealGeometry, Grid } from '@kianda/geo';
import type { LandEstimate, LandParameters } from '@kianda/science/biomass/land-biomass';
import type { SeaParameters } from '@kianda/science/biomass/parameters';
import type { SeaEstimate } from '@kianda/science/biomass/sea-biomass';

/** A part of the ZEE: the cells whose centre lies in the ZEE, in `geometry` (null: anywhere) and between two latitudes. */
export type ZoneShape = {
  readonly name: string;
  readonly type: BiomassZoneType;
  readonly geometry: readonly ArealGeometry[] | null;
  readonly south: number;
  readonly north: number;
};

/** A span of time with its name. */
export type Period = { readonly name: string; readonly fromMs: number; readonly toMs: number };

/** A field with its grid. */
type FieldOf = { readonly grid: Grid; readonly values: Float32Array };

/** Vegetation of the land, composites of sixteen days, the oldest first. */
export type LandTask = {
  readonly grid: Grid;
  readonly composites: readonly { readonly atMs: number; readonly values: Float32Array }[];
  readonly parameters: LandParameters;
};

export type LandAnswer = {
  readonly areaSquareMeters: number;
  /** Share of the area seen at least once in the year, 0–1. */
  readonly coverage: number;
  /** Composites of the year. */
  readonly composites: number;
  readonly estimate: LandEstimate | null;
  /** Mean NDVI of each month's own composites, and the biomass by the year up to it. */
  readonly months: readonly { readonly name: string; readonly ndvi: number | null; readonly tonnes: number | null }[];
};

export type SeaTask = {
  readonly grid: Grid;
  readonly sstGrid: Grid;
  /** Metres to the bottom; null where no survey is stored. */
  readonly seabed: FieldOf | null;
  readonly days: readonly {
    readonly atMs: number;
    readonly chlorophyll: Float32Array;
    /** Null: no field of that day or the next to it. */
    readonly sst: Float32Array | null;
  }[];
  readonly window: Period;
  readonly months: readonly Period[];
  /** The first is the whole ZEE. */
  readonly zones: readonly ZoneShape[];
  readonly parameters: SeaParameters;
  readonly sunshineShare: number;
  readonly draws: number;
  readonly seed: string;
  /** Null: no vegetation is stored. */
  readonly land: LandTask | null;
};

export type ZoneAnswer = {
  readonly areaSquareMeters: number;
  /** Share of the area seen at least once in the window, 0–1. */
  readonly coverage: number;
  readonly estimate: SeaEstimate | null;
};

export type MonthAnswer = {
  readonly name: string;
  readonly days: number;
  readonly estimate: SeaEstimate | null;
  /** mg m⁻³ over the cells seen. */
  readonly chlorophyll: number | null;
};

export type SeaAnswer = {
  readonly zones: readonly ZoneAnswer[];
  readonly months: readonly MonthAnswer[];
  /** Days of the window with chlorophyll and temperature. */
  readonly windowDays: number;
  readonly land: LandAnswer | null;
  /** Of each cell of the grid, over the window: mg Chl m⁻², mg C m⁻² d⁻¹, and days it was seen; NaN outside the ZEE. */
  readonly stock: Float32Array;
  readonly production: Float32Array;
  readonly seen: Float32Array;
};

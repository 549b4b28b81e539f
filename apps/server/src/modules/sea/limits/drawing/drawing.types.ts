import type { MaritimeZoneType } from '@kianda/contract/sea/limits/limits.contract';
import type { MultiPolygonGeometry, Position } from '@kianda/geo';

/** The national baseline as lines; null: the coast that the platform holds. */
export type DrawingTask = { readonly national: readonly (readonly Position[])[] | null };

export type DrawnZone = {
  readonly type: MaritimeZoneType;
  readonly geometry: MultiPolygonGeometry;
  /** km², and km of outline. */
  readonly area: number;
  readonly perimeter: number;
};

export type DrawnLine = {
  readonly kind: 'territorial' | 'contiguous' | 'zee' | 'median';
  readonly neighbour: string | null;
  readonly coordinates: readonly Position[];
  /** km. */
  readonly length: number;
};

export type DrawnLimits = {
  readonly zones: readonly DrawnZone[];
  readonly lines: readonly DrawnLine[];
  /** km². */
  readonly overlaps: readonly { readonly neighbour: string; readonly area: number; readonly ownArea: number }[];
  readonly bays: readonly {
    readonly mouthKm: number;
    readonly areaKm2: number;
    readonly lon: number;
    readonly lat: number;
  }[];
  /** Sea to 200 nautical miles beside the ZEE of the platform, km². */
  readonly comparison: {
    readonly drawn: number;
    readonly platform: number;
    readonly both: number;
    readonly onlyDrawn: number;
    readonly onlyPlatform: number;
  };
  readonly baseline: readonly (readonly Position[])[];
  readonly coast: readonly (readonly Position[])[];
};

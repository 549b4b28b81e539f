import type {
  CoastTransect,
  CoastTypeId,
  CoastVulnerability,
  VulnerabilityVariableId,
} from '@kianda/contract/sea/coast/coast.contract';
import type { Position } from '@kianda/geo';

/** Figures of the sea at a place, with what they are taken of. */
export type SeaFigure = { readonly lon: number; readonly lat: number; readonly value: number };

export type AnalysisTask = {
  readonly south: number;
  readonly north: number;
  readonly spacing: number;
  readonly survey: {
    readonly shorelines: readonly {
      readonly year: number;
      readonly uncertainty: number;
      readonly lines: readonly (readonly Position[])[];
    }[];
    /** Lines of the newest date that say the type of coast. */
    readonly typed: readonly { readonly type: CoastTypeId; readonly lines: readonly (readonly Position[])[] }[];
  } | null;
  /** Coast of the region where there is no survey. */
  readonly coast: readonly (readonly Position[])[];
  /** Cells of the sea close to the coast: slope of the bottom to them, per cent. */
  readonly slopes: readonly SeaFigure[];
  readonly waves: readonly SeaFigure[];
  readonly tides: readonly SeaFigure[];
  readonly seaLevels: readonly SeaFigure[];
};

export type AnalysisAnswer = {
  readonly coastlineKm: number;
  readonly transects: readonly CoastTransect[];
  readonly typeKm: readonly { readonly type: CoastTypeId; readonly km: number }[];
  readonly vulnerability: readonly CoastVulnerability[];
};

/** Origin of a variable of the index; null with the reason where nothing tells it. */
export type VariableOrigin = {
  readonly id: VulnerabilityVariableId;
  readonly source: string | null;
  readonly reason: string | null;
};

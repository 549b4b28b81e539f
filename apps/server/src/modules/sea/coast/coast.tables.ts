import type { CoastRegion, CoastSurvey } from '@kianda/contract/sea/coast/coast.contract';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { AnalysisAnswer, VariableOrigin } from './analysis/analysis.types.ts';

export type StoredAnalysis = AnalysisAnswer & {
  readonly spacing: number;
  readonly variables: readonly VariableOrigin[];
};

export type CoastTables = {
  'coast.analyses': {
    id: string;
    region: CoastRegion;
    made_at: ColumnType<Date, Date, never>;
    requested_by: string;
    survey: JSONColumnType<CoastSurvey, string | null, never> | null;
    result: JSONColumnType<StoredAnalysis, string, never>;
    /** Whether anything that it is made of is. */
    is_simulated: boolean;
  };
};

export type AnalysisRow = Selectable<CoastTables['coast.analyses']>;

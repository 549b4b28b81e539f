import type { BaselineId } from '@kianda/contract/sea/limits/limits.contract';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { DrawnLimits } from './drawing/drawing.types.ts';

/** Coast or baseline that a drawing began from. */
export type BaselineSource = {
  readonly id: BaselineId;
  readonly title: string;
  readonly resolution: string;
  readonly source: string;
  readonly licence: string;
};

export type LimitTables = {
  'limits.drawings': {
    id: string;
    made_at: ColumnType<Date, Date, never>;
    requested_by: string;
    seconds: number;
    baseline: JSONColumnType<BaselineSource, string, never>;
    result: JSONColumnType<DrawnLimits, string, never>;
    /** Of the baseline; null: not simulated. */
    simulated_seed: number | null;
  };
};

export type DrawingRow = Selectable<LimitTables['limits.drawings']>;

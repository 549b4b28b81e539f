import type { FilterRule, FilterType } from '@kianda/contract/models/filters/filter-types';
import type { FilterSummary } from '@kianda/contract/models/filters/filters.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { FilterResult } from './compute/result.rules.ts';

type Timestamp = ColumnType<Date, Date, Date>;

/** The drawn part of a run: its summary stands apart, so that lists need not read it. */
export type StoredResult = Omit<FilterResult, 'summary'>;

export type FilterTables = {
  'filters.filters': {
    id: string;
    type: FilterType;
    name: string;
    description: string;
    rule: JSONColumnType<FilterRule, string, string>;
    revision: number;
    is_active: boolean;
    is_built_in: boolean;
    created_by_id: string | null;
    created_by: string | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  'filters.revisions': {
    filter_id: string;
    revision: number;
    rule: JSONColumnType<FilterRule, string, string>;
    changed_by: string | null;
    changed_at: Timestamp;
  };
  'filters.runs': {
    id: string;
    filter_id: string;
    revision: number;
    requested_by: string;
    requested_at: Timestamp;
    ended_at: Timestamp | null;
    error: string | null;
    needs_model: ModelType | null;
    summary: JSONColumnType<FilterSummary, string, string> | null;
    result: JSONColumnType<StoredResult, string, string> | null;
  };
  'filters.subscriptions': {
    filter_id: string;
    account_id: string;
    since: Timestamp;
  };
};

export type FilterRow = Selectable<FilterTables['filters.filters']>;
export type RunRow = Omit<Selectable<FilterTables['filters.runs']>, 'result' | 'summary'> & {
  readonly summary: FilterSummary | null;
};

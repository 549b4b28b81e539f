import type { Cql2Filter } from '../../../../platform/cql2/index.ts';
import type { Feature } from '../../../../platform/feature-collections.ts';

/** Name of a feature's geometry in filters. */
export const geometryName = 'geometry';

export type SortKey = { readonly property: string; readonly descending: boolean };

export type Selection = {
  readonly filter: Cql2Filter | null;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly token: string | null;
};

export type FeaturePage = {
  readonly features: readonly Feature[];
  /** Null on the last page. */
  readonly next: string | null;
  /** Exact; null where counting would cost more than the page. */
  readonly matched: number | null;
};

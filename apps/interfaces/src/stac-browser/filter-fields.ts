/** Items of a page on offer. */
export const limits = ['5', '10', '25', '50', '100'] as const;

/** Filters of a search; an empty string filters nothing. */
export type Filters = {
  readonly collection: string;
  /** ISO days, both included. */
  readonly from: string;
  readonly to: string;
  readonly limit: (typeof limits)[number];
  readonly isBoxed: boolean;
  readonly isObserved: boolean;
};

export const noFilters: Filters = { collection: '', from: '', to: '', limit: '10', isBoxed: false, isObserved: false };

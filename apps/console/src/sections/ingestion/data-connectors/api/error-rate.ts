type Counted = { readonly recordsProcessed: number; readonly errorCount: number };

/** Percent of errors: sum of `errorCount` over sum of `recordsProcessed` × 100; null while nothing was processed. */
export function errorRateOf(list: readonly Counted[]): number | null {
  const processed = list.reduce((sum, { recordsProcessed }) => sum + recordsProcessed, 0);
  if (processed === 0) return null;
  return (list.reduce((sum, { errorCount }) => sum + errorCount, 0) / processed) * 100;
}

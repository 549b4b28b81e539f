import type { TableSource } from '../tables/learning-table.types.ts';

/** Newest instant of the source that reaches least far; of what does not change, as the sea bed, the age is not asked. */
export function oldestOf(sources: readonly TableSource[]): Date | null {
  const last = sources.flatMap(({ to, isFixed = false }) => (to === null || isFixed ? [] : [to.getTime()]));
  return last.length === 0 ? null : new Date(Math.min(...last));
}

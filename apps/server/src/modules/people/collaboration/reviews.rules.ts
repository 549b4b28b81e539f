import type { Review } from '@kianda/contract/people/collaboration/casework.contract';
import { type ValidationState, validationOf } from '@kianda/contract/people/collaboration/validation';
import type { ReviewRow } from './collaboration.types.ts';

/**
 * Which of an annotation's reviews count, and the state they make: each reviewer's last one on the present content.
 * `hash`: of that content; null where the annotation is gone. `rows`: newest first.
 */
export function standingOf(
  rows: readonly ReviewRow[],
  hash: string | null,
): { readonly state: ValidationState; readonly standings: ReadonlyMap<string, Review['standing']> } {
  const seen = new Set<string>();
  const standings = new Map<string, Review['standing']>();
  for (const { id, reviewer_id: reviewer, content_hash: content } of rows) {
    if (content !== hash) standings.set(id, 'outdated');
    else standings.set(id, seen.has(reviewer) ? 'replaced' : 'current');
    if (content === hash) seen.add(reviewer);
  }
  const current = rows.filter(({ id }) => standings.get(id) === 'current').map(({ verdict }) => verdict);
  return { state: validationOf(current), standings };
}

/** Verdicts of a reviewer. */
export const verdicts = { approved: 'Aprovada', rejected: 'Rejeitada' } as const;
export type Verdict = keyof typeof verdicts;

/** States of the validation by peers, with what people read. */
export const validationStates = {
  unreviewed: 'Por rever',
  'in-review': 'Em revisão',
  validated: 'Validada',
  rejected: 'Rejeitada',
  conflict: 'Em conflito',
} as const;
export type ValidationState = keyof typeof validationStates;

/** Reviewers that a decision takes. */
export const reviewersNeeded = 2;

/**
 * State by the verdicts on the present content, one of each reviewer. Two that agree decide. One against one is a
 * conflict, and the third reviewer's verdict settles it: whatever has two verdicts and more than the other stands.
 */
export function validationOf(given: readonly Verdict[]): ValidationState {
  const approvals = given.filter((verdict) => verdict === 'approved').length;
  const rejections = given.length - approvals;
  if (given.length === 0) return 'unreviewed';
  if (given.length < reviewersNeeded) return 'in-review';
  if (approvals === rejections) return 'conflict';
  return approvals > rejections ? 'validated' : 'rejected';
}

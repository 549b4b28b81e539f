import { answerThread } from '../../../../platform/threads/thread.ts';
import { scoresOf } from '../training/fit.ts';
import { askedOf, evaluateForeign, type ForeignTrial } from './evaluate.ts';
import { type AskedTables, answered, asked } from './with-scores.ts';

/** The trial, and what the file answered where it was asked already. */
export type TrialTask = { readonly trial: ForeignTrial; readonly given?: readonly Float64Array[] };
/** The model as a version has it, as JSON, or the tables that the file must be asked about. */
export type TrialAnswer = { readonly evaluated: string } | { readonly tables: AskedTables };

answerThread(({ trial, given }: TrialTask): { readonly answer: TrialAnswer } => {
  const { fitted } = trial;
  if (fitted.kind === 'lambdas') {
    const evaluated = evaluateForeign(trial, (columns) => scoresOf(fitted, columns));
    return { answer: { evaluated: JSON.stringify(evaluated) } };
  }
  if (given === undefined) {
    const tables = asked(fitted.output.picked.length, (score) => askedOf(trial, score));
    return { answer: { tables } };
  }
  return { answer: { evaluated: JSON.stringify(evaluateForeign(trial, answered(given))) } };
});

import { join } from 'node:path';
import { fitGlm } from '../../packages/science/src/models/glm/glm.ts';
import { friedman } from '../../packages/science/src/models/trees/testing/friedman.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { writeTable } from './table.ts';

export type GlmRow = {
  readonly name: string;
  readonly seconds: number;
  readonly deviance: number;
  /** Of R's glm, with the largest difference of a coefficient, relative to the largest coefficient. */
  readonly reference: { readonly seconds: number; readonly deviance: number; readonly difference: number } | null;
};

type Answer = { readonly seconds: number; readonly deviance: number; readonly coefficients: readonly number[] };

/** Coefficients and time of a linear and a logistic regression on 20,000 rows, here and in R. */
export async function measureGlm(hasReference: boolean): Promise<readonly GlmRow[]> {
  const { columns, target } = friedman(20_000, 'regression', 12);
  const high = target.map((value) => (value > 14 ? 1 : 0));
  return withFolder(async (folder) => {
    const rows: GlmRow[] = [];
    for (const [name, family, values] of [
      ['linear', 'gaussian', target],
      ['logística', 'binomial', high],
    ] as const) {
      const { seconds, value: model } = timed(() => fitGlm(columns, values, { family }));
      const file = join(folder, 'table.csv');
      writeTable(file, 'target', values, columns);
      const answer = hasReference ? await askReference<Answer>('models/glm.R', [file, family]) : null;
      const own = [model.intercept, ...model.terms.map(({ coefficient }) => coefficient)];
      rows.push({
        name: `${name}, 20 000 × 12`,
        seconds,
        deviance: model.deviance,
        reference: answer === null ? null : { ...answer, difference: largestDifference(own, answer.coefficients) },
      });
    }
    return rows;
  });
}

function largestDifference(own: readonly number[], reference: readonly number[]): number {
  const largest = Math.max(...reference.map(Math.abs));
  return Math.max(...reference.map((value, place) => Math.abs((own[place] ?? Number.NaN) - value))) / largest;
}

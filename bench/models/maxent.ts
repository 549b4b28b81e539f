import { join } from 'node:path';
import type { FeatureClass } from '../../packages/science/src/models/maxent/features.ts';
import { fitMaxent } from '../../packages/science/src/models/maxent/maxent.ts';
import { bradypusColumns, bradypusPresence } from '../../packages/science/src/models/maxent/testing/bradypus.ts';
import { syntheticSpecies } from '../../packages/science/src/models/maxent/testing/synthetic.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { writeTable } from './table.ts';

export type MaxentRow = {
  readonly name: string;
  readonly features: number;
  readonly objective: number;
  readonly seconds: number;
  /** Of glmnet; null where it is not asked. */
  readonly reference: { readonly objective: number; readonly seconds: number } | null;
};

type Answer = { readonly seconds: number; readonly features: number; readonly objective: number };

/** The objective of each problem by this kernel and by glmnet, and the processor time of each. */
export async function measureMaxent(hasReference: boolean): Promise<readonly MaxentRow[]> {
  const bradypus = { columns: bradypusColumns, presence: bradypusPresence };
  const small = syntheticSpecies({ presences: 60, background: 600, variables: 3 }, 'known niche');
  const large = syntheticSpecies({ presences: 1_000, background: 10_000, variables: 4 }, 'large');
  const problems = [
    ...(['L', 'LQ', 'LQH', 'LQHP'] as const).map((classes) => ({ name: 'Bradypus', ...bradypus, classes, beta: 1 })),
    { name: 'Bradypus', ...bradypus, classes: 'LQHT', beta: 2 },
    { name: 'nicho conhecido', ...small, classes: 'LQ', beta: 0.5 },
    { name: 'nicho conhecido', ...small, classes: 'LQH', beta: 1 },
    { name: 'nicho conhecido', ...small, classes: 'LQHPT', beta: 1 },
    { name: '1 000 presenças, 10 000 de fundo', ...large, classes: 'LQHP', beta: 1 },
  ];
  return withFolder(async (folder) => {
    const rows: MaxentRow[] = [];
    for (const { name, columns, presence, classes, beta } of problems) {
      const options = { classes: classes.split('') as FeatureClass[], betaMultiplier: beta };
      const own = timed(() => fitMaxent(columns, presence, options));
      const file = join(folder, 'table.csv');
      writeTable(file, 'presence', presence, columns);
      const answer = hasReference ? await askReference<Answer>('models/maxent.R', [file, classes, String(beta)]) : null;
      rows.push({
        name: `${name}, ${classes} × ${beta}`,
        features: answer?.features ?? Number.NaN,
        objective: own.value.objective,
        seconds: own.seconds,
        reference: answer,
      });
    }
    return rows;
  });
}

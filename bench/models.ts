/**
 * `npm run bench -- models [--only=maxent]`: the kernels of the models beside glmnet, in one run: the optimum that each
 * reaches and the processor time of one core. The reference numbers of the tests come from here.
 */
import { parseArgs } from 'node:util';
import { ensureDebianTools, modelTools } from '../tools/shared/debian.mjs';
import { measureMaxent } from './models/maxent.ts';
import { chosenParts } from './shared/chosen-parts.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: 'maxent' } } });

const { output } = await ensureDebianTools(modelTools);
if (output !== '') process.stdout.write(`${output}\n`);
const hasReference = output === '';

const parts = { maxent };
for (const part of chosenParts(values.only, Object.keys(parts))) await parts[part as keyof typeof parts]();
printMachine();

async function maxent(): Promise<void> {
  const rows = await measureMaxent(hasReference);
  printTable(
    'MaxEnt: objetivo penalizado no ótimo, ao lado de glmnet (diferença relativa até 1e-6; a última até 3 s)',
    ['', 'variáveis', 'objetivo', 'glmnet', 'diferença', 's', 'glmnet s'],
    rows.map(({ name, features, objective, seconds, reference }) => [
      name,
      figure(features),
      objective.toFixed(9),
      reference?.objective.toFixed(9) ?? '—',
      reference === null ? '—' : relative(objective, reference.objective),
      figure(seconds),
      figure(reference?.seconds ?? null),
    ]),
  );
}

/** Relative difference from a reference, with its sign: below 0 is better. */
function relative(value: number, reference: number): string {
  return ((value - reference) / reference).toExponential(1);
}

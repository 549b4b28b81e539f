/**
 * `npm run bench -- models [--only=maxent,trees,glm,forecast,cells] [--tables=Satellite]`: the kernels of the models beside
 * R and scikit-learn, in one run: the optimum or the error that each reaches, and the processor time of one core.
 * `--tables`: beginnings of the names of the tables for the trees. The reference numbers of the tests come from here.
 */
import { parseArgs } from 'node:util';
import { ensureDebianTools, modelTools } from '../tools/shared/debian.mjs';
import { measureCells } from './models/cells.ts';
import { measureForecast } from './models/forecast.ts';
import { measureGlm } from './models/glm.ts';
import { measureMaxent } from './models/maxent.ts';
import { measureTrees } from './models/trees.ts';
import { chosenParts } from './shared/chosen-parts.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'maxent,trees,glm,forecast,cells' },
    tables: { type: 'string', default: '' },
  },
});

const { output } = await ensureDebianTools(modelTools);
if (output !== '') process.stdout.write(`${output}\n`);
const hasReference = output === '';

const parts = { maxent, trees, glm, forecast, cells };
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

async function trees(): Promise<void> {
  const rows = await measureTrees(hasReference, values.tables.split(',').filter(Boolean));
  printTable(
    'Árvores: RMSE ou perda logarítmica em linhas de fora (média de três partes; das tabelas grandes, uma), ao lado de scikit-learn (até 1 % pior; 300 árvores até 2,5 s e 2 MB)',
    ['', 'erro', 'scikit-learn', 'diferença', 's', 'scikit-learn s', 'KB'],
    rows.map(({ name, error, seconds, bytes, reference }) => [
      name,
      error.toFixed(4),
      reference?.error.toFixed(4) ?? '—',
      reference === null ? '—' : figure(100 * (error / reference.error - 1), '%'),
      figure(seconds),
      figure(reference?.seconds ?? null),
      figure(bytes / 1024),
    ]),
  );
}

function cells(): void {
  printTable(
    'Células de um mapa, com a incerteza e a novidade (um milhão num minuto)',
    ['', 'células da grelha', 'com valor', 's', 'um milhão em'],
    measureCells().map(({ name, cells: all, told, seconds }) => [
      name,
      figure(all),
      figure(told),
      figure(seconds),
      figure((seconds / told) * 1e6, 's'),
    ]),
  );
}

async function glm(): Promise<void> {
  const rows = await measureGlm(hasReference);
  printTable(
    'Regressão linear e logística, ao lado de glm de R (coeficientes até 1e-6)',
    ['', 'desvio', 'R', 'diferença dos coeficientes', 's', 'R s'],
    rows.map(({ name, deviance, seconds, reference }) => [
      name,
      deviance.toFixed(6),
      reference?.deviance.toFixed(6) ?? '—',
      reference?.difference.toExponential(1) ?? '—',
      seconds.toFixed(2),
      reference?.seconds.toFixed(2) ?? '—',
    ]),
  );
}

async function forecast(): Promise<void> {
  const rows = await measureForecast(hasReference);
  printTable(
    'Previsão do último ano de 12 séries mensais (3 publicadas, 9 simuladas), ao lado de ets() de R',
    ['', 'sMAPE %', 'MASE', 'dentro de 80 %', 's'],
    rows.map(({ name, smape, mase, within, seconds }) => [
      name,
      smape.toFixed(2),
      mase.toFixed(3),
      figure(within, '%'),
      figure(seconds),
    ]),
  );
}

/** Relative difference from a reference, with its sign: below 0 is better. */
function relative(value: number, reference: number): string {
  return ((value - reference) / reference).toExponential(1);
}

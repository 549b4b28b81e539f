/**
 * `npm run bench -- spatial [--only=buffer,clusters,costs,criteria,drift,interpolation,networks,proximity,large]`: the
 * kernels of spatial analysis beside the programs of others, in one run: the processor time of one core, and the largest
 * difference of the results; and the largest data with their peak memory. The reference numbers of the tests come from the
 * same scripts.
 */
import { parseArgs } from 'node:util';
import { ensureDebianTools, spatialTools } from '../tools/shared/debian.mjs';
import { chosenParts } from './shared/chosen-parts.ts';
import { figure, printMachine, printTable } from './shared/table.ts';
import { measureBuffer } from './spatial/buffer.ts';
import { measureClusters } from './spatial/clusters.ts';
import { measureCosts } from './spatial/costs.ts';
import { measureCriteria } from './spatial/criteria.ts';
import { measureDrift } from './spatial/drift.ts';
import { measureInterpolation } from './spatial/interpolation.ts';
import { type LargeRow, measureLarge } from './spatial/large.ts';
import { measureNetworks } from './spatial/networks.ts';
import { measureProximity } from './spatial/proximity.ts';
import type { SpatialRow } from './spatial/row.ts';

const parts = {
  buffer: measureBuffer,
  clusters: measureClusters,
  costs: measureCosts,
  criteria: measureCriteria,
  drift: measureDrift,
  interpolation: measureInterpolation,
  networks: measureNetworks,
  proximity: measureProximity,
};
const all = [...Object.keys(parts), 'large'];
const { values } = parseArgs({ options: { only: { type: 'string', default: all.join(',') } } });

const { output } = await ensureDebianTools(spatialTools);
if (output !== '') process.stdout.write(`${output}\n`);

function printKernels(rows: readonly SpatialRow[]): void {
  printTable(
    'Análises espaciais, um núcleo: tempo e maior diferença ao lado de programas de outros',
    ['', 's', 'até s', 'ao lado de', 's', 'diferença'],
    rows.map(({ name, seconds, limit, peer }) => [
      name,
      seconds?.toFixed(3) ?? '—',
      figure(limit),
      peer?.name ?? '—',
      peer?.seconds?.toFixed(3) ?? '—',
      peer === null ? '—' : peer.difference.toExponential(1),
    ]),
  );
}

const printLarge = (rows: readonly LargeRow[]): void =>
  printTable(
    'Os maiores dados: tempo, e memória no pico com os dados, sem e com o processo que lê o ficheiro',
    ['', 's', 's de processador', 'memória', 'com o leitor', 'até'],
    rows.map(({ name, seconds, processor, peakBytes, treeBytes }) => [
      name,
      ...[seconds.toFixed(1), processor.toFixed(1)],
      ...[figure(peakBytes / 1e9, 'GB'), figure(treeBytes / 1e9, 'GB')],
      '2 GB',
    ]),
  );

const rows: SpatialRow[] = [];
const chosen = chosenParts(values.only, all);
for (const part of chosen) {
  if (part in parts) rows.push(...(await parts[part as keyof typeof parts](output === '')));
}
if (rows.length > 0) printKernels(rows);
if (chosen.includes('large')) printLarge(await measureLarge());
printMachine();

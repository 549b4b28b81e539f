/**
 * `npm run bench -- spatial [--only=buffer,clusters,costs,criteria,drift,interpolation,networks,proximity]`: the kernels of spatial analysis beside the programs of others, in one run:
 * the processor time of one core, and the largest difference of the results. The reference numbers of the tests come from
 * the same scripts.
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
const { values } = parseArgs({ options: { only: { type: 'string', default: Object.keys(parts).join(',') } } });

const { output } = await ensureDebianTools(spatialTools);
if (output !== '') process.stdout.write(`${output}\n`);

const rows: SpatialRow[] = [];
for (const part of chosenParts(values.only, Object.keys(parts))) {
  rows.push(...(await parts[part as keyof typeof parts](output === '')));
}
printTable(
  'Análises espaciais, um núcleo: tempo e maior diferença ao lado de programas de outros',
  ['', 's', 'até s', 'ao lado de', 's', 'diferença'],
  rows.map(({ name, seconds, limit, peer }) => [
    name,
    seconds.toFixed(3),
    figure(limit),
    peer?.name ?? '—',
    peer?.seconds?.toFixed(3) ?? '—',
    peer === null ? '—' : peer.difference.toExponential(1),
  ]),
);
printMachine();

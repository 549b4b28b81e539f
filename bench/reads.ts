/** `npm run bench -- reads`: requests per second of the ocean's grids and series beside a bare Fastify. */
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '@kianda/contract';
import { fieldGrid, pointSeries, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { newFolder, removeFolder } from '../tests/e2e/testing/platform.ts';
import { connections, type Load, measure, measurePeer } from './shared/load.ts';
import { firstStart } from './shared/session.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const settleMs = 10_000;
const reads = [
  { name: 'grelha da TSM', path: pathOf(fieldGrid, { variable: 'analysedSst' }) },
  { name: 'grelha da TSM, uma célula em quatro', path: `${pathOf(fieldGrid, { variable: 'analysedSst' })}?stride=4` },
  { name: 'ponto e 30 dias de TSM', path: `${pathOf(pointSeries)}?lon=12.5&lat=-10` },
  { name: 'série da ZEE, 30 dias', path: pathOf(zeeSeries, { variable: 'analysedSst' }) },
];

const row = (name: string, load: Load): string[] => [
  name,
  figure(load.bodyBytes, 'B'),
  figure(load.requestsPerSecond),
  figure(load.p50Ms, 'ms'),
  figure(load.p99Ms, 'ms'),
];

const dataDir = await newFolder('medida');
try {
  const { platform, token } = await firstStart(dataDir);
  await wait(settleMs);
  const rows: string[][] = [];
  for (const { name, path } of reads) {
    const load = await measure(platform.url + path, token);
    rows.push(row(name, load), row('  par: Fastify, corpo fixo do mesmo tamanho', await measurePeer(load.bodyBytes)));
  }
  printTable(`Leituras do oceano, ${connections} ligações`, ['', 'corpo', 'pedidos/s', 'p50', 'p99'], rows);
  printMachine();
} finally {
  await removeFolder(dataDir);
}

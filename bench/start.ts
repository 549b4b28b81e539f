/** `npm run bench -- start`: time to ready, memory, and requests per second of the overview beside a bare Fastify. */
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '@kianda/contract';
import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { newFolder, type Platform, removeFolder, startPlatform } from '../tests/e2e/testing/platform.ts';
import { memoryMegabytes, processTree } from '../tests/e2e/testing/processes.ts';
import { connections, type Load, measure, measurePeer } from './shared/load.ts';
import { firstStart, settings } from './shared/session.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const laterStarts = 3;
const settleMs = 10_000;

type Memory = { readonly server: number; readonly postgres: number; readonly simulator: number };

/** Memory of the platform's processes, in MB. */
function memoryOf(platform: Platform): Memory {
  const sum = (pattern: RegExp): number =>
    processTree(platform.pid)
      .filter(({ command }) => pattern.test(command))
      .reduce((total, { pid }) => total + (memoryMegabytes(pid) ?? 0), 0);
  return {
    server: sum(/server\/src\/main\.ts/),
    postgres: sum(/^postgres: |bin\/postgres -D/),
    simulator: sum(/simulator\/src\/main\.ts/),
  };
}

const memoryRow = (name: string, { server, postgres, simulator }: Memory): string[] => [
  name,
  ...[server, postgres, simulator, server + postgres + simulator].map((megabytes) => figure(megabytes, 'MB')),
];

const loadRow = (name: string, load: Load): string[] => [
  name,
  figure(load.bodyBytes, 'B'),
  figure(load.requestsPerSecond),
  figure(load.p50Ms, 'ms'),
  figure(load.p99Ms, 'ms'),
];

const dataDir = await newFolder('medida');
try {
  const { platform: first, token } = await firstStart(dataDir);
  const starts = [first];
  await first.stop();
  let platform = first;
  for (let index = 0; index < laterStarts; index += 1) {
    platform = await startPlatform({ dataDir, settings });
    starts.push(platform);
    if (index < laterStarts - 1) await platform.stop();
  }
  const seconds = (chosen: readonly Platform[], pick: (start: Platform) => number) =>
    figure(median(chosen.map(pick)), 's');
  const whole = (start: Platform): number => start.startedInMs / 1000;
  const own = (start: Platform): number => start.readySeconds;
  printTable(
    'Tempo até estar pronta (dependências e páginas já instaladas)',
    ['', 'npm start', 'só o servidor'],
    [
      [
        'primeiro arranque (base de dados nova, primeiros dados recolhidos)',
        seconds([first], whole),
        seconds([first], own),
      ],
      [
        `arranques seguintes (mediana de ${laterStarts})`,
        seconds(starts.slice(1), whole),
        seconds(starts.slice(1), own),
      ],
    ],
  );

  await wait(settleMs);
  const resting = memoryOf(platform);
  const overview = await measure(platform.url + pathOf(dashboardOverview), token);
  const loaded = memoryOf(platform);
  const peer = await measurePeer(overview.bodyBytes);
  printTable(
    'Memória (PSS)',
    ['', 'servidor', 'PostgreSQL', 'simulador', 'total'],
    [memoryRow('em repouso', resting), memoryRow('depois da carga', loaded)],
  );
  printTable(
    `Pedidos, ${connections} ligações`,
    ['', 'corpo', 'pedidos/s', 'p50', 'p99'],
    [
      loadRow(`GET ${pathOf(dashboardOverview)} (sessão, permissão, dados, origem)`, overview),
      loadRow('par: Fastify sem mais nada, corpo JSON fixo do mesmo tamanho', peer),
    ],
  );
  printMachine();
} finally {
  await removeFolder(dataDir);
}

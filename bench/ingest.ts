/** `npm run bench -- ingest`: rows per second from the simulated provider to the table, beside plain COPY, and memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listConnectors, runConnector } from '@kianda/contract/ingestion/connectors/connectors.contract';
import pg from 'pg';
import { type StartedPlatform, startPlatform } from '../apps/server/src/platform/process/testing.ts';
import { spawnSimulator, type TestSimulator } from '../apps/server/src/testing/simulator.ts';
import { createApi, signIn } from '../tests/e2e/testing/api.ts';
import { memoryMegabytes } from '../tests/e2e/testing/processes.ts';
import { type Copied, copyCells, copyTable } from './ingest/ceiling.ts';
import { newDatabase, type Server, servers } from './ingest/databases.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const dayMs = 86_400_000;
const settleMs = 5_000;
const sampleMs = 100;
const memoryLimitMegabytes = 300;
const administrator = { email: 'medida@kianda.test', password: 'vento fresco na restinga 41' };

type Source = {
  readonly label: string;
  readonly connector: string;
  readonly stream: string;
  readonly mode: 'full' | 'backfill';
  readonly days: number;
  /** Table of the rows; of grids, the index of the fields. */
  readonly table: string;
  readonly isGrid: boolean;
};
const sources: readonly Source[] = [
  {
    label: 'ocorrências (OBIS)',
    connector: 'obis',
    stream: 'occurrences',
    mode: 'full',
    days: 0,
    table: 'biodiversity.occurrences',
    isGrid: false,
  },
  {
    label: 'grelhas, em células (MUR, 60 dias)',
    connector: 'noaa-sst',
    stream: 'mur',
    mode: 'backfill',
    days: 60,
    table: 'ocean.field_slices',
    isGrid: true,
  },
  {
    label: 'posições de embarcações (GFW, 60 dias)',
    connector: 'gfw',
    stream: 'presence',
    mode: 'backfill',
    days: 60,
    table: 'vessels.presence',
    isGrid: false,
  },
];

type Ingested = { readonly rows: number; readonly seconds: number };

function start(folder: string, url: string, simulator: TestSimulator, roles: string): StartedPlatform {
  return startPlatform({
    KIANDA_DATA_DIR: folder,
    KIANDA_DATABASE_URL: url,
    KIANDA_SIMULATOR_URL: simulator.url,
    KIANDA_ROLES: roles,
    KIANDA_RATE_LIMIT_PER_MINUTE: '10000000',
    KIANDA_ADMIN_EMAIL: administrator.email,
    KIANDA_ADMIN_PASSWORD: administrator.password,
  });
}

async function stop(platform: StartedPlatform): Promise<void> {
  platform.child.kill('SIGTERM');
  await platform.ended;
}

/** Migrates a database and has its conductor leave everything alone: what is measured is asked for. */
async function quiet(client: pg.Client, folder: string, url: string, simulator: TestSimulator): Promise<void> {
  const api = start(folder, url, simulator, 'api');
  await api.line(/pronta em/);
  const { accessToken } = await signInTo(api);
  const { connectors } = await createApi(await addressOf(api), accessToken).call<{
    connectors: { id: string; streams: { id: string }[] }[];
  }>(listConnectors);
  await stop(api);
  const used = new Set(sources.map(({ connector }) => connector));
  for (const { id, streams } of connectors) {
    await client.query(
      `insert into connectors.settings (connector_id, paused, updated_at, updated_by) values ($1, $2, now(), 'medida')`,
      [id, !used.has(id)],
    );
    // Neither a first run nor history: the newest success is now, and the newest failure forbids windows.
    for (const stream of streams) {
      await client.query(
        `insert into connectors.streams (connector_id, stream_id, last_success_at, last_failure_at, last_failure,
           consecutive_failures, updated_at) values ($1, $2, now(), now() + interval '1 day', 'auth', 1, now())`,
        [id, stream.id],
      );
    }
  }
}

const addressOf = async (platform: StartedPlatform): Promise<string> => {
  const line = await platform.line(/http:\/\/[^\s]+/);
  const [address = ''] = /http:\/\/[\w.:[\]-]+/.exec(line) ?? [];
  return address;
};
const signInTo = async (platform: StartedPlatform) =>
  signIn(await addressOf(platform), administrator.email, administrator.password);

/** Highest memory of a process while `work` lasts, in MB. */
async function peakDuring<T>(pid: number, work: () => Promise<T>): Promise<{ value: T; peak: number }> {
  let peak = memoryMegabytes(pid) ?? 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMegabytes(pid) ?? 0);
  }, sampleMs);
  try {
    return { value: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}

async function ingest(client: pg.Client, base: string, token: string, source: Source): Promise<Ingested> {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const to = today - 10 * dayMs;
  const window =
    source.mode === 'full'
      ? {}
      : { from: new Date(to - source.days * dayMs).toISOString(), to: new Date(to - 1).toISOString() };
  const { runIds } = await createApi(base, token).call<{ runIds: string[] }>(runConnector, {
    params: { id: source.connector },
    body: { mode: source.mode, stream: source.stream, ...window },
  });
  for (;;) {
    const { rows } = await client.query<{ state: string; error: string | null; rows: string; seconds: number }>(
      `select state, error, records_written as rows, extract(epoch from ended_at - started_at)::float8 as seconds
       from connectors.runs where id = $1 and ended_at is not null`,
      [runIds[0]],
    );
    const [run] = rows;
    if (run === undefined) {
      await wait(50);
      continue;
    }
    if (!run.state.startsWith('succeeded')) throw new Error(`${source.label}: ${run.state}, ${run.error}`);
    if (!source.isGrid) return { rows: Number(run.rows), seconds: run.seconds };
    const cells = await client.query<{ cells: string }>(
      'select sum(columns * rows) as cells from ocean.field_slices where run_id = $1',
      [runIds[0]],
    );
    return { rows: Number(cells.rows[0]?.cells ?? 0), seconds: run.seconds };
  }
}

async function measure(server: Server, simulator: TestSimulator, folder: string): Promise<string[][]> {
  const url = await newDatabase(server, 'medida');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await quiet(client, folder, url, simulator);
  const platform = start(folder, url, simulator, 'api,worker');
  await platform.line(/pronta em/);
  const { pid } = platform.child;
  if (pid === undefined) throw new Error('the platform has no process');
  const base = await addressOf(platform);
  const { accessToken } = await signInTo(platform);
  await wait(settleMs);
  const idle = memoryMegabytes(pid) ?? 0;
  const rows: string[][] = [];
  for (const source of sources) {
    const { value, peak } = await peakDuring(pid, () => ingest(client, base, accessToken, source));
    const ceiling = source.isGrid ? await copyCells(client, value.rows) : await copyTable(client, source.table, folder);
    rows.push(rowOf(source.label, value, ceiling, peak - idle));
  }
  await stop(platform);
  await client.end();
  return rows;
}

function rowOf(label: string, { rows, seconds }: Ingested, ceiling: Copied, aboveIdle: number): string[] {
  if (aboveIdle >= memoryLimitMegabytes) process.exitCode = 1;
  const [own, copied] = [rows / seconds, ceiling.rows / ceiling.seconds];
  return [
    label,
    figure(rows),
    figure(seconds, 's'),
    figure(own),
    figure(copied),
    figure((100 * own) / copied, '%'),
    `${figure(aboveIdle, 'MB')}${aboveIdle < memoryLimitMegabytes ? '' : ' (acima do limite)'}`,
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'kianda-ingestao-'));
const simulator = await spawnSimulator();
try {
  for (const [index, startServer] of servers.entries()) {
    const server = await startServer();
    if (server === null) {
      process.stdout.write('\nPostgreSQL 15 da Debian: não está instalado aqui.\n');
      continue;
    }
    try {
      const rows = await measure(server, simulator, join(folder, String(index)));
      printTable(
        `Ingestão do simulador à tabela: ${server.name}`,
        ['', 'linhas', 'duração', 'linhas/s', 'COPY, linhas/s', 'do teto', 'memória acima do repouso'],
        rows,
      );
    } finally {
      await server.stop();
    }
  }
  process.stdout.write(
    `\nDuração de uma execução inteira: pedido, leitura, página original, gravação, índices, linhagem. Memória: limite ${memoryLimitMegabytes} MB.\n`,
  );
  printMachine();
} finally {
  await simulator.stop();
  await rm(folder, { recursive: true, force: true });
}

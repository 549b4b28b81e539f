import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { seededRandom } from '@kianda/geo';
import type { z } from 'zod';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { eventMigrations, eventsModuleName } from '../../../../platform/events/events.migrations.ts';
import { createLocalEvents, type PlatformEvent } from '../../../../platform/events/events.ts';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import type { JobQueue, JobRunDetail } from '../../../../platform/jobs/jobs.ts';
import { createJobQueue } from '../../../../platform/jobs/queue.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { connectorMigrations } from '../connectors.migrations.ts';
import type { ConnectorTables } from '../connectors.tables.ts';
import { type ConfiguredConnector, type ConnectorAudit, createConnectors, type HistoryPlan } from '../index.ts';

export type WorldConnector = Pick<ConfiguredConnector, 'connector'> & Partial<ConfiguredConnector>;

const operator = { accountId: 'conta', email: 'operador@exemplo.ao', name: 'Operador', role: 'admin' };

/** The connectors module with a real queue and a real database, fed by connectors that the test scripts. */
export async function createConnectorWorld(
  connectors: readonly WorldConnector[],
  options: {
    history?: HistoryPlan;
    sinks?: Parameters<typeof createConnectors>[0]['sinks'];
    kinds?: Parameters<typeof createConnectors>[0]['kinds'];
  } = {},
) {
  const test = await createTestDatabase([
    { name: eventsModuleName, migrations: eventMigrations },
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'connectors', migrations: connectorMigrations },
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'kianda-connectors-'));
  let nowMs = Date.parse('2026-08-31T09:00:00Z');
  const published: PlatformEvent[] = [];
  const events = createLocalEvents();
  events.subscribe((event) => published.push(event));
  const platform: Platform = {
    database: test.database,
    clock: { nowMs: () => nowMs },
    log: createLogger({ level: 'silent', pretty: false }),
    events,
    storage: createFolderStorage({ folder }),
    random: seededRandom(8478),
  };
  /** Entries of the trail about lists given as files. */
  const exported: AuditEntry[] = [];
  const audited: Parameters<ConnectorAudit['record']>[0][] = [];
  /** Stored values of the sink, by natural key. */
  const stored = new Map<string, number | null>();
  let queueOrNull: JobQueue | null = null;
  const module = createConnectors({
    platform,
    connectors: connectors.map((each) => ({
      settings: { baseUrl: each.connector.defaultBaseUrl },
      simulatedSeed: null,
      disabledReason: null,
      allowPrivateHosts: [],
      ...each,
    })),
    sinks: options.sinks ?? {
      landing: async (records) => {
        const changed = records.filter(({ year, species, tonnes }) => stored.get(`${year} ${species}`) !== tonnes);
        for (const { year, species, tonnes } of records) stored.set(`${year} ${species}`, tonnes);
        const newest = records.map(({ year }) => Date.UTC(year)).toSorted((a, b) => b - a)[0];
        return {
          written: changed.length,
          duplicates: records.length - changed.length,
          newestObservedMs: newest ?? null,
        };
      },
    },
    stations: [],
    history: options.history ?? {},
    queue: () => {
      if (queueOrNull === null) throw new Error('no queue yet');
      return queueOrNull;
    },
    codeVersion: '2.0.0',
    spoolDirectory: join(folder, 'rececao'),
    contact: 'ensaio@exemplo.ao',
    masterKey: new Uint8Array(32).fill(7),
    audit: { record: async (entry) => void audited.push(entry) },
    trail: { record: async (entry) => exported.push(entry) },
    kinds: options.kinds ?? {},
    retention: { rawPagesDays: 30, runsDays: 90 },
  });
  const { database, clock, log } = platform;
  const queue = createJobQueue({ database, jobs: module.jobs ?? [], clock, log, events, roles: ['worker'] });
  queueOrNull = queue;
  await queue.start();

  async function ended(id: string): Promise<JobRunDetail> {
    for (const endMs = performance.now() + 20_000; performance.now() < endMs; ) {
      const run = await queue.get(id);
      if (run !== null && run.state !== 'queued' && run.state !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`job ${id} did not end: ${JSON.stringify(await queue.get(id))}`);
  }

  /** An endpoint's answer to an operator. */
  async function answerOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<unknown> {
    const binding = module.bindings?.find((each) => each.endpoint.id === endpoint.id);
    if (binding === undefined) throw new Error(`${endpoint.id} is not bound`);
    const part = (schema: z.ZodType | undefined, value: unknown) => schema?.parse(value ?? {});
    const { params, query, body } = input as Record<string, unknown>;
    return binding.handler({
      params: part(endpoint.params, params),
      query: part(endpoint.query, query),
      body: part(endpoint.body, body),
      principal: operator,
      ipAddress: '127.0.0.1',
      userAgent: 'ensaio',
    } as Parameters<typeof binding.handler>[0]);
  }

  return {
    module,
    platform,
    queue,
    published,
    stored,
    audited,
    exported,
    ended,
    /** The answer of an endpoint to an operator, read by its own schema. */
    async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<DataOf<E>> {
      const answer = await answerOf(endpoint, input);
      return endpoint.response.parse((answer as { data: unknown }).data) as DataOf<E>;
    },
    /** The file that an endpoint gives, as text. */
    async download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<string> {
      const { bytes } = (await answerOf(endpoint, input)) as { bytes: Uint8Array };
      return new TextDecoder().decode(bytes);
    },
    db: database.for<ConnectorTables>(),
    /** Runs every stream of a connector to its end, as an operator would. */
    async run(connectorId: string, command: Partial<Parameters<typeof module.service.run>[1]> = {}) {
      nowMs += 1_000;
      const ids = await module.service.run(connectorId, { mode: 'incremental', ...command }, 'conta');
      return Promise.all(ids.map(ended));
    },
    /** One pass of the conductor and the runs it began, ended; by job name. */
    async conduct(): Promise<string[]> {
      const { enqueued } = await module.conduct();
      for (const { id, state } of await queue.list({ limit: 500 })) {
        if (state === 'queued' || state === 'running') await ended(id);
      }
      return [...enqueued];
    },
    advance(ms: number) {
      nowMs += ms;
    },
    async close() {
      await queue.stop();
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ConnectorWorld = Awaited<ReturnType<typeof createConnectorWorld>>;

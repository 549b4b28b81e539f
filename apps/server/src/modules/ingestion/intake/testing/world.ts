import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatchRecord, Connector, ProfileRecord } from '@kianda/connectors';
import { angolaInipm } from '@kianda/connectors/inipm/port';
import { type DataOf, type Endpoint, type ErrorCode, pathOf, problemSchema } from '@kianda/contract';
import * as contract from '@kianda/contract/ingestion/connectors/intake.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { seededRandom } from '@kianda/geo';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { eventMigrations, eventsModuleName } from '../../../../platform/events/events.migrations.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { createRequestMetrics } from '../../../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../../../platform/http/routes.ts';
import { createHttpServer } from '../../../../platform/http/server.ts';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import type { JobQueue, JobRunDetail } from '../../../../platform/jobs/jobs.ts';
import { createJobQueue } from '../../../../platform/jobs/queue.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { connectorMigrations } from '../../connectors/connectors.migrations.ts';
import type { ConnectorTables } from '../../connectors/connectors.tables.ts';
import { createConnectors } from '../../connectors/index.ts';
import { createIntake, intakeMigrations } from '../index.ts';

const operator: Principal = {
  accountId: 'conta',
  email: 'operador@mar.ao',
  name: 'Operador',
  role: 'operador',
  sessionId: 's',
  mustChangePassword: false,
};

const masterKey = new Uint8Array(32).fill(7);

type Sent = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object | Uint8Array | string;
  readonly headers?: Record<string, string>;
};

/** Intake and connectors behind HTTP, with a real queue and a real database; what their sinks store is kept in maps. */
export async function createIntakeWorld(
  options: {
    connector?: Connector;
    baseUrl?: string;
    simulatedSeed?: number;
    maxFileBytes?: number;
    allowPrivateHosts?: readonly string[];
  } = {},
) {
  const connector = options.connector ?? angolaInipm;
  const test = await createTestDatabase([
    { name: eventsModuleName, migrations: eventMigrations },
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'connectors', migrations: connectorMigrations },
    { name: 'intake', migrations: intakeMigrations },
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'kianda-intake-'));
  const log = createLogger({ level: 'silent', pretty: false });
  let nowMs = Date.parse('2026-08-31T09:00:00Z');
  const clock = { nowMs: () => nowMs };
  const events = createLocalEvents();
  const platform: Platform = {
    database: test.database,
    clock,
    log,
    events,
    storage: createFolderStorage({ folder: join(folder, 'objetos') }),
    random: seededRandom(8478),
  };
  const catches = new Map<string, CatchRecord>();
  const profiles = new Map<string, ProfileRecord>();
  const seeds = new Set<number | null>();
  /** Entries of the trail about lists given as files. */
  const exported: AuditEntry[] = [];
  const audited: string[] = [];
  const audit = {
    record: async ({ change, resource }: { change: string; resource: string }) => {
      audited.push(`${change} ${resource}`);
    },
  };
  let queueOrNull: JobQueue | null = null;
  const queueOf = (): JobQueue => {
    if (queueOrNull === null) throw new Error('no queue yet');
    return queueOrNull;
  };
  const connectors = createConnectors({
    platform,
    connectors: [
      {
        connector,
        settings: { baseUrl: options.baseUrl ?? connector.defaultBaseUrl },
        simulatedSeed: options.simulatedSeed ?? null,
        disabledReason: null,
        allowPrivateHosts: options.allowPrivateHosts ?? [],
      },
    ],
    sinks: {
      catch: async (records, origin) => {
        seeds.add(origin.simulatedSeed);
        const keyOf = (each: CatchRecord) =>
          [each.date, each.port, each.segment, each.gear, each.speciesCode].join('|');
        const changed = records.filter((each) => catches.get(keyOf(each))?.tonnes !== each.tonnes);
        for (const each of records) catches.set(keyOf(each), each);
        return { written: changed.length, duplicates: records.length - changed.length, newestObservedMs: nowMs };
      },
      profile: async (records) => {
        for (const each of records) profiles.set(each.sourceId, each);
        return { written: records.length, duplicates: 0, newestObservedMs: nowMs };
      },
    },
    inbox: (...asked) => intake.inbox(...asked),
    probeInbox: (...asked) => intake.probe(...asked),
    stations: [],
    history: {},
    queue: queueOf,
    codeVersion: '2.0.0',
    spoolDirectory: join(folder, 'rececao'),
    contact: 'ensaio@exemplo.ao',
    masterKey,
    audit,
    kinds: {},
    retention: { rawPagesDays: 30, runsDays: 90 },
  });
  const intake = createIntake({
    platform,
    connectors,
    connectorIds: [connector.id],
    audit,
    trail: { record: async (entry) => exported.push(entry) },
    masterKey,
    folder: join(folder, 'entrada'),
    maxFileBytes: options.maxFileBytes ?? 20 * 1_048_576,
    settleMs: 30,
  });
  const jobs = [...(connectors.jobs ?? []), ...(intake.jobs ?? [])];
  const queue = createJobQueue({ database: test.database, jobs, clock, log, events, roles: ['worker'] });
  queueOrNull = queue;
  await queue.start();
  await intake.start?.();
  const server = await createHttpServer({
    log,
    authenticate: async () => operator,
    rateLimitPerMinute: 100_000,
    requestTimeoutSeconds: 30,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  bindRoutes(server, [...(intake.bindings ?? []), ...(connectors.bindings ?? [])], {
    clock,
    metrics: createRequestMetrics({ nowMs: clock.nowMs, random: () => 0.5 }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
  });

  /** Asks over HTTP; `data` is of the envelope, `code` of a problem. */
  async function ask<E extends Endpoint>(endpoint: E, sent: Sent = {}) {
    const isBytes = sent.body instanceof Uint8Array || typeof sent.body === 'string';
    const reply = await server.inject({
      method: endpoint.method,
      url: pathOf(endpoint, sent.params),
      ...(sent.query === undefined ? {} : { query: sent.query }),
      headers: {
        ...(endpoint.access === 'public' ? {} : { authorization: 'Bearer a' }),
        ...(isBytes ? { 'content-type': 'text/csv' } : {}),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { payload: isBytes ? Buffer.from(sent.body as string) : sent.body }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    const body: unknown = isJson ? reply.json() : null;
    const problem = problemSchema.safeParse(body);
    return {
      status: reply.statusCode,
      bytes: reply.rawPayload,
      headers: reply.headers,
      data: (body as { data?: unknown } | null)?.data as DataOf<E>,
      code: problem.success ? problem.data.code : (undefined as ErrorCode | undefined),
      detail: problem.success ? problem.data.message : undefined,
    };
  }

  async function ended(id: string): Promise<JobRunDetail> {
    for (const endMs = performance.now() + 120_000; performance.now() < endMs; ) {
      const run = await queue.get(id);
      if (run !== null && run.state !== 'queued' && run.state !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`job ${id} did not end`);
  }
  const params = { id: connector.id };

  return {
    platform,
    intake,
    connectors,
    queue,
    folder: join(folder, 'entrada', connector.id),
    catches,
    profiles,
    seeds,
    audited,
    exported,
    db: test.database.for<ConnectorTables>(),
    ask,
    ended,
    advance(ms: number) {
      nowMs += ms;
    },
    upload: (body: Uint8Array | string, fileName = 'capturas.csv', query: Record<string, string> = {}) =>
      ask(contract.intakeUpload, { params, query: { fileName, ...query }, body }),
    /** Confirms a file and waits for its rows. */
    async store(fileId: string, body: object = {}) {
      const confirmed = await ask(contract.intakeConfirm, { params: { fileId }, body });
      if (confirmed.status !== 202) return confirmed;
      if (confirmed.data.runId !== null) await ended(confirmed.data.runId);
      return confirmed;
    },
    /** Waits until no run is under way. */
    async settled() {
      for (const { id, state } of await queue.list({ limit: 200 })) {
        if (state === 'queued' || state === 'running') await ended(id);
      }
    },
    /** Delivers a body with a signature. */
    push(
      secret: string,
      body: string,
      over: { timestampMs?: number; nonce?: string; signature?: string; sent?: string } = {},
    ) {
      const timestamp = String(Math.floor((over.timestampMs ?? nowMs) / 1000));
      const nonce = over.nonce ?? randomBytes(12).toString('hex');
      const signature =
        over.signature ?? createHmac('sha256', secret).update(`${timestamp}.${nonce}.${body}`).digest('hex');
      return ask(contract.intakePush, {
        params,
        body: over.sent ?? body,
        headers: {
          [contract.pushHeaders.timestamp]: timestamp,
          [contract.pushHeaders.nonce]: nonce,
          [contract.pushHeaders.signature]: signature,
        },
      });
    },
    async close() {
      await server.close();
      await queue.stop();
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type IntakeWorld = Awaited<ReturnType<typeof createIntakeWorld>>;

/** Rows of a catch file as INIPM writes them; each row is its own key. */
export function catchCsv(count: number, change: (row: string[], index: number) => string[] = (row) => row): string {
  const header =
    'data;porto;provincia;segmento;arte;especie;nome_cientifico;codigo_fao;quantidade_t;esforco_dias;embarcacoes;observacoes';
  const rows = Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1) + index * 86_400_000 * 0.2);
    const date = [day.getUTCDate(), day.getUTCMonth() + 1, day.getUTCFullYear()]
      .map((part) => String(part).padStart(2, '0'))
      .join('/');
    const port = ['Namibe', 'Luanda', 'Baía Farta', 'Lobito', 'Tômbwa'][index % 5] ?? 'Namibe';
    const row = [date, port, 'Namibe', 'industrial', 'cerco', 'Carapau do Cunene', 'Trachurus trecae', 'HMZ'];
    return change([...row, `${1 + (index % 900)},5`, '4', '2', ''], index).join(';');
  });
  return `${[header, ...rows].join('\r\n')}\r\n`;
}

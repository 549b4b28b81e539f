import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, type Envelope, type Metadata, type Problem, pathOf, type Role } from '@kianda/contract';
import { linkAccept } from '@kianda/contract/people/identity/access-links.contract';
import { type AccessLink, authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { usersCreate, usersForcePassword } from '@kianda/contract/people/identity/users.contract';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { describeSettings } from '../config/describe.ts';
import { loadConfig } from '../config/env.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/distributed.ts';
import type { JobRunDetail } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log/log.ts';
import type { DiskProbe } from '../platform/process/disk.ts';
import { createStorage } from '../platform/storage/storage.ts';
import { createPlatformDatabase } from './installation.ts';

const administrator = { email: 'chefe@exemplo.ao', password: 'maré cheia no Namibe 1908' };

export type MovableClock = Clock & { advance(ms: number): void };

/** The present plus what the test adds to it: the simulator, a process of its own, uses the real time. */
export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  return {
    nowMs: () => Date.now() + aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
  };
}

export type Call = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
};

export type Reply<T = unknown> = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body parsed; throws when it is not JSON. */
  readonly json: () => unknown;
  /** `data` of an envelope. */
  readonly data: T;
  readonly metadata: Metadata;
  readonly problem: Problem;
};

export type SignedIn = { readonly token: string; readonly accountId: string; readonly email: string };

/** Resources that the processes of one installation share. */
type Installation = {
  readonly config: Config;
  readonly database: Database;
  readonly clock: MovableClock;
  readonly folder: string;
};

type Options = {
  /** Address of the simulated providers; null: none, and no connector is asked to run. */
  readonly simulatorUrl?: string | null;
  /** Settings over those of a test. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly validateResponses?: boolean;
  /** How much room the disk says it has. */
  readonly diskProbe?: DiskProbe;
  /** Mails that arrived, where the settings name a mail server: invitations are read there. */
  readonly mails?: () => readonly { readonly to: readonly string[]; readonly source: string }[];
  /** Another process of the same installation: same database, objects, secrets and clock. */
  readonly installation?: Installation;
};

/**
 * The whole platform in this process, on a fresh database and a folder of its own, asked through `inject()`. Its jobs
 * run; nothing is ingested before the test asks for it.
 */
export async function createTestApplication(options: Options = {}) {
  const { installation } = options;
  const folder = installation?.folder ?? (await mkdtemp(join(tmpdir(), 'kianda-app-')));
  const clock = installation?.clock ?? createMovableClock();
  const log = createLogger({ level: 'silent', pretty: false });
  const settings = {
    KIANDA_DATA_DIR: folder,
    KIANDA_MODE: 'demo',
    KIANDA_ROLES: 'api,worker,interfaces',
    KIANDA_RATE_LIMIT_PER_MINUTE: '1000000',
    KIANDA_TWO_STEP_ROLES: 'nenhum',
    // Enough to learn from; the trees of an installation take minutes on a busy machine.
    KIANDA_MODELS_TREES: '40',
    KIANDA_ADMIN_EMAIL: administrator.email,
    KIANDA_ADMIN_PASSWORD: administrator.password,
    KIANDA_SECRET_KEY: installation?.config.secretKey ?? randomBytes(32).toString('hex'),
    ...options.settings,
  };
  const config = loadConfig(settings);
  const storage = createStorage(config.storage);
  const parts = {
    config,
    settings: describeSettings(settings),
    // Demonstration mode needs an address; port 9 (discard) never answers.
    simulatorUrl: options.simulatorUrl ?? (config.mode === 'demo' ? 'http://127.0.0.1:9' : null),
    log,
    clock,
    storage,
    // Nothing begins by itself: a conductor that comes by in the middle of a test would fetch history into it.
    isScheduled: false,
    ...(options.diskProbe === undefined ? {} : { diskProbe: options.diskProbe }),
  };
  const test =
    installation === undefined ? await createPlatformDatabase(parts) : { database: installation.database, drop: null };
  const app = await createApp({
    ...parts,
    database: test.database,
    events: createEvents(test.database, log),
    validateResponses: options.validateResponses ?? true,
  });
  const { server, composition } = app;
  await server.ready();
  for (const module of composition.modules) await module.start?.();
  await composition.queue.start();
  let visitors = 0;

  async function inject<T>(request: InjectOptions): Promise<Reply<T>> {
    const response = await server.inject(request);
    const body = () => response.json() as Envelope<T>;
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      json: () => response.json() as unknown,
      get data() {
        return body().data;
      },
      get metadata() {
        return body().metadata;
      },
      get problem() {
        return response.json() as Problem;
      },
    };
  }

  function call<T = unknown>(endpoint: Endpoint, request: Call = {}): Promise<Reply<T>> {
    const search = new URLSearchParams(request.query).toString();
    return inject<T>({
      method: endpoint.method,
      url: pathOf(endpoint, request.params ?? {}) + (search === '' ? '' : `?${search}`),
      headers: {
        ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
        ...request.headers,
      },
      ...(request.ip === undefined ? {} : { remoteAddress: request.ip }),
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    });
  }

  /** Signs in from a new address: sign-ins are limited by address. */
  async function login(email: string, password: string): Promise<SignIn> {
    visitors += 1;
    const ip = `10.1.${visitors >> 8}.${visitors & 255}`;
    const reply = await call<SignIn>(authLogin, { body: { email, password }, ip });
    if (reply.status !== 200) throw new Error(`sign-in of ${email}: ${reply.status} ${reply.text}`);
    return reply.data;
  }

  let administratorToken: { readonly token: Promise<string>; readonly untilMs: number } | null = null;
  function administratorSession(): Promise<string> {
    if (administratorToken === null || clock.nowMs() > administratorToken.untilMs) {
      const token = login(administrator.email, administrator.password).then(({ accessToken }) => accessToken);
      administratorToken = { token, untilMs: clock.nowMs() + 14 * 60_000 };
    }
    return administratorToken.token;
  }

  /** A new account whose invitation is accepted. */
  async function invited(role: Role): Promise<SignedIn & { readonly password: string }> {
    visitors += 1;
    const email = `${role}${visitors}@exemplo.ao`;
    const name = `Pessoa ${visitors}`;
    const created = await call<{ user: { id: string }; link: AccessLink }>(usersCreate, {
      token: await administratorSession(),
      body: { email, name, role },
    });
    if (created.status !== 201) throw new Error(`account: ${created.text}`);
    const password = `cardume ao largo de Benguela ${visitors}`;
    const token = created.data.link.url?.split('#')[1] ?? mailedToken(options.mails?.() ?? [], email);
    const ip = `10.2.${visitors >> 8}.${visitors & 255}`;
    const accepted = await call<SignIn>(linkAccept, { body: { token, name, newPassword: password }, ip });
    if (accepted.status !== 200) throw new Error(`invitation of ${email}: ${accepted.text}`);
    return { token: accepted.data.accessToken, accountId: created.data.user.id, email, password };
  }

  /** A new account that must change its password first. */
  async function newAccount(role: Role): Promise<SignedIn & { readonly password: string }> {
    const account = await invited(role);
    const params = { id: account.accountId };
    const forced = await call(usersForcePassword, { token: await administratorSession(), params });
    if (forced.status !== 200) throw new Error(`forced change: ${forced.text}`);
    return account;
  }

  const sessions = new Map<Role, { readonly session: Promise<SignedIn>; readonly untilMs: number }>();
  /** A new account that may do what its role may. */
  const newSession = (role: Role): Promise<SignedIn & { readonly password: string }> => invited(role);

  /** The job once it has ended. */
  async function ended(runId: string, limitMs = 480_000): Promise<JobRunDetail> {
    for (const endMs = performance.now() + limitMs; performance.now() < endMs; ) {
      const run = await composition.queue.get(runId);
      if (run !== null && run.state !== 'queued' && run.state !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`job ${runId} did not end in ${limitMs} ms`);
  }

  return {
    app,
    server,
    composition,
    config,
    clock,
    storage,
    folder,
    database: test.database,
    inject,
    call,
    newAccount,
    newSession,
    ended,
    /** Rows of a query on the whole database. */
    async select<T>(query: string): Promise<T[]> {
      return (await sql.raw<T>(query).execute(test.database.for())).rows;
    },
    /** Session of an account of the role, the same one at each call while its token lasts. */
    async signIn(role: Role): Promise<SignedIn> {
      const known = sessions.get(role);
      if (known !== undefined && clock.nowMs() < known.untilMs) return known.session;
      const session = newSession(role);
      sessions.set(role, { session, untilMs: clock.nowMs() + 14 * 60_000 });
      return session;
    },
    /** Runs streams of one connector to their end. */
    async ingest(connectorId: string, command: { mode?: 'incremental' | 'full'; stream?: string } = {}) {
      const ids = await composition.connectors.service.run(connectorId, { mode: 'incremental', ...command }, 'teste');
      return Promise.all(ids.map((id) => ended(id)));
    },
    async close() {
      await app.close();
      if (test.drop === null) return;
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestApplication = Awaited<ReturnType<typeof createTestApplication>>;

/** The secret of an access link, of the newest mail to an address. */
function mailedToken(mails: ReturnType<NonNullable<Options['mails']>>, email: string): string | undefined {
  const mail = mails.findLast(({ to }) => to.includes(email));
  // Quoted-printable breaks long lines with `=`.
  return mail === undefined ? undefined : /convite#([\w-]+)/.exec(mail.source.replaceAll('=\r\n', ''))?.[1];
}

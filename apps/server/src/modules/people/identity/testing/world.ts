import { type DataOf, type Endpoint, type ErrorCode, type Problem, pathOf, type Role } from '@kianda/contract';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Bindings } from '../../../../platform/http/bind.ts';
import { createRequestMetrics } from '../../../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../../../platform/http/routes.ts';
import { createHttpServer } from '../../../../platform/http/server.ts';
import { createAudit } from '../../audit/index.ts';
import { createTestPlatform, noQueue, testMasterKey } from '../../audit/testing/platform.ts';
import { insertAccount } from '../accounts.repository.ts';
import { createContext, type Dependencies } from '../core/identity-context.ts';
import { identityMigrations } from '../identity.migrations.ts';
import type { IdentityConfig, Mail } from '../identity.types.ts';
import { createIdentity } from '../index.ts';
import { hashPassword } from '../passwords/password-hash.ts';

export const goodPassword = 'vento fresco na restinga 41';
let goodPasswordHash: Promise<string> | null = null;

export type Reply<T = unknown> = {
  readonly status: number;
  readonly data: T;
  readonly code: ErrorCode | undefined;
  readonly problem: Problem;
  readonly headers: Record<string, unknown>;
};

type Call = {
  readonly body?: object;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly token?: string;
  readonly ip?: string;
};

/** The identity module behind the real server, on a fresh database, with a clock that tests move. */
export async function createWorld(overrides: Partial<IdentityConfig> = {}) {
  const base = await createTestPlatform([{ name: 'identity', migrations: identityMigrations }]);
  const { platform } = base;
  const config: IdentityConfig = {
    masterKey: testMasterKey,
    publicUrl: 'http://127.0.0.1:3000',
    firstAdministrator: { email: null, password: null },
    oidc: null,
    twoStepRoles: [],
    twoStepGraceDays: 7,
    outgoing: { userAgent: () => 'ensaio', allowPrivateHosts: [] },
    ...overrides,
  };
  const mails: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
  let mail: Mail | null = null;
  const dependencies: Dependencies = {
    mail: () => mail,
    holdings: () => [],
    roleChange: (id) => audit.roleChange(id),
    events: (query) => audit.eventsOf(query),
  };
  const audit = createAudit({ platform, masterKey: testMasterKey, queue: noQueue });
  const identity = createIdentity({ platform, config, audit, dependencies });
  const context = createContext(platform, config, audit, dependencies);
  const denied: string[] = [];
  let visits = 0;
  const closers: (() => Promise<void>)[] = [];

  const apps: FastifyInstance[] = [];
  /** A server with these bindings behind the real gate, and a way to call it. */
  async function serve(bindings: Bindings, rateLimitPerMinute = 10_000) {
    const app = await createHttpServer({
      log: platform.log,
      authenticate: (token, address) => identity.authenticate(token, address),
      rateLimitPerMinute,
      requestTimeoutSeconds: 10,
      allowedOrigins: [],
      contentSecurityPolicy: { connect: [], frame: [], frameAncestors: ["'self'"], secure: false },
    });
    bindRoutes(app, bindings, {
      clock: platform.clock,
      metrics: createRequestMetrics({ nowMs: () => platform.clock.nowMs(), random: platform.random }),
      idempotency: null,
      onDenied: (_request, endpoint) => denied.push(endpoint.id),
      validateResponses: true,
    });
    await app.ready();
    apps.push(app);
    closers.push(() => app.close());
    return async <T = unknown>(endpoint: Endpoint, request: Call = {}): Promise<Reply<T>> => {
      const search = new URLSearchParams(request.query).toString();
      const response = await app.inject({
        method: endpoint.method,
        url: pathOf(endpoint, request.params ?? {}) + (search === '' ? '' : `?${search}`),
        headers: request.token === undefined ? {} : { authorization: `Bearer ${request.token}` },
        remoteAddress: request.ip ?? `10.0.0.${visits}`,
        ...(request.body === undefined ? {} : { payload: request.body }),
      });
      const body = response.body === '' ? {} : response.json();
      const { statusCode: status, headers } = response;
      return { status, data: body.data, code: body.code, problem: body, headers };
    };
  }
  const call = await serve(identity.bindings ?? []);

  return {
    ...base,
    identity,
    audit,
    context,
    denied,
    call,
    mails,
    /** Answer of an endpoint that gives a file. */
    async download(endpoint: Endpoint, token: string, query: Record<string, string>) {
      const url = `${pathOf(endpoint)}?${new URLSearchParams(query)}`;
      const reply = await apps[0]?.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
      return { status: reply?.statusCode, text: reply?.body ?? '', headers: reply?.headers ?? {} };
    },
    /** Sets how mail ends from now on; null: no mail server. */
    setMail(outcome: 'sent' | 'refused' | null) {
      mail =
        outcome === null
          ? null
          : async (to, message) => {
              if (outcome === 'refused') throw new Error('O servidor de correio não aceitou a mensagem: EAUTH');
              mails.push({ to, ...message });
            };
    },
    serve,
    /** An empty platform again, called from another address: far quicker than a new database. */
    async reset() {
      await sql
        .raw(`
          alter table audit.events disable trigger events_no_truncate;
          truncate audit.events, identity.accounts, identity.failed_attempts, identity.oidc_flows cascade;
          alter table audit.events enable trigger events_no_truncate;
        `)
        .execute(context.store);
      denied.length = 0;
      mails.length = 0;
      mail = null;
      visits += 1;
    },
    /** An account with `goodPassword`. */
    async account(email: string, role: Role = 'cientista') {
      goodPasswordHash ??= hashPassword(goodPassword);
      const input = {
        id: crypto.randomUUID(),
        email,
        name: email.split('@')[0] ?? email,
        role,
        password_hash: await goodPasswordHash,
        must_change_password: false,
        first_administrator: false,
      };
      return insertAccount(context.store, input, new Date(platform.clock.nowMs()));
    },
    login(email: string, extra: { password?: string; totp?: string; ip?: string; deviceTokens?: string[] } = {}) {
      const { ip, ...rest } = extra;
      const body = { email, password: goodPassword, ...rest };
      return call<DataOf<typeof authLogin>>(authLogin, { body, ...(ip === undefined ? {} : { ip }) });
    },
    /** Names of the audit events so far, in order. */
    async events(): Promise<string[]> {
      const { rows } = await sql<{ event: string }>`select event from audit.events order by seq`.execute(context.store);
      return rows.map((row) => row.event);
    },
    async close() {
      for (const close of closers) await close();
      await identity.stop?.();
      context.authentication.stop();
      await base.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

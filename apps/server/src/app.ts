import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { joinedReads } from '@kianda/contract/core/joined-reads';
import { sitePaths } from '@kianda/contract/open/interfaces/ministry-site.contract';
import { embedOriginsOf } from './composition/maps.ts';
import { type Composition, composePlatform } from './composition/modules.ts';
import { bindHealthProbes, bindMetrics } from './composition/probes.ts';
import { upgradeAtStart } from './composition/start-upgrade.ts';
import { s3Target } from './modules/open/storage/index.ts';
import { withoutTrailingSlash } from './modules/people/identity/index.ts';
import { migrate } from './platform/db/migrate.ts';
import { admissionOf, createAdmission } from './platform/http/admission.ts';
import { createIdempotency } from './platform/http/idempotency.ts';
import { joinedReadsBinding } from './platform/http/joined-reads.ts';
import {
  serveConsole,
  serveInterfaceConfig,
  servePages,
  servePublicMaps,
  serveWrittenFolder,
} from './platform/http/pages.ts';
import { bindRoutes, type RouteOptions } from './platform/http/routes.ts';
import type { HttpServer } from './platform/http/server.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Logger } from './platform/log/log.ts';
import type { Application, ApplicationParts } from './platform/process/application.ts';
import { createReadiness } from './platform/process/readiness.ts';
import { createRealtimeFigures } from './platform/realtime/figures.ts';
import { createRealtimeHub } from './platform/realtime/hub.ts';
import { realtimePlugin } from './platform/realtime/plugin.ts';

/** Longest wait of a first start for its first data; the rest arrives afterwards. */
const firstDataMs = 40_000;

type Parts = ApplicationParts & { readonly validateResponses?: boolean };

/** Migrates the database, composes the modules and binds their endpoints. */
export async function createApp(parts: Parts): Promise<Application & { server: HttpServer; composition: Composition }> {
  const { config, database, log, events } = parts;
  const realtime = createRealtimeFigures();
  const composition = await composePlatform(parts, realtime);
  assertEveryEndpointIsBound([...composition.bindings.map(({ endpoint }) => endpoint), joinedReads]);
  await upgradeAtStart(parts, composition.migrations);
  await migrate(database, composition.migrations, log);
  await composition.contents.fault();
  await events.start();

  const state = { isReady: false };
  const server = await createApiServer(parts, composition, { realtime, isReady: () => state.isReady });
  const pages = await createPagesServer(parts, composition);
  const firstAdministrator = config.roles.includes('api')
    ? await composition.identity.ensureFirstAdministrator()
    : null;

  return {
    server,
    composition,
    firstAdministrator: config.administrator.password !== null ? null : firstAdministrator,
    ...createLifetime(parts, composition, { server, pages, onReady: () => (state.isReady = true) }),
  };
}

/** Settings that both servers share. */
function commonOptions({ config, log }: Parts, { identity, live }: Composition) {
  return {
    log,
    authenticate: (token: string, address: string) => identity.authenticate(token, address),
    rateLimitPerMinute: () => live.rateLimitPerMinute,
    requestTimeoutSeconds: () => live.requestTimeoutSeconds,
    trustedProxies: config.trustedProxies,
  };
}

function originsOfServers({ config }: Parts) {
  return {
    consoleOrigins: originsOf(config.publicUrl, config.port),
    interfaceOrigins: originsOf(config.interfacesUrl, config.interfacesPort),
    secure: config.publicUrl.startsWith('https:'),
  };
}

/** The server of the console, of every endpoint and of the realtime channels. */
async function createApiServer(
  parts: Parts,
  composition: Composition,
  {
    realtime,
    isReady,
  }: { readonly realtime: ReturnType<typeof createRealtimeFigures>; readonly isReady: () => boolean },
): Promise<HttpServer> {
  const { config, database, log, clock, events } = parts;
  const { identity, configuration, live } = composition;
  const { consoleOrigins, interfaceOrigins, secure } = originsOfServers(parts);
  const hub = createRealtimeHub({
    events,
    clock,
    log,
    authenticate: (token) => identity.authenticate(token),
    rooms: composition.rooms,
  });
  const server = await createHttpServer({
    ...commonOptions(parts, composition),
    allowedOrigins: interfaceOrigins,
    openOrigins: config.openOrigins,
    rewriteUrl: (request) => withoutTrailingSlash(s3Target(request)),
    contentSecurityPolicy: {
      connect: config.oceanApiUrls.map((url) => new URL(url).origin),
      frame: interfaceOrigins,
      frameAncestors: ["'self'"],
      secure,
    },
  });
  realtime.follow(hub, () => server.server.listening);
  await realtimePlugin(server, { hub, allowedOrigins: [...consoleOrigins, ...interfaceOrigins] });
  const { migrations, contents, disks } = composition;
  const readiness = createReadiness({ database, migrations, contents, disks, clock });
  bindHealthProbes(server, { hasStarted: isReady, readiness });
  const admission = createAdmission(admissionOf(config.databaseMaxConnections), () => randomInt(1_000) / 1_000);
  bindMetrics(server, { composition, mode: config.mode, metricsToken: config.metricsToken, admission });
  const joined = joinedReadsBinding({
    server,
    endpoints: composition.bindings.map(({ endpoint }) => endpoint),
    limitSeconds: () => live.requestTimeoutSeconds,
  });
  bindRoutes(server, [...composition.bindings, joined], {
    clock,
    metrics: composition.requests,
    idempotency: createIdempotency(database, clock),
    validateResponses: parts.validateResponses ?? false,
    handlerTimeoutSeconds: () => live.requestTimeoutSeconds,
    admission,
    isStopped: (service) => composition.services.isPrefixStopped(service),
    refusal: configuration.refusal,
    diskRefusal: disks.refusal,
    onServed: (request, endpoint, status) => composition.usage.served(endpoint, request, status),
    onDenied: auditDenial(composition, log),
  });
  await serveConsole(server, join(config.rootDir, 'apps/console/dist'));
  return server;
}

/** Records a refused permission in the audit trail; the answer does not wait for it. */
function auditDenial({ audit }: Composition, log: Logger): RouteOptions['onDenied'] {
  return (request, endpoint) => {
    const recorded = audit.record({
      event: 'auth.permission.denied',
      severity: 'medium',
      actorId: request.principal?.accountId ?? null,
      actorName: request.principal?.email ?? 'sem sessão',
      resource: endpoint.id,
      ipAddress: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
      metadata: { access: endpoint.access, role: request.principal?.role ?? null },
    });
    recorded.catch((error: unknown) => log.error({ err: error }, 'recusa não gravada na auditoria'));
  };
}

/** The server of the scientific interfaces and public maps, an origin of its own. */
async function createPagesServer(parts: Parts, composition: Composition): Promise<HttpServer> {
  const { config, log } = parts;
  const { consoleOrigins, secure } = originsOfServers(parts);
  const pages = await createHttpServer({
    ...commonOptions(parts, composition),
    allowedOrigins: consoleOrigins,
    contentSecurityPolicy: {
      connect: consoleOrigins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
      frame: [],
      frameAncestors: consoleOrigins,
      secure,
    },
  });
  serveInterfaceConfig(pages, { consoleOrigins, apiBaseUrl: config.publicUrl });
  const pagesFolder = join(config.rootDir, 'apps/interfaces/dist');
  servePublicMaps(pages, pagesFolder, () => embedOriginsOf(composition.effective));
  serveWrittenFolder(pages, sitePaths, composition.interfaces.site.file);
  await servePages(pages, pagesFolder).catch((error: unknown) => {
    log.warn({ err: error }, 'as páginas das interfaces ainda não foram construídas');
  });
  return pages;
}

/** Start and stop of the servers, the modules, the queue and the events, in this order and its reverse. */
function createLifetime(
  { config, events }: Parts,
  composition: Composition,
  { server, pages, onReady }: { readonly server: HttpServer; readonly pages: HttpServer; readonly onReady: () => void },
): Pick<Application, 'ready' | 'listen' | 'close'> {
  const { queue, health, modules } = composition;
  const started = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let hasBegun = false;

  async function begin(): Promise<void> {
    for (const module of modules) await module.start?.();
    await queue.start();
    if (config.roles.includes('worker')) await firstData(composition, stopping.signal);
    await health.service.checkComponents();
    onReady();
  }

  return {
    ready: started.promise,
    async listen() {
      if (config.roles.includes('api')) await server.listen({ host: config.host, port: config.port });
      if (config.roles.includes('interfaces')) await pages.listen({ host: config.host, port: config.interfacesPort });
      hasBegun = true;
      begin().then(started.resolve, started.reject);
      return { url: config.publicUrl, interfacesUrl: config.interfacesUrl };
    },
    async close(enter = () => undefined) {
      stopping.abort();
      enter('begin');
      // Stopped before it listened (a port was taken meanwhile), nothing was begun, and `started` would never settle.
      if (hasBegun) await started.promise.catch(() => undefined);
      enter('http');
      await Promise.all([server.close(), pages.close()]);
      enter('queue');
      await queue.stop();
      for (const module of modules.toReversed()) {
        enter(module.name);
        await module.stop?.();
      }
      enter('events');
      await events.stop();
    },
  };
}

/** Starts what is due and, on an installation without data, waits for the first run of every stream, within a limit. */
async function firstData({ connectors, queue }: Composition, signal: AbortSignal): Promise<void> {
  const { enqueued } = await connectors.conduct();
  const hadData = (await connectors.service.list()).some((connector) => connector.lastSuccess !== null);
  if (hadData || enqueued.length === 0) return;
  const deadlineMs = performance.now() + firstDataMs;
  while (performance.now() < deadlineMs && !signal.aborted) {
    const runs = await queue.list({ limit: 200 });
    const open = runs.filter(
      (run) => enqueued.includes(run.name) && (run.state === 'queued' || run.state === 'running'),
    );
    if (open.length === 0) break;
    await wait(250, undefined, { signal }).catch(() => undefined);
  }
  if (!signal.aborted) await connectors.conduct();
}

/** Stops the start where an endpoint of the contract has no handler, or has two. */
function assertEveryEndpointIsBound(endpoints: readonly Endpoint[]): void {
  const bound = endpoints.map(({ id }) => id);
  const isBound = new Set(bound);
  const isDeclared = new Set(allEndpoints.map(({ id }) => id));
  const missing = allEndpoints.filter(({ id }) => !isBound.has(id)).map(({ id }) => id);
  const undeclared = bound.filter((id) => !isDeclared.has(id));
  const twice = bound.filter((id, index) => bound.indexOf(id) !== index);
  const faults = [
    missing.length > 0 ? `declared but not bound: ${missing.join(', ')}` : null,
    undeclared.length > 0 ? `bound but not in the contract: ${undeclared.join(', ')}` : null,
    twice.length > 0 ? `bound twice: ${twice.join(', ')}` : null,
  ].filter((fault) => fault !== null);
  if (faults.length > 0) throw new Error(`endpoints ${faults.join('; ')}`);
}

/** The origin of an address and, on this machine, its other name, because a browser takes them for two origins. */
function originsOf(url: string, port: number): string[] {
  const { origin, hostname, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return isLocal
    ? [...new Set([origin, `${protocol}//localhost:${port}`, `${protocol}//127.0.0.1:${port}`])]
    : [origin];
}

import { endpoint, type Provenance, type Role } from '@kianda/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.ts';
import type { Admission } from '../admission.ts';
import { type Bindings, bind, type Principal } from '../bind.ts';
import type { Idempotency } from '../idempotency.ts';
import { joinedReadsBinding } from '../joined-reads.ts';
import { createRequestMetrics } from '../request-metrics.ts';
import { bindRoutes } from '../routes.ts';
import { createHttpServer, type HttpOptions } from '../server.ts';

export const interfacesOrigin = 'http://127.0.0.1:8085';

/** Tokens of the site: the name of a role, of an account with a one-time password, of an interface, or of a key. */
const principals: Readonly<Record<string, Principal>> = {
  ...Object.fromEntries((['administrador', 'cliente'] satisfies Role[]).map((role) => [role, principal(role)])),
  provisório: { ...principal('administrador'), mustChangePassword: true },
  interface: { ...principal('administrador'), scopes: ['ocean:read'] },
  'chave-1': { ...principal('cliente'), apiKeyId: 'chave-1' },
  'chave-2': { ...principal('cliente'), apiKeyId: 'chave-2' },
};

function principal(role: Role): Principal {
  return {
    accountId: `conta-${role}`,
    email: `${role}@exemplo.ao`,
    name: role,
    role,
    sessionId: 's',
    mustChangePassword: false,
  };
}

const shape = { service: 'admin-api', summary: 'De teste', response: z.unknown() } as const;

export const readSea = endpoint({
  ...shape,
  id: 'readSea',
  method: 'GET',
  path: '/sea',
  access: 'ocean:read',
  response: z.object({ temperature: z.number(), comment: z.string().optional() }),
});
export const readAlarms = endpoint({
  ...readSea,
  id: 'readAlarms',
  path: '/alarms',
  response: z.unknown(),
  first: true,
});
export const readCatalogue = endpoint({
  ...shape,
  id: 'readCatalogue',
  method: 'GET',
  path: '/catalogue.json',
  access: 'public',
  format: 'plain',
  maxAgeSeconds: 60,
});
export const readTile = endpoint({ ...readCatalogue, id: 'readTile', path: '/tile', format: 'binary' });
export const readDepth = endpoint({
  ...shape,
  id: 'readDepth',
  method: 'GET',
  path: '/depths/{id}',
  access: 'session',
  params: z.object({ id: z.string().max(8) }),
  query: z.object({ limit: z.coerce.number().int().min(1).default(5), text: z.string().optional() }),
});
export const addBuoy = endpoint({
  ...shape,
  id: 'addBuoy',
  method: 'POST',
  path: '/buoys',
  access: 'session',
  body: z.object({ name: z.string() }),
});
export const addBerth = endpoint({
  ...addBuoy,
  id: 'addBerth',
  path: '/berths',
  body: z.strictObject({ name: z.string(), place: z.strictObject({ lon: z.number() }).optional() }),
});
export const addSecret = endpoint({ ...addBuoy, id: 'addSecret', path: '/secrets', neverStored: true });
export const addPlain = endpoint({ ...addBuoy, id: 'addPlain', path: '/plain', format: 'plain' });
export const manage = endpoint({ ...shape, id: 'manage', method: 'POST', path: '/manage', access: 'users:write' });
export const pressed = endpoint({
  ...shape,
  id: 'pressed',
  method: 'GET',
  path: '/pressed',
  access: 'public',
  rateLimitPerMinute: 2,
});

export type Site = { readonly app: FastifyInstance; readonly denied: readonly string[]; readonly log: () => string };
type Handlers = Partial<Record<string, (context: { body: unknown; signal: AbortSignal }) => Promise<unknown>>>;

/** The real server with a few endpoints whose handlers the test gives, by endpoint id. */
export async function createSite(
  handlers: Handlers,
  options: {
    clock: Clock;
    idempotency?: Idempotency;
    server?: Partial<HttpOptions>;
    handlerTimeoutSeconds?: () => number;
    admission?: Admission;
    validateResponses?: boolean;
  },
): Promise<Site> {
  const lines: string[] = [];
  const denied: string[] = [];
  const app = await createHttpServer({
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
    authenticate: async (token) => principals[decodeURIComponent(token)] ?? null,
    rateLimitPerMinute: 10_000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [interfacesOrigin],
    contentSecurityPolicy: { connect: [], frame: [interfacesOrigin], frameAncestors: ["'self'"], secure: false },
    ...options.server,
  });
  const endpoints = [
    readSea,
    readAlarms,
    readCatalogue,
    readTile,
    readDepth,
    addBuoy,
    addBerth,
    addSecret,
    addPlain,
    manage,
    pressed,
  ];
  const bindings: Bindings = endpoints.map((each) => {
    const handler = handlers[each.id] ?? (async () => ({ data: null, provenance: liveAt('2026-08-31T09:00:00Z') }));
    return bind(each, async (context) => (await handler(context)) as never);
  });
  const joined = joinedReadsBinding({
    server: app,
    endpoints,
    limitSeconds: options.handlerTimeoutSeconds ?? (() => 30),
  });
  bindRoutes(app, [...bindings, joined], {
    clock: options.clock,
    metrics: createRequestMetrics({ nowMs: () => options.clock.nowMs(), random: () => 0.5 }),
    idempotency: options.idempotency ?? null,
    validateResponses: options.validateResponses ?? true,
    onDenied: (_request, each) => denied.push(each.id),
    ...(options.admission === undefined ? {} : { admission: options.admission }),
    ...(options.handlerTimeoutSeconds === undefined ? {} : { handlerTimeoutSeconds: options.handlerTimeoutSeconds }),
  });
  await app.ready();
  return { app, denied, log: () => lines.join('') };
}

/** Provenance of something observed at one instant and obtained at another, or at the same. */
export function liveAt(observedAt: string, retrievedAt = observedAt): Provenance {
  return { state: 'live', source: 'Ensaio', observedAt, retrievedAt };
}

export const as = (name: string) => ({ authorization: `Bearer ${encodeURIComponent(name)}` });

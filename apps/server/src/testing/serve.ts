import { type Role, roles } from '@kianda/contract';
import type { InjectOptions } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { Bindings, Principal } from '../platform/http/bind.ts';
import { createRequestMetrics } from '../platform/http/request-metrics.ts';
import { bindRoutes, type RouteOptions } from '../platform/http/routes.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createLogger } from '../platform/log/log.ts';

/** The account that each role's token stands for. */
export function principalOf(role: Role): Principal {
  const number = String(roles.indexOf(role)).padStart(12, '0');
  return {
    accountId: `5a3c1d10-0000-4000-8000-${number}`,
    email: `${role}@kianda.test`,
    name: role,
    role,
    sessionId: `5a3c1d10-0000-4000-9000-${number}`,
    mustChangePassword: false,
  };
}

/** Bindings of modules behind the real gate, asked in memory; the role is the token. */
export async function serveBindings(
  bindings: Bindings,
  clock: Clock,
  options: Partial<Pick<RouteOptions, 'isStopped' | 'validateResponses'>> = {},
) {
  const app = await createHttpServer({
    log: createLogger({ level: 'silent', pretty: false }),
    authenticate: async (token) => roles.filter((role) => role === token).map(principalOf)[0] ?? null,
    rateLimitPerMinute: 1_000_000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  bindRoutes(app, bindings, {
    clock,
    metrics: createRequestMetrics({ nowMs: () => clock.nowMs(), random: () => 0.5 }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
    ...options,
  });
  return {
    async ask(
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      url: string,
      request: InjectOptions & { role?: Role | null } = {},
    ) {
      const { role = 'operador', headers, ...rest } = request;
      const answer = await app.inject({
        method,
        url,
        ...rest,
        headers: { ...(role === null ? {} : { authorization: `Bearer ${role}` }), ...headers },
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        bytes: answer.rawPayload,
        text: answer.body,
        get body() {
          return answer.json();
        },
      };
    },
    /** Answers on a free port of this machine, too; its address. */
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: () => app.close(),
  };
}

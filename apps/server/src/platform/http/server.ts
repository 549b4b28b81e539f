import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { apiKeyMark } from '@kianda/contract/people/identity/api-keys.contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import helmet from 'helmet';
import type { Logger } from '../log/log.ts';
import type { Principal } from './bind.ts';
import { limitBodyTime } from './body-time.ts';
import { compressAnswers } from './compression.ts';
import { crossOrigin, type OpenOrigins } from './cross-origin.ts';
import { AppError } from './errors.ts';
import { keepPageHeadersToPages } from './page-headers.ts';
import { sendProblem } from './problem.ts';
import { RateStore } from './rate-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** Why the bearer token that came with the request was refused; null when none came or it was good. */
    tokenRefused: boolean;
  }
}

/** The server as its callers see it: no file outside the platform names the library behind it. */
export type HttpServer = FastifyInstance;

export type HttpOptions = {
  readonly log: Logger;
  /** `address`: where the request comes from. */
  readonly authenticate: (accessToken: string, address: string) => Promise<Principal | null>;
  /** A function where it may change while the server runs. */
  readonly rateLimitPerMinute: number | (() => number);
  readonly requestTimeoutSeconds: number | (() => number);
  readonly bodyLimitBytes?: number;
  /** Origins besides its own that may call the API from a browser: the scientific interfaces. */
  readonly allowedOrigins: readonly string[];
  /** Origins whose pages may read the open services; none when absent. */
  readonly openOrigins?: OpenOrigins;
  readonly contentSecurityPolicy: ContentSecurity;
  /** Where a request is answered, if not at its own address. */
  readonly rewriteUrl?: (request: IncomingMessage) => string;
  /** Addresses of the reverse proxies whose X-Forwarded-* headers are believed. */
  readonly trustedProxies?: readonly string[];
};

export type ContentSecurity = {
  readonly connect: readonly string[];
  readonly frame: readonly string[];
  readonly frameAncestors: readonly string[];
  /** True where the page is served over TLS. */
  readonly secure: boolean;
};

const requestIdPattern = /^[\w-]{8,64}$/;

/** HTTP server with everything every request goes through: identity, limits, headers, compression, error funnel. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { rateLimitPerMinute, requestTimeoutSeconds } = options;
  const timeoutMs = () =>
    (typeof requestTimeoutSeconds === 'number' ? requestTimeoutSeconds : requestTimeoutSeconds()) * 1000;
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes ?? 1_048_576,
    // Node's own limit knows no difference between a form and a file; `limitBodyTime` does.
    requestTimeout: 0,
    http: { headersTimeout: timeoutMs() },
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    trustProxy:
      options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    // An address that can't be decoded never reaches the error handler.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    ...(options.rewriteUrl === undefined ? {} : { rewriteUrl: options.rewriteUrl }),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512 },
  });

  limitBodyTime(app, timeoutMs);
  app.decorateRequest('principal', null);
  app.decorateRequest('tokenRefused', false);
  app.addHook('onRequest', async (request, reply) => {
    // Read anew by Node each time it looks for headers that take too long.
    app.server.headersTimeout = timeoutMs();
    reply.header('x-request-id', request.id);
    const credential = credentialOf(request.headers.authorization);
    if (credential === null) return;
    request.principal = await options.authenticate(credential, request.ip);
    request.tokenRefused = request.principal === null;
  });

  protectAnswers(app, options.contentSecurityPolicy);
  await app.register(cors, { delegator: crossOrigin(options.allowedOrigins, options.openOrigins ?? []) });
  await app.register(rateLimit, {
    max: typeof rateLimitPerMinute === 'number' ? rateLimitPerMinute : () => rateLimitPerMinute(),
    timeWindow: 60_000,
    store: RateStore,
    // A program that runs wild must not lock its owner out of the console; all keys of an account share one limit.
    keyGenerator: ({ principal, ip }) => {
      if (principal === null) return ip;
      return principal.apiKeyId === undefined ? principal.accountId : `keys:${principal.accountId}`;
    },
    allowList: ({ url }) => url.startsWith(staticFiles) || probePaths.has(url.split('?')[0] ?? ''),
    errorResponseBuilder: (_request, context) =>
      new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(context.ttl / 1000)) }),
  });
  compressAnswers(app);
  keepPageHeadersToPages(app);

  // The client says JSON on every request, also on those without a body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser([...jsonTypes], { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  return app;
}

/** Sets the headers that protect an answer. Fastify's own plugin makes the same ones anew for each request. */
function protectAnswers(app: FastifyInstance, policy: HttpOptions['contentSecurityPolicy']): void {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(policy) },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: policy.secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Framing is governed by frame-ancestors; X-Frame-Options can't name the console's origin.
    xFrameOptions: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    protect(request.raw, reply.raw, (fault) => (fault instanceof Error ? done(fault) : done()));
  });
}

/**
 * The token of a request, or the API key that stands as the password of Basic authentication: programs that know no
 * other way, such as those of Flower and Prometheus, sign in with it. A person's password is never taken so.
 */
function credentialOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header.startsWith('Bearer ')) return header.slice('Bearer '.length);
  if (!header.startsWith('Basic ')) return null;
  const written = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8');
  const password = written.slice(written.indexOf(':') + 1);
  return password.startsWith(apiKeyMark) ? password : null;
}

/** JSON under the names that standards give it. */
const jsonTypes = ['application/json', 'application/geo+json', 'application/merge-patch+json'] as const;

/** Operators' probes are never throttled: a busy platform must not look dead. */
const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** The pages' own files: an office behind one address opens many consoles at once, and one file short is a blank page. */
const staticFiles = '/assets/';

function directives(policy: ContentSecurity): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    // Components set sizes and positions as style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...policy.connect],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': [...(policy.frame.length === 0 ? ["'none'"] : policy.frame)],
    'frame-ancestors': [...policy.frameAncestors],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  };
}

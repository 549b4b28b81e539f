import { Readable } from 'node:stream';
import { allows, clientVersion, type Endpoint, type Metadata, type Role, servicePrefixes } from '@kianda/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions as FastifyRoute } from 'fastify';
import { type Clock, nowIso } from '../clock/clock.ts';
import { withinRequest } from '../db/request-scope.ts';
import type { Admission } from './admission.ts';
import type { Answer, Binding, Download, RequestContext, StandardAnswer, TaggedBytes } from './bind.ts';
import { AppError } from './errors.ts';
import { etagOf, matchesTag } from './etag.ts';
import { limitHandlerTime } from './handler-time.ts';
import type { Idempotency } from './idempotency.ts';
import { inputOf } from './input.ts';
import { bindNotFound } from './not-found.ts';
import { keycloakFault, sendProblem } from './problem.ts';
import type { RequestMetrics } from './request-metrics.ts';

export type RouteOptions = {
  readonly clock: Clock;
  readonly metrics: RequestMetrics;
  readonly idempotency: Idempotency | null;
  /** Called at every refusal for lack of permission. */
  readonly onDenied: (request: FastifyRequest, endpoint: Endpoint) => void;
  /** Called for every answer once it has gone out. */
  readonly onServed?: (request: FastifyRequest, endpoint: Endpoint, status: number) => void;
  /** In tests: an answer that breaks its own contract fails the request. */
  readonly validateResponses: boolean;
  /** Whether an operator stopped the service: its endpoints then answer `service_stopped`. */
  readonly isStopped?: (service: Endpoint['service']) => boolean;
  /** Why an endpoint is not to be had now by this role, if it is not: maintenance, a function switched off. */
  readonly refusal?: (endpoint: Endpoint, role: Role | null) => AppError | null;
  /** How long an answer may take before the request ends as `timeout`; asked at every request; 30 when absent. */
  readonly handlerTimeoutSeconds?: () => number;
  /** Refusal of an endpoint that stores files; null while their disk has room for them. */
  readonly diskRefusal?: (purpose: NonNullable<Endpoint['takesRoom']>) => Promise<AppError | null>;
  /** Holds and refuses requests when there are too many; all are answered at once when absent. */
  readonly admission?: Admission;
};

/** A file takes as long as its line is slow: 50 MB at 256 kbit/s are 27 minutes. */
const fileMs = 3_600_000;

/** Registers every binding at the path, with the access and the validation its contract entry names. */
export function bindRoutes(app: FastifyInstance, bindings: readonly Binding[], options: RouteOptions): void {
  const streams: FastifyRoute[] = [];
  const forms: FastifyRoute[] = [];
  for (const binding of bindings) {
    const { endpoint } = binding;
    const isStream = endpoint.requestBody === 'stream';
    const route: FastifyRoute = {
      method: endpoint.method,
      url: servicePrefixes[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        takesFile: isStream,
        ...rateOf(endpoint),
      },
      handler: async (request, reply) => {
        const startedMs = performance.now();
        const limitMs = isStream ? fileMs : (options.handlerTimeoutSeconds?.() ?? 30) * 1000;
        const { signal, late } = limitHandlerTime(reply, limitMs);
        reply.raw.once('finish', () => {
          options.metrics.record(endpoint.id, performance.now() - startedMs, reply.statusCode);
          options.onServed?.(request, endpoint, reply.statusCode);
        });
        const act = () => answer(binding, { endpoint, request, reply, options, lockLimitMs: limitMs / 2 }, signal);
        return endpoint.method === 'GET' || isStream ? act() : withinRequest(late, act);
      },
    };
    if (endpoint.faults === 'keycloak') {
      route.errorHandler = (error, request, reply) => void sendProblem(error, request, reply, keycloakFault);
    }
    if (isStream) streams.push(route);
    else if (endpoint.requestBody === 'form') forms.push(route);
    else for (const url of urlsOf(endpoint, route.url)) app.route({ ...route, url });
  }
  // A scope of its own for each route cost more than the route.
  app.register(async (scope) => streamRoutes(scope, streams));
  app.register(async (scope) => formRoutes(scope, forms));
  bindNotFound(
    app,
    bindings.map(({ endpoint }) => endpoint),
  );
}

/** A limit of its own, counted by itself; without one, the default, counted with the caller's other requests unless apart. */
function rateOf({ rateLimitPerMinute: max, countsApart }: Endpoint): NonNullable<FastifyRoute['config']> {
  if (max !== undefined) return { rateLimit: { max, timeWindow: 60_000 } };
  return countsApart === true ? { rateLimit: {} } : {};
}

/** Clients of the open services write their addresses with and without a slash at the end, and mean the same. */
function urlsOf({ service, path }: Endpoint, url: string): readonly string[] {
  return (service === 'stac' || service === 'features') && path !== '' && !path.endsWith('/')
    ? [url, `${url}/`]
    : [url];
}

/** Routes whose body is handed on unread, whatever its type. */
function streamRoutes(scope: FastifyInstance, routes: readonly FastifyRoute[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  for (const route of routes) scope.route(route);
}

/** Routes that take a form beside JSON; a name that comes twice keeps its first value. */
function formRoutes(scope: FastifyInstance, routes: readonly FastifyRoute[]): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields = new Map<string, string>();
    for (const [name, value] of new URLSearchParams(String(body))) if (!fields.has(name)) fields.set(name, value);
    done(null, Object.fromEntries(fields));
  });
  for (const route of routes) scope.route(route);
}

/** One request and its answer under way. */
type Exchange = {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: RouteOptions;
  /** How long it waits for rows that another transaction holds: whoever asked then hears of it in time. */
  readonly lockLimitMs: number;
};

async function answer(binding: Binding, exchange: Exchange, signal: AbortSignal) {
  const { endpoint, request, options } = exchange;
  if (options.isStopped?.(endpoint.service) === true) throw new AppError('service_stopped');
  const refusal = options.refusal?.(endpoint, request.principal?.role ?? null) ?? null;
  if (refusal !== null) throw refusal;
  authorise(endpoint, request, options);
  const full = endpoint.takesRoom === undefined ? null : await options.diskRefusal?.(endpoint.takesRoom);
  if (full != null) throw full;
  const context = contextOf(endpoint, request, signal);
  // A file comes as fast as its line: it would hold a place for half an hour.
  const precedence = endpoint.first === true || endpoint.requestBody === 'stream' ? 'first' : 'ordinary';
  const leave = await options.admission?.enter(precedence, signal);
  if (leave === undefined) return (await handled(binding, exchange, context)).reply;
  const { raw } = exchange.reply;
  try {
    const { reply } = await handled(binding, exchange, context);
    // The place is given back with the end of the answer. Fastify never tells of that of one whose asker had gone before.
    if (raw.destroyed || raw.closed) leave();
    else raw.once('close', leave);
    return reply;
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * The answer of the handler, or the stored one where the same act was asked for before. In an object: a reply by itself
 * would be waited for until it has been sent.
 */
async function handled(binding: Binding, exchange: Exchange, context: RequestContext<Endpoint>) {
  const { endpoint, request, reply, options } = exchange;
  const key = request.headers['idempotency-key'];
  if (
    endpoint.method === 'GET' ||
    typeof key !== 'string' ||
    request.principal === null ||
    options.idempotency === null ||
    // The fingerprint does not cover the bytes of a stream.
    endpoint.requestBody === 'stream' ||
    // Its status and headers would be lost.
    endpoint.format === 'standard' ||
    // An answer with a password or a token in it must not lie in a table for a day.
    endpoint.neverStored === true
  ) {
    const result = await binding.handler(context);
    if (endpoint.format !== 'binary' || !isTagged(result)) return { reply: send(exchange, result) };
    const bytes = isHeld(exchange, result.tag) ? noBytes : await result.make();
    return { reply: sendBytes(exchange, bytes, result.tag) };
  }
  if (!/^[\w-]{8,128}$/.test(key)) throw new AppError('validation_failed', { detail: 'Idempotency-Key inválida.' });
  const fingerprint = `${endpoint.id} ${request.url} ${JSON.stringify(context.body ?? null)}`;
  const stored = await options.idempotency.once(
    { accountId: request.principal.accountId, key, fingerprint, lockLimitMs: exchange.lockLimitMs },
    async () => {
      const result = await binding.handler(context);
      if (endpoint.format !== 'plain')
        return { status: statusOf(result), body: envelopeFor(endpoint, result, options) };
      if (options.validateResponses) validate(endpoint, result);
      return { status: 200, body: result };
    },
  );
  return {
    reply: reply.code(stored.status).type('application/json; charset=utf-8').send(JSON.stringify(stored.body)),
  };
}

function authorise(endpoint: Endpoint, request: FastifyRequest, options: RouteOptions): void {
  const { principal } = request;
  // A request that carries a dead token must hear so even where none is needed: the client then refreshes it.
  if (endpoint.access !== 'public' && principal === null) throw new AppError('unauthenticated');
  const role = principal?.role ?? null;
  const inScope =
    principal?.scopes === undefined ||
    endpoint.access === 'public' ||
    (endpoint.access !== 'session' && principal.scopes.includes(endpoint.access));
  if (!allows(endpoint.access, role) || !inScope) {
    options.onDenied(request, endpoint);
    throw new AppError('forbidden');
  }
  const mayWait = endpoint.allowBeforePasswordChange ?? endpoint.access === 'public';
  if (principal?.mustChangePassword === true && !mayWait) throw new AppError('password_change_required');
  if (principal?.mustSetUpTwoStep === true && !mayWait && endpoint.allowBeforeTwoStep !== true) {
    throw new AppError('two_step_required');
  }
}

function contextOf(endpoint: Endpoint, request: FastifyRequest, signal: AbortSignal): RequestContext<Endpoint> {
  return {
    ...inputOf(endpoint, request),
    stream: endpoint.requestBody === 'stream' ? (request.body ?? Readable.from([])) : undefined,
    headers: request.headers,
    principal: request.principal,
    method: request.method,
    target: request.originalUrl,
    requestId: request.id,
    ipAddress: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
    log: request.log,
    // Aborted when the client has gone and when the answer takes too long.
    signal,
  } as RequestContext<Endpoint>;
}

function statusOf(result: unknown): number {
  return (result as Partial<Answer<unknown>> | null)?.status ?? 200;
}

/** The console's envelope around an answer. Throws when the data break the contract and that is checked. */
function envelopeFor(endpoint: Endpoint, result: unknown, options: RouteOptions): unknown {
  const { data, provenance, fields, missing, message } = result as Answer<unknown>;
  if (options.validateResponses) validate(endpoint, data);
  const metadata: Metadata = {
    timestamp: nowIso(options.clock),
    version: clientVersion,
    cached: provenance.state === 'cached',
    provenance,
    ...(fields === undefined ? {} : { fields: { ...fields } }),
    ...(missing === undefined ? {} : { missing: { ...missing } }),
  };
  return { success: true, data, ...(message === undefined ? {} : { message }), metadata };
}

function validate(endpoint: Endpoint, data: unknown): void {
  const checked = endpoint.response.safeParse(data);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  throw new Error(
    `${endpoint.id}: answer breaks its contract at ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? '?'}`,
  );
}

function send(exchange: Exchange, result: unknown) {
  const { endpoint, request, reply, options } = exchange;
  if (endpoint.format === 'binary') {
    if (result instanceof Uint8Array) return sendBytes(exchange, result);
    const { bytes, contentType, fileName } = result as Download;
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
    reply.header('cache-control', cacheControlOf(endpoint));
    return reply.type(contentType).send(bytes);
  }
  if (reply.sent) return reply;
  if (endpoint.format === 'standard') return sendStandard(exchange, result as StandardAnswer);
  if (endpoint.format === 'redirect') {
    return reply.header('cache-control', 'no-store').redirect((result as { location: string }).location, 302);
  }
  const plain = endpoint.format === 'plain';
  if (plain && options.validateResponses) validate(endpoint, result);
  const body = plain ? result : envelopeFor(endpoint, result, options);
  reply.header('cache-control', cacheControlOf(endpoint));
  reply.header('vary', 'authorization, accept-encoding, origin');
  if (endpoint.method === 'GET' && endpoint.neverStored !== true) {
    const tag = etagOf(plain ? result : (result as Answer<unknown>));
    reply.header('etag', tag);
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  return (
    reply
      // A plain body may have a `status` of its own, which is none of HTTP's.
      .code(plain ? 200 : statusOf(result))
      .type(endpoint.contentType ?? 'application/json; charset=utf-8')
      .send(JSON.stringify(body))
  );
}

function sendStandard({ endpoint, request, reply, options }: Exchange, result: StandardAnswer) {
  const { status = 200, headers = {}, contentType, provenance, body, json, tag: known } = result;
  reply.code(status).header('cache-control', cacheControlOf(endpoint));
  reply.header('vary', 'accept, authorization, accept-encoding, origin');
  if (provenance !== undefined) reply.header('x-kianda-provenance', headerText(JSON.stringify(provenance)));
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  if (body === undefined && json === undefined) return reply.send();
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable) {
    return reply.type(contentType ?? endpoint.contentType ?? 'application/octet-stream').send(body);
  }
  if (options.validateResponses && status < 300)
    validate(endpoint, json === undefined ? body : JSON.parse(String(json)));
  const type = contentType ?? endpoint.contentType ?? 'application/json; charset=utf-8';
  reply.type(type);
  const text = json ?? JSON.stringify(body);
  if (endpoint.method === 'GET' && status === 200 && endpoint.neverStored !== true) {
    // A tag of the handler's is the one that If-Match is held to.
    const tag = headers.etag ?? known ?? etagOf(text);
    reply.header('etag', tag);
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  // Of a text Fastify writes the type anew; GDAL knows the OpenAPI one only letter by letter.
  return reply.send(type.includes(';version=') ? Buffer.from(text) : text);
}

/** JSON whose letters beyond ASCII are escaped: header values have none. */
function headerText(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const noBytes = new Uint8Array();

/** Whether the asker has what the tag names, and may have kept it. */
const isHeld = ({ endpoint, request }: Exchange, tag: string): boolean =>
  endpoint.method === 'GET' && endpoint.neverStored !== true && matchesTag(request.headers['if-none-match'], tag);

function isTagged(result: unknown): result is TaggedBytes {
  return typeof result === 'object' && result !== null && 'make' in result;
}

/** Bytes as they are, with the tag given or one over them; none at all are an answer without content. */
function sendBytes(exchange: Exchange, bytes: Uint8Array, known?: string) {
  const { endpoint, reply } = exchange;
  reply.header('cache-control', cacheControlOf(endpoint));
  reply.header('vary', 'authorization, accept-encoding, origin');
  if (endpoint.method === 'GET' && endpoint.neverStored !== true) {
    const tag = known ?? etagOf(bytes);
    reply.header('etag', tag);
    if (isHeld(exchange, tag)) return reply.code(304).send();
  }
  if (bytes.byteLength === 0) return reply.code(204).send();
  return reply.type(endpoint.contentType ?? 'application/octet-stream').send(bytes);
}

function cacheControlOf({ neverStored, personal, maxAgeSeconds }: Endpoint): string {
  if (neverStored === true || personal === true) return 'no-store';
  return maxAgeSeconds === undefined ? 'private, no-cache' : `private, max-age=${maxAgeSeconds}`;
}

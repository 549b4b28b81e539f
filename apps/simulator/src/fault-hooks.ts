import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import type { FaultKnobs, Faults } from './faults.ts';

const serverErrors = [500, 502, 503, 504] as const;

/** Puts the faults of one provider before and after the routes registered in `scope`. */
export function applyFaults(scope: FastifyInstance, provider: string, faults: Faults, clock: Clock): void {
  const pages = createPageRepeater();

  scope.addHook('onRequest', async (request, reply) => {
    const knobs = faults.of(provider);
    const random = faults.random(provider);
    const number = faults.count(provider);
    const pauseMs = knobs.latencyMs + (knobs.jitterMs > 0 ? random() * knobs.jitterMs : 0);
    if (pauseMs > 0) await faults.wait(pauseMs);
    if (knobs.down) {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (knobs.revokedCredentials) {
      return reply.code(401).send({ error: 'unauthorized', message: 'Credentials were revoked' });
    }
    if (knobs.every429 > 0 && number % knobs.every429 === 0) {
      reply.header('retry-after', String(knobs.retryAfterSeconds));
      return reply.code(429).send({ error: 'too_many_requests', message: 'Rate limit exceeded' });
    }
    if (knobs.errorRate5xx > 0 && random() < knobs.errorRate5xx) {
      const status = serverErrors[Math.floor(random() * serverErrors.length)] ?? 500;
      return reply.code(status).type('text/html').send(`<html><body><h1>${status}</h1></body></html>`);
    }
    return undefined;
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const knobs = faults.of(provider);
    if (reply.statusCode !== 200) return payload;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) return payload;
    const random = faults.random(provider);
    let body = pages.next(request, knobs, bytes);
    if (knobs.schemaDrift !== 'off' && isJson(reply)) body = driftJson(body, knobs.schemaDrift);
    if (knobs.malformed > 0 && random() < knobs.malformed) body = body.subarray(0, Math.ceil(body.length / 2));
    if (knobs.wrongContentType > 0 && random() < knobs.wrongContentType) reply.header('content-type', 'text/html');
    if (knobs.clockSkewMs !== 0) {
      reply.header('date', new Date(clock() + knobs.clockSkewMs).toUTCString());
    }
    reply.removeHeader('content-length');
    if (knobs.truncate > 0 && random() < knobs.truncate) return breakingStream(body);
    return body;
  });
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').includes('json');
}

/** Sends half of the body, then breaks the connection. */
function breakingStream(body: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield body.subarray(0, Math.ceil(body.length / 2));
      // The half must have left before the break, else the client sees no answer at all instead of a cut one.
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('simulated break of the connection');
    })(),
    { objectMode: false },
  );
}

/** Remembers the last page of each path and, with the fault on, sends it again instead of every second one. */
function createPageRepeater() {
  const last = new Map<string, { url: string; body: Buffer; repeated: boolean }>();
  return {
    next(request: FastifyRequest, knobs: FaultKnobs, body: Buffer): Buffer {
      if (!knobs.duplicatePage) {
        last.clear();
        return body;
      }
      const path = request.url.split('?', 1)[0] ?? request.url;
      const previous = last.get(path);
      if (previous !== undefined && previous.url !== request.url && !previous.repeated) {
        last.set(path, { url: request.url, body: previous.body, repeated: true });
        return previous.body;
      }
      last.set(path, { url: request.url, body, repeated: false });
      return body;
    },
  };
}

type Drift = Exclude<FaultKnobs['schemaDrift'], 'off'>;
type JsonObject = { [key: string]: unknown };

/** Changes the shape of the records of a JSON body; other bodies stay as they are. */
function driftJson(body: Buffer, drift: Drift): Buffer {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return body; // some providers answer text under a JSON type; there is no shape to change
  }
  driftRecords(value, drift);
  return Buffer.from(JSON.stringify(value));
}

/** Goes down to the innermost records (objects without objects) and changes each of them. */
function driftRecords(value: unknown, drift: Drift): void {
  if (Array.isArray(value)) {
    for (const entry of value) driftRecords(entry, drift);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const record = value as JsonObject;
  const children = Object.values(record).filter((child) => typeof child === 'object' && child !== null);
  if (children.length > 0) {
    for (const child of children) driftRecords(child, drift);
    return;
  }
  driftRecord(record, drift);
}

function driftRecord(record: JsonObject, drift: Drift): void {
  const key = Object.keys(record)[0];
  if (key === undefined) return;
  if (drift === 'extra') record.x_new_field = 'new';
  else if (drift === 'missing') delete record[key];
  else if (drift === 'renamed') {
    record[`${key}_v2`] = record[key];
    delete record[key];
  } else {
    for (const [name, entry] of Object.entries(record)) {
      if (typeof entry === 'number') record[name] = `n/a ${entry}`;
    }
  }
}

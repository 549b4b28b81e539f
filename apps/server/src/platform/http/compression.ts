import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** Smaller answers fit in one packet anyway. */
const thresholdBytes = 1024;
/** Quality 11 costs 100 ms a grid; 4 is as small as gzip at a tenth of it. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compressible =
  /^text\/(?!event-stream)|[+/](?:json|x-ndjson|xml|javascript|wasm|octet-stream)\b|^font\/ttf\b|^image\/(?:bmp|x-icon)\b/;

const whole = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
};
const streamed = {
  br: (flush: boolean) =>
    createBrotliCompress({ ...brotliOptions, ...(flush ? { flush: constants.BROTLI_OPERATION_FLUSH } : {}) }),
  gzip: (flush: boolean) => createGzip(flush ? { flush: constants.Z_SYNC_FLUSH } : {}),
};
/** Lines that are of use one by one: none waits in the encoder for the next. */
const isByLine = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('application/x-ndjson');

/**
 * Compresses answers for the clients that accept it. Headers alone decide, never the bytes: content that begins like
 * zlib or gzip is content like any other, and a header that names an encoding is always true.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const encoding = mayCompress(request, reply) ? encodingFor(request.headers['accept-encoding']) : null;
    if (encoding === null) return payload;
    if (isReadable(payload)) {
      setEncoding(reply, encoding);
      reply.removeHeader('content-length');
      const encoder = streamed[encoding](isByLine(reply));
      // A source that fails destroys the encoder, which cuts the answer off instead of ending it as if it were whole.
      pipeline(payload, encoder, () => undefined);
      return encoder;
    }
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (bytes.byteLength < thresholdBytes) return payload;
    const compressed = await whole[encoding](bytes);
    setEncoding(reply, encoding);
    reply.header('content-length', compressed.byteLength);
    return compressed;
  });
}

/** The encoding that a client prefers among ours, the first one where it likes several alike; null for none. RFC 9110 §12.5.3 */
export function encodingFor(header: string | readonly string[] | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null;
}

/** A part of a content, one that must not be transformed, and one that has an encoding already stay as they are. */
function mayCompress({ method }: FastifyRequest, reply: FastifyReply): boolean {
  if (method === 'HEAD' || reply.statusCode === 206 || reply.hasHeader('content-range')) return false;
  if (reply.hasHeader('content-encoding')) return false;
  if (/\bno-transform\b/.test(String(reply.getHeader('cache-control') ?? ''))) return false;
  return compressible.test(String(reply.getHeader('content-type') ?? 'application/json').toLowerCase());
}

function setEncoding(reply: FastifyReply, encoding: Encoding): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b|\*/i.test(vary))
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
  reply.header('content-encoding', encoding);
}

function isReadable(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload && typeof payload.pipe === 'function';
}

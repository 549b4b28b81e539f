import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Refusal } from './filter.ts';

/** The provider's front: weak ETags with 304, gzip, and whether its cache had the answer. */
export function applyFront(app: FastifyInstance): void {
  const cached = new Set<string>();

  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes)) return payload;
    if (reply.statusCode === 200) {
      const etag = `W/"${bytes.length.toString(16)}-${createHash('sha1').update(bytes).digest('base64url')}"`;
      reply.header('etag', etag);
      reply.header('x-cache-status', cached.has(etag) ? 'HIT' : 'MISS');
      if (cached.size > 1000) cached.clear();
      cached.add(etag);
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length');
        return null;
      }
    }
    reply.removeHeader('content-length');
    if (bytes.length < 1024 || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return bytes;
    reply.header('content-encoding', 'gzip').header('vary', 'Accept-Encoding');
    return gzipSync(bytes, { level: 1 });
  });
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export function sendRefusal(reply: FastifyReply, { status, error }: Refusal): FastifyReply {
  return sendJson(reply.code(status), { total: 0, results: [], error });
}

/** The size of a page, or the refusal sent in its stead. Texts that are no number count as the default. */
export function sizeOf(reply: FastifyReply, text: string | null, standard: number): number | FastifyReply {
  const size = text === null || !/^-?\d+$/.test(text.trim()) ? standard : Number(text);
  if (size > 10_000)
    return reply
      .code(400)
      .type('text/html; charset=utf-8')
      .send(`Something broke: Size ${size} too large (should be 10000 or lower)`);
  if (size < 0)
    return sendRefusal(reply, {
      status: 500,
      error: `[illegal_argument_exception] [size] parameter cannot be negative, found [${size}]`,
    });
  return size;
}

/** Answer of the provider's web framework to an unknown path. */
export function sendNotFound(reply: FastifyReply, method: string, path: string): FastifyReply {
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${path}</pre>\n</body>\n</html>\n`,
    );
}

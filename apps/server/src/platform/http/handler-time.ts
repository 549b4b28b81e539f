import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/**
 * Ends an answer that takes longer than `limitMs` as `timeout`: Fastify's own limit of a route is fixed when it is
 * registered, this one may change while the server runs. Answers a signal, aborted then and when the client has gone.
 */
export function limitHandlerTime(request: FastifyRequest, reply: FastifyReply, limitMs: number): AbortSignal {
  const late = new AbortController();
  const timer = setTimeout(() => {
    if (reply.sent) return;
    const error = new AppError('timeout');
    // A listener may send the answer itself.
    late.abort(error);
    if (reply.sent) return;
    // An answer that is on its way can't become another one.
    if (reply.raw.headersSent) reply.raw.destroy(error);
    else reply.send(error);
  }, limitMs);
  reply.raw.once('close', () => clearTimeout(timer));
  reply.raw.once('finish', () => clearTimeout(timer));
  return AbortSignal.any([request.signal, late.signal]);
}

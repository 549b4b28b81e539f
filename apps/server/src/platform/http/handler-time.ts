import type { FastifyReply } from 'fastify';
import { AppError } from './errors.ts';

/**
 * Ends an answer that takes longer than `limitMs` as `timeout`: Fastify's own limit of a route is fixed when it is
 * registered, this one may change while the server runs. `late` is aborted then, and `signal` also when the client has gone:
 * Fastify's `request.signal` is aborted as soon as a body has been read.
 */
export function limitHandlerTime(
  reply: FastifyReply,
  limitMs: number,
): { readonly signal: AbortSignal; readonly late: AbortSignal } {
  const late = new AbortController();
  // Aborted for both reasons: joining two signals would be work at every request.
  const either = new AbortController();
  const timer = setTimeout(() => {
    if (reply.sent) return;
    const error = new AppError('timeout');
    // A listener may send the answer itself.
    late.abort(error);
    either.abort(error);
    if (reply.sent) return;
    // An answer that is on its way can't become another one.
    if (reply.raw.headersSent) reply.raw.destroy(error);
    else reply.send(error);
  }, limitMs);
  reply.raw.once('close', () => {
    clearTimeout(timer);
    if (!reply.raw.writableFinished) either.abort();
  });
  reply.raw.once('finish', () => clearTimeout(timer));
  return { signal: either.signal, late: late.signal };
}

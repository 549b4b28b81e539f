import type { FastifyInstance } from 'fastify';

/**
 * Security policy of an answer that is data. The one of pages is five hundred bytes on each answer, at every refresh; data
 * opened as a page may do nothing at all, and stand in no frame.
 */
export const jsonPolicy = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const;

const jsonType = /^application\/(?:[\w.+-]+\+)?(?:json|x-ndjson)\b/;

/** The one that all answers have unless a route chooses its own. */
const isOfPages = (policy: unknown): boolean => String(policy).startsWith("default-src 'self'");

/** Gives answers of JSON their own policy. One that a route has chosen for itself stays. */
export function shortenJsonPolicy(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const isData = jsonType.test(String(reply.getHeader('content-type') ?? ''));
    if (isData && isOfPages(reply.getHeader('content-security-policy'))) reply.headers(jsonPolicy);
    return payload;
  });
}

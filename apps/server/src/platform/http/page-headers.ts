import type { FastifyInstance, FastifyReply } from 'fastify';

/** Headers that a browser heeds on a page alone: on a bad line they cost more than many an answer. */
const ofPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** A script may become a worker, which is held by the policy that came with its own file. */
const ofWorkers = /^(?:default-src|script-src|connect-src|worker-src) /;

/** Leaves on answers of which no page is made only the headers that mean something there. */
export function keepPageHeadersToPages(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const shorten = shortenerFor(String(reply.getHeader('content-type') ?? ''));
    if (shorten !== null) {
      for (const name of ofPages) reply.raw.removeHeader(name);
      shortenPolicy(reply, shorten);
    }
    // Those of another origin, who alone read this list, are let in by that header.
    if (!reply.hasHeader('access-control-allow-origin')) reply.removeHeader('access-control-expose-headers');
    done(null, payload);
  });
}

type Shorten = (directives: readonly string[]) => readonly string[];

/** How the policy of a page becomes that of an answer of this type; null where a page may be made of it. */
function shortenerFor(contentType: string): Shorten | null {
  const [type = ''] = contentType.split(';');
  if (/^(?:text|application)\/javascript$/.test(type)) {
    return (directives) => directives.filter((one) => ofWorkers.test(one));
  }
  if (/^application\/(?:[\w.-]+\+)?(?:json|x-ndjson)$/.test(type)) {
    return (directives) => ["default-src 'none'", ...directives.filter((one) => one.startsWith('frame-ancestors '))];
  }
  return /^(?:text\/css$|font\/)/.test(type) ? () => [] : null;
}

/** A policy that a route has set itself stands. */
function shortenPolicy({ raw }: FastifyReply, shorten: Shorten): void {
  const directives = shorten(String(raw.getHeader('content-security-policy') ?? '').split(';'));
  if (directives.length === 0) raw.removeHeader('content-security-policy');
  else raw.setHeader('content-security-policy', directives.join(';'));
}

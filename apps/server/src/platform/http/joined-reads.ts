import { Readable } from 'node:stream';
import type { Endpoint, Problem } from '@kianda/contract';
import { joinedHeaders, joinedReads, mayBeJoined, pathPattern } from '@kianda/contract/core/joined-reads';
import type { Binding, RequestContext } from './bind.ts';
import { bind } from './bind.ts';
import { AppError } from './errors.ts';
import { problemOf } from './problem.ts';
import { type Content, createSentAnswers, type SentAnswers } from './sent-answers.ts';
import type { HttpServer } from './server.ts';

type Options = {
  readonly server: HttpServer;
  /** Endpoints whose reads may be joined, those among them that are reads. */
  readonly endpoints: readonly Endpoint[];
  /** How long an answer may take, in seconds. */
  readonly limitSeconds: () => number;
};

type Read = { readonly path: string; readonly tag?: string | undefined; readonly base?: string | undefined };
type Context = Pick<RequestContext<typeof joinedReads>, 'body' | 'headers' | 'ipAddress' | 'requestId' | 'signal'>;

/** Headers of the request that hold for each of its reads. */
const passedOn = [
  'authorization',
  'host',
  'user-agent',
  'accept-language',
  'x-client-version',
  'x-platform',
  'x-source',
];

/** As many as a browser would ask at once by itself, in the order in which they are wanted. */
const atOnce = 6;

/** The whole must not be cut off as late before its last reads have said so themselves. */
const shareOfLimit = 0.9;

/**
 * Answers several reads in one request. Each goes through the server as if it came alone: hooks, identity, limits of rate,
 * permission, tags, measurements and audit are those of its own route, and it counts as a request.
 */
export function joinedReadsBinding({ server, endpoints, limitSeconds }: Options): Binding {
  const isJoinable = joinableOf(endpoints);
  const sent = createSentAnswers();

  return bind(joinedReads, async ({ body, headers, ipAddress, requestId, signal }) => {
    const context = { body, headers, ipAddress, requestId, signal };
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), limitSeconds() * 1000 * shareOfLimit);
    const until = AbortSignal.any([signal, stop.signal]);
    const ask = (read: Read, index: number) => {
      if (isJoinable(read.path)) return answerOf({ server, sent }, context, { read, index, until });
      return problemLine(index, problemOf(new AppError('not_found'), requestId, read.path));
    };
    const lines = new Readable({ read: () => undefined });
    const left = body.reads.entries();
    const answerInTurn = async () => {
      for (const [index, read] of left) lines.push(await ask(read, index));
    };
    void Promise.all(Array.from({ length: atOnce }, answerInTurn)).finally(() => {
      clearTimeout(timer);
      lines.push(null);
    });
    return { contentType: 'application/x-ndjson', body: lines };
  });
}

/** Whether a path is that of an endpoint whose reads may be joined, chosen among those that fit as the router chooses. */
function joinableOf(endpoints: readonly Endpoint[]): (read: string) => boolean {
  const reads = endpoints
    .filter(({ method }) => method === 'GET')
    .map((endpoint) => ({ pattern: pathPattern(endpoint), order: orderOf(endpoint), isOpen: mayBeJoined(endpoint) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  return (read) => {
    const [path = ''] = read.split('?');
    // `..` would lead to another address than the one that was looked at.
    if (URL.parse(path, 'http://here')?.pathname !== path) return false;
    return reads.find(({ pattern }) => pattern.test(path))?.isOpen === true;
  };
}

/** A fixed part of a path comes before a parameter. */
const orderOf = ({ path }: Endpoint): string =>
  path
    .split('/')
    .map((part) => (part.includes('{') ? '1' : '0'))
    .join('');

/** The line of one read. Never rejects: what fails is told in its line. */
async function answerOf(
  { server, sent }: { readonly server: HttpServer; readonly sent: SentAnswers },
  { headers, ipAddress, requestId }: Context,
  { read, index, until }: { readonly read: Read; readonly index: number; readonly until: AbortSignal },
): Promise<string> {
  const own = Object.fromEntries(
    passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  try {
    const answer = await server.inject({
      method: 'GET',
      url: read.path,
      remoteAddress: ipAddress,
      signal: until,
      headers: {
        ...(own as Record<string, string>),
        accept: 'application/json',
        'x-request-id': `${requestId.slice(0, 60)}-${index}`,
        ...(read.tag === undefined ? {} : { 'if-none-match': read.tag }),
      },
    });
    const kept = joinedHeaders.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    // The caller holds the tag that has not changed, and the body.
    if (answer.statusCode === 304) {
      const others = kept.filter(([name]) => name !== 'etag');
      return lineOf({ read: index, status: 304, headers: Object.fromEntries(others) }, {});
    }
    const head = { read: index, status: answer.statusCode, headers: Object.fromEntries(kept) };
    return lineOf(
      head,
      answer.statusCode === 200 ? sent.contentOf(read.path, answer.payload, read.base) : { body: answer.payload },
    );
  } catch (cause) {
    // Given up as late; whoever has gone reads no line at all.
    const late = problemOf(new AppError('timeout', { cause }), requestId, read.path);
    return problemLine(index, late);
  }
}

type Head = { readonly read: number; readonly status: number; readonly headers: Readonly<Record<string, string>> };

const problemLine = (read: number, problem: Problem): string =>
  lineOf({ read, status: problem.status, headers: {} }, { body: JSON.stringify(problem) });

/** JSON goes in as it is; line breaks between its parts, which are all that it may have, would end the line. */
function lineOf(head: Head, { base, body, patch }: Content): string {
  const parts = [
    JSON.stringify(base === undefined ? head : { ...head, base }).slice(0, -1),
    ...(body === undefined ? [] : [`"body":${body === '' ? 'null' : body.replaceAll(/[\r\n]+/g, ' ')}`]),
    ...(patch === undefined ? [] : [`"patch":${patch}`]),
  ];
  return `${parts.join(',')}}\n`;
}

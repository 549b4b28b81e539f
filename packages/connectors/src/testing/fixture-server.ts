import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient } from '../core/client.ts';
import type { ConnectorSettings, LogLevel, PullContext } from '../core/port.ts';

export type FixtureAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent as they are, anything else as JSON. */
  readonly body: unknown;
};

export type FixtureRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type FixtureServer = {
  readonly settings: ConnectorSettings;
  readonly context: PullContext;
  readonly requests: readonly FixtureRequest[];
  readonly logs: readonly { readonly level: LogLevel; readonly message: string; readonly fields: unknown }[];
  close(): Promise<void>;
};

/**
 * A provider on a free local port that answers with `answer`, and the real HTTP client pointed at it, with a fixed
 * clock and no waiting between attempts. For tests of clients and ports against recorded bodies.
 */
export async function serveFixtures(
  answer: (request: FixtureRequest) => FixtureAnswer,
  options: {
    readonly nowMs: () => number;
    readonly credentials?: Readonly<Record<string, string>>;
    readonly stations?: PullContext['stations'];
    readonly prefix?: string;
  },
): Promise<FixtureServer> {
  const requests: FixtureRequest[] = [];
  const logs: { level: LogLevel; message: string; fields: unknown }[] = [];
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? 'GET',
        url: new URL(incoming.url ?? '/', 'http://127.0.0.1'),
        headers: incoming.headers,
        body: Buffer.concat(parts).toString('utf8'),
      };
      requests.push(request);
      const { status = 200, headers = {}, body } = answer(request);
      outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
      outgoing.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const http = createHttpClient({
    userAgent: 'Kianda/test',
    allowedHosts: [],
    allowPrivateHosts: [`127.0.0.1:${port}`],
    nowMs: options.nowMs,
    random: () => 0,
    sleep: () => Promise.resolve(),
    maxAttempts: 3,
  });
  return {
    settings: {
      baseUrl: `http://127.0.0.1:${port}${options.prefix ?? ''}`,
      ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    },
    context: {
      http,
      signal: new AbortController().signal,
      nowMs: options.nowMs,
      log: (level, message, fields) => logs.push({ level, message, fields }),
      stations: options.stations ?? [],
    },
    requests,
    logs,
    async close() {
      await http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** All pages of a run, in order. */
export async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReplayRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
export type ReplayAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent as they are, anything else as JSON; absent: an empty body. */
  readonly body?: unknown;
};
/** By `METHOD /path?query`, else by `METHOD /path`; `hang` never answers. */
export type Recording = Readonly<
  Record<string, ReplayAnswer | 'hang' | ((request: ReplayRequest) => ReplayAnswer | 'hang')>
>;

/** A service on a free port of this machine that gives recorded answers and records the requests. */
export async function replay(recording: Recording, otherwise: ReplayAnswer = { status: 404, body: '' }) {
  const requests: ReplayRequest[] = [];
  let answers = recording;
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
      const method = incoming.method ?? 'GET';
      const request = { method, url, headers: incoming.headers, body: Buffer.concat(parts).toString() };
      requests.push(request);
      const exact = `${method} ${url.pathname}${decodeURIComponent(url.search)}`;
      const found = answers[exact] ?? answers[`${method} ${url.pathname}`] ?? otherwise;
      const answer = typeof found === 'function' ? found(request) : found;
      if (answer === 'hang') return;
      const { status = 200, headers = {}, body } = answer;
      const isRaw = typeof body === 'string' || body instanceof Uint8Array;
      outgoing.writeHead(status, { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers });
      outgoing.end(body === undefined ? '' : isRaw ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** From now on these come before the recorded ones. */
    use(more: Recording) {
      answers = { ...recording, ...more };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

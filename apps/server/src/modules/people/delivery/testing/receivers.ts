import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export type Mail = { readonly to: readonly string[]; readonly source: string };

/** A mail server on a free port that keeps what it takes. `refuse` answers every recipient with that line. */
export async function startMailSink() {
  const mails: Mail[] = [];
  const state: { refuse: string | null } = { refuse: null };
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A sender may hang up before it has read the last word, which is no fault of either.
    socket.on('error', () => socket.destroy());
    let pending = '';
    let to: string[] = [];
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 ensaio');
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8');
      for (;;) {
        const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = pending.slice(0, end);
        pending = pending.slice(end + (isData ? 5 : 2));
        if (isData) {
          mails.push({ to, source: text });
          to = [];
          isData = false;
          say('250 aceite');
          continue;
        }
        const verb = text.slice(0, 4).toUpperCase();
        if (verb === 'RCPT' && state.refuse !== null) say(state.refuse);
        else if (verb === 'RCPT') {
          to.push(/<(.*)>/.exec(text)?.[1] ?? '');
          say('250 bem');
        } else if (verb === 'DATA') {
          isData = true;
          say('354 diga');
        } else if (verb === 'QUIT') {
          say('221 adeus');
          socket.end();
        } else say('250 bem');
      }
    });
  });
  const port = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    state,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Post = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A web address that takes POSTs and answers `status`; null: never. */
export async function startWebhookSink() {
  const posts: Post[] = [];
  const state: { status: number | null; location: string | null } = { status: 200, location: null };
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      posts.push({ headers: request.headers, body });
      if (state.status === null) return;
      response.writeHead(state.status, state.location === null ? {} : { location: state.location });
      response.end();
    });
  });
  const port = await listen(server);
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/alertas`,
    posts,
    state,
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

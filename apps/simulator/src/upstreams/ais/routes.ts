import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { FeedWire } from '@kianda/connectors/angola-ais/wire';
import type { FastifyInstance } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { trafficAt } from './traffic.ts';

const tickMs = 250;
/** A clock that was set forward must not make us send a day at once. */
const mostSecondsPerTick = 30;
/** Bytes a listener may leave unread before it is cut off. */
const mostUnread = 4 * 1024 * 1024;

/** A TCP server that sends the lines of the simulated coast stations; `GET /ais/feed` returns its port. */
function routes(app: FastifyInstance, deps: ProviderDeps): void {
  let feed: Promise<Feed> | null = null;
  app.get('/ais/feed', async (request): Promise<FeedWire> => {
    // Opened by the first request: most runs of the simulator never need it.
    feed ??= openFeed(request.socket.localAddress ?? '127.0.0.1', deps);
    return { protocol: 'tcp', port: (await feed).port };
  });
  app.addHook('onClose', async () => {
    if (feed !== null) (await feed).close();
  });
}

type Feed = { readonly port: number; close(): void };

async function openFeed(host: string, { world, clock, faults }: ProviderDeps): Promise<Feed> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    if (faults.of('ais').down) return socket.destroy();
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return undefined;
  });
  server.listen(0, host);
  await once(server, 'listening');
  server.unref();

  let sentMs = Math.floor(clock() / 1000) * 1000;
  const timer = setInterval(() => {
    const nowMs = Math.floor(clock() / 1000) * 1000;
    if (nowMs - sentMs > mostSecondsPerTick * 1000 || nowMs < sentMs - 1000) sentMs = nowMs - 1000;
    for (let secondMs = sentMs + 1000; secondMs <= nowMs; secondMs += 1000) {
      sentMs = secondMs;
      if (sockets.size > 0) send(spoilt(trafficAt(world.fleet, world.seed, secondMs)));
    }
  }, tickMs);
  timer.unref();

  function send(lines: readonly string[]): void {
    const { down, truncate } = faults.of('ais');
    const text = lines.map((line) => `${line}\r\n`).join('');
    for (const socket of sockets) {
      const cut = truncate > 0 && faults.random('ais')() < truncate;
      if (down || socket.writableLength > mostUnread) socket.destroy();
      else if (cut) socket.end(text.slice(0, Math.floor(text.length / 2)), 'latin1');
      else if (text !== '') socket.write(text, 'latin1');
    }
  }

  /** Lines as the faults leave them: a character changed, or each sent twice. */
  function spoilt(lines: readonly string[]): readonly string[] {
    const { malformed, duplicatePage } = faults.of('ais');
    const random = faults.random('ais');
    const repeated = duplicatePage ? lines.flatMap((line) => [line, line]) : lines;
    if (malformed === 0) return repeated;
    return repeated.map((line) => {
      if (random() >= malformed) return line;
      const at = Math.floor(random() * line.length);
      return `${line.slice(0, at)}#${line.slice(at + 1)}`;
    });
  }

  return {
    port: (server.address() as AddressInfo).port,
    close() {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export const ais: Provider = { name: 'ais', routes };

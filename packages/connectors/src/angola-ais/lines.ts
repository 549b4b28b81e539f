import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A coast station is never silent for so long: its line is dead though neither side closed it. */
const silenceMs = 120_000;
const mostConnections = 64;
/** Asked of the system, which may give less: datagrams that come while a page is stored wait there. */
const datagramBufferBytes = 4 * 1024 * 1024;
/** A listener is open whether or not a station is connected: it stays so until one comes. */
const listeningText = 'à escuta, nenhuma mensagem ainda';

/** One source of bytes: the end of a line is not the end of a chunk. `end` ends its last line. */
export type LineSink = { push(chunk: Uint8Array): void; end(): void };

export type LineEvents = {
  /** A connection or sender begins; returns the sink of its bytes. */
  open(feed: string): LineSink;
  /** Called once for each change between connected and disconnected. */
  state(feed: string, isOpen: boolean, detail: string): void;
  /** An address that is not on the list tried to connect. */
  refused(address: string): void;
};

/** A source of bytes that can be paused and closed. `lost` counts the datagrams that came faster than they were read. */
export type Line = { pause(): void; resume(): void; lost(): number; close(): void };

const nothingLost = (): number => 0;

/** True when an address is one of those listed, or within one of their networks (`192.0.2.0/24`, `2001:db8::/32`). */
export function isAllowed(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 comes as ::ffff:192.0.2.7 to a socket that listens on both.
  const parsed = ipaddr.process(address);
  return allowed.some((entry) => {
    if (!entry.includes('/')) return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === parsed.toString();
    if (!ipaddr.isValidCIDR(entry)) return false;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/** `host:port`, `[2001:db8::1]:4001`. Throws `RangeError` for anything else. */
export function hostAndPort(text: string): { host: string; port: number } {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/i.exec(text.trim());
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) throw new RangeError(`received "${text}", expected host:port`);
  return { host: match[1] ?? match[2] ?? '', port };
}

function receive(socket: Socket, feed: string, events: LineEvents, onEnd: (detail: string) => void): void {
  const sink = events.open(feed);
  let failure = '';
  socket.setKeepAlive(true, 30_000);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`sem dados há ${silenceMs / 1000} s`)));
  socket.on('data', (chunk: Buffer) => sink.push(chunk));
  socket.on('error', (error) => {
    failure = error.message;
  });
  socket.on('close', () => {
    sink.end();
    onEnd(failure);
  });
  // The run that reads it keeps the process alive; a line that waits for the next run must not.
  socket.unref();
}

/** Connects to a server and stays connected, with growing pauses. `locate` is asked anew each time: it may have moved. */
export function dial(feed: string, locate: () => Promise<{ host: string; port: number }>, events: LineEvents): Line {
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let pauseMs = firstPauseMs;
  let isPaused = false;
  let isClosed = false;

  function again(): void {
    if (isClosed) return;
    timer = setTimeout(() => void open(), pauseMs);
    timer.unref();
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }

  async function open(): Promise<void> {
    try {
      const { host, port } = await locate();
      if (isClosed) return;
      const made = connect({ host, port });
      socket = made;
      made.once('connect', () => {
        pauseMs = firstPauseMs;
        events.state(feed, true, '');
        if (isPaused) made.pause();
      });
      receive(made, feed, events, (detail) => {
        socket = null;
        events.state(feed, false, detail);
        again();
      });
    } catch (error) {
      events.state(feed, false, error instanceof Error ? error.message : String(error));
      again();
    }
  }

  void open();
  return {
    pause() {
      isPaused = true;
      socket?.pause();
    },
    resume() {
      isPaused = false;
      socket?.resume();
    },
    lost: nothingLost,
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      socket?.destroy();
    },
  };
}

/** Takes connections from listed addresses alone; `bound` is called with the port. */
export function listenTcp(
  at: { host: string; port: number },
  allowed: readonly string[],
  events: LineEvents,
  bound: (port: number) => void = () => undefined,
): Line {
  const sockets = new Set<Socket>();
  let isPaused = false;
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? '';
    if (!isAllowed(address, allowed) || sockets.size >= mostConnections) {
      events.refused(address);
      socket.destroy();
      return;
    }
    sockets.add(socket);
    const feed = `tcp ${ipaddr.process(address).toString()}`;
    events.state(feed, true, '');
    if (isPaused) socket.pause();
    receive(socket, feed, events, (detail) => {
      sockets.delete(socket);
      events.state(feed, false, detail);
    });
  });
  const name = `escuta tcp ${at.host}:${at.port}`;
  server.on('error', (error) => events.state(name, false, error.message));
  server.listen(at, () => {
    events.state(name, true, listeningText);
    const address = server.address();
    if (address !== null && typeof address === 'object') bound(address.port);
  });
  server.unref();
  return {
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    lost: nothingLost,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Takes datagrams from listed addresses alone, each of whole lines. They can't be paused. */
export function listenUdp(
  at: { host: string; port: number },
  allowed: readonly string[],
  events: LineEvents,
  bound: (port: number) => void = () => undefined,
): Line {
  const socket = createSocket({ type: at.host.includes(':') ? 'udp6' : 'udp4' });
  const sinks = new Map<string, LineSink>();
  socket.on('message', (datagram, { address }) => {
    let sink = sinks.get(address);
    if (sink === undefined) {
      if (!isAllowed(address, allowed) || sinks.size >= mostConnections) return events.refused(address);
      const feed = `udp ${ipaddr.process(address).toString()}`;
      sink = events.open(feed);
      sinks.set(address, sink);
      events.state(feed, true, '');
    }
    sink.push(datagram);
    sink.end();
  });
  const name = `escuta udp ${at.host}:${at.port}`;
  socket.on('error', (error) => events.state(name, false, error.message));
  let port: number | null = null;
  socket.bind(at.port, at.host, () => {
    ({ port } = socket.address());
    socket.setRecvBufferSize(datagramBufferBytes);
    events.state(name, true, listeningText);
    bound(port);
  });
  socket.unref();
  return {
    pause: () => undefined,
    resume: () => undefined,
    lost: () => (port === null ? 0 : datagramsLost(port)),
    close: () => socket.close(),
  };
}

/**
 * Datagrams that the kernel dropped at the sockets of a local port because they came faster than they were read: the
 * last column of /proc/net/udp (proc(5)). 0 where the system does not report it.
 */
function datagramsLost(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let lost = 0;
  for (const table of ['/proc/net/udp', '/proc/net/udp6']) {
    for (const row of tableRows(table)) {
      const columns = row.trim().split(/\s+/);
      if (columns[1]?.endsWith(suffix) === true) lost += Number(columns.at(-1)) || 0;
    }
  }
  return lost;
}

function tableRows(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    // Other systems have no such table, and IPv6 may be off.
    return [];
  }
}

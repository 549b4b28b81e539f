/** MapServer by Debian's packages: as many processes as there are cores, which stay, behind HAProxy. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const tools = {
  mapserv: '/usr/lib/cgi-bin/mapserv',
  'spawn-fcgi': '/usr/bin/spawn-fcgi',
  haproxy: '/usr/sbin/haproxy',
};
const templates = '/usr/share/mapserver/ogcapi/templates/html-plain/';

/** By Debian package, a file that it brings. */
export const mapServerTools = {
  'cgi-mapserver': tools.mapserv,
  'spawn-fcgi': tools['spawn-fcgi'],
  haproxy: tools.haproxy,
};

export type MapServer = {
  readonly url: string;
  /** Of MapServer and of what hands requests to it. */
  readonly processes: readonly number[];
  stop(): Promise<void>;
};

/** The tools that are missing; none where it can be started. */
export function missingMapServer(): readonly string[] {
  return Object.entries(tools).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
}

/** `MapServer version 8.0.0`. */
export function mapServerVersion(): string {
  return /MapServer version [\d.]+/.exec(execFileSync(tools.mapserv, ['-v']).toString())?.[0] ?? 'MapServer';
}

/** Ends a process and its children; one that never began, or fell by itself, must not hide why. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Serves a map named `ao` from a folder that is the caller's; `ready` is a path that answers once all stands. A text says
 * why there is none.
 */
export async function serveMap(
  folder: string,
  mapFile: (port: number) => string,
  ready: string,
): Promise<MapServer | string> {
  const port = await freePort();
  const sockets = Array.from({ length: availableParallelism() }, (_, index) => join(folder, `map-${index}.sock`));
  await writeFile(
    join(folder, 'mapserver.conf'),
    `CONFIG\nENV\nOGCAPI_HTML_TEMPLATE_DIRECTORY "${templates}"\nMS_MAP_PATTERN "."\nEND\nMAPS\nao "${folder}/ao.map"\nEND\nEND\n`,
  );
  await writeFile(join(folder, 'ao.map'), mapFile(port));
  await writeFile(join(folder, 'haproxy.cfg'), proxyFile(sockets, port));

  const env = { MAPSERVER_CONFIG_FILE: join(folder, 'mapserver.conf') };
  const children: ChildProcess[] = [
    ...sockets.map((socket) =>
      spawn(tools['spawn-fcgi'], ['-s', socket, '-M', '0777', '-n', '--', tools.mapserv], {
        ...{ stdio: 'ignore', detached: true, env },
      }),
    ),
    spawn(tools.haproxy, ['-f', join(folder, 'haproxy.cfg'), '-db'], { stdio: 'ignore', detached: true }),
  ];
  const processes = children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  const stop = async (): Promise<void> => {
    // A process of MapServer that holds a connection open outlives a plain end: the whole group goes.
    for (const pid of processes) endGroup(pid);
    await wait(500);
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(url + ready).catch(() => null);
    if (answer?.ok === true) return { url, processes, stop };
    await wait(200);
  }
  await stop();
  return `não respondeu (${mapServerVersion()})`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('expected a port, received none');
  return address.port;
}

/**
 * A process of MapServer serves one connection until it closes: each request gets one of its own by a local socket, and what
 * comes meanwhile waits in line, but for what nobody waits for any more. Clients keep theirs. Connections that stay open to
 * MapServer were left hanging by clients that went away: all that came after waited for ever.
 */
function proxyFile(sockets: readonly string[], port: number): string {
  return `global
  maxconn 512
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
  timeout queue 60s
  option abortonclose
fcgi-app map
  docroot /srv
  path-info ^(/mapserv)(/.*)?$
  no option keep-conn
frontend in
  bind 127.0.0.1:${port}
  default_backend map
backend map
  balance leastconn
  use-fcgi-app map
  http-reuse never
${sockets.map((socket, index) => `  server map${index} unix@${socket} proto fcgi maxconn 1`).join('\n')}
`;
}

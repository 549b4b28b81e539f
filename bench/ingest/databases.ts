/** Servers to measure on: the one that comes with Kianda, and Debian's where it is installed. Both with fsync on. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serverAccount } from '../../apps/server/src/platform/db/embedded/account.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';

export type Server = { readonly name: string; readonly url: string; stop(): Promise<void> };

/** The server that comes with Kianda. */
export async function ownServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-medida-'));
  const rootHome = `${folder}-root`;
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    rootHome,
    log: createLogger({ level: 'warn', pretty: true }),
  });
  return {
    name: 'PostgreSQL incluído',
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(rootHome, { recursive: true, force: true });
    },
  };
}

const debianBinaries = '/usr/lib/postgresql/15/bin';

/** Null where Debian's PostgreSQL 15 is not installed. It refuses to run as root: then it runs as `postgres`. */
export async function debianServer(): Promise<Server | null> {
  if (!existsSync(join(debianBinaries, 'initdb'))) return null;
  const account = await serverAccount();
  const run = (tool: string, ...args: string[]): void => {
    execFileSync(join(debianBinaries, tool), args, { stdio: 'ignore', cwd: tmpdir(), ...account });
  };
  const folder = await mkdtemp(join(tmpdir(), 'kianda-pg15-'));
  if (account !== null) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8');
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c shared_buffers=256MB`;
  run('pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings, 'start');
  return {
    name: 'PostgreSQL 15 da Debian',
    url: `postgresql://postgres@localhost/postgres?host=${folder}`,
    async stop() {
      run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts each in turn. */
export const servers: readonly (() => Promise<Server | null>)[] = [ownServer, debianServer];

/** Address of a new, empty database on a server. */
export async function newDatabase(server: Server, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.toString();
}

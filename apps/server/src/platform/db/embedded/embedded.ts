import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Logger } from '../../log/log.ts';
import { requireStartRoom } from '../../process/data-folder.ts';
import type { DiskProbe } from '../../process/disk.ts';
import { messageOf, StartupError } from '../../process/startup-error.ts';
import { type Account, serverAccount } from './account.ts';
import { prepareArchive } from './archive.ts';
import { type PostgresBinaries, prepareBinaries } from './binaries.ts';
import { type ClusterPaths, chooseClusterPaths, pathExists, rememberCluster } from './cluster-paths.ts';
import {
  addressOf,
  DATABASE,
  lastLine,
  ROLE,
  ROOT_HOME,
  serverCommand,
  stopServer,
  waitUntilReady,
} from './command.ts';
import { lockCluster } from './lock.ts';
import { startGuarded } from './server.ts';
import { boundServerLog } from './server-log.ts';
import { clearStale } from './stale.ts';
import { finishSwap } from './swap.ts';

const run = promisify(execFile);

export type EmbeddedPostgres = {
  readonly url: string;
  /** Of the cluster and its journal. */
  readonly folder: string;
  /** Settles when the server ended without being asked to. */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Logger;
  /** As root only: folder of binaries and clusters, reachable by the account `postgres`. */
  readonly rootHome?: string;
  /** Archives its journal (`archive.ts`), closing a segment at least this often while something is written. */
  readonly archive?: { readonly seconds: number };
  /** Server settings over the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How the disk of the cluster is read; absent: from the file system. */
  readonly diskProbe?: DiskProbe;
};

/** initdb beside the final place, renamed when complete: a start killed half-way begins anew. */
async function createCluster(paths: ClusterPaths, binaries: PostgresBinaries, account: Account | null): Promise<void> {
  const partial = `${paths.data}.new`;
  await rm(partial, { recursive: true, force: true });
  await writeFile(paths.passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (account !== null) await chown(paths.passwordFile, account.uid, account.gid);
  const options = [
    `--pgdata=${partial}`,
    `--username=${ROLE}`,
    `--pwfile=${paths.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Megabytes. A segment is closed, and written whole, every time the journal is archived: small ones spare the disk.
    '--wal-segsize=4',
    '--no-instructions',
  ];
  await run(binaries.initdb, options, { cwd: paths.home, ...(account ?? {}) }).catch((error: unknown) => {
    throw new StartupError(`A base de dados não pôde ser criada em ${paths.home}: ${lastLine(messageOf(error))}`, {
      cause: error,
    });
  });
  await rename(partial, paths.data);
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rows.length === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Runs the PostgreSQL that comes with Kianda on a private cluster of the data folder: Unix socket only, password,
 * fsync on. It ends with this process. Throws `StartupError` with one Portuguese line.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartupError('Em Windows indique um servidor PostgreSQL em KIANDA_DATABASE_URL.');
  }
  const { dataDir, log } = options;
  const rootHome = options.rootHome ?? ROOT_HOME;
  const account = await serverAccount();
  const paths = await chooseClusterPaths({ dataDir, rootHome, account });
  const unlock = await lockCluster(paths.socketFolder);
  try {
    await requireStartRoom('da base de dados', paths.home, options.diskProbe);
    await finishSwap(paths, log);
    const binaries = await prepareBinaries({
      copyFolder: account === null ? join(dataDir, 'postgres') : rootHome,
      mustCopy: account !== null,
    });
    if (!(await pathExists(join(paths.data, 'PG_VERSION')))) {
      log.info({ folder: paths.home }, 'a criar a base de dados');
      await createCluster(paths, binaries, account);
    }
    await rememberCluster(paths);
    await clearStale(paths.data, log);
    const password = (await readFile(paths.passwordFile, 'utf8')).trim();
    const { archive } = options;
    const extras = archive === undefined ? null : await prepareArchive(paths.home, archive.seconds, account);
    const command = serverCommand(paths, binaries, { ...extras?.settings, ...options.settings });
    const server = startGuarded(command, account, paths.home, extras?.env);
    try {
      await ensureDatabase(await waitUntilReady(server, addressOf(paths, password, 'postgres')));
    } catch (error) {
      await stopServer(server);
      throw error;
    }
    const unbound = boundServerLog(paths.data, log);
    let stopping: Promise<void> | null = null;
    return {
      url: addressOf(paths, password, DATABASE),
      folder: paths.home,
      lost: new Promise((resolve) => {
        void server.ended.then((output) => {
          if (stopping === null) resolve(lastLine(output));
        });
      }),
      stop() {
        unbound();
        stopping ??= stopServer(server).then(unlock, async (error: unknown) => {
          await unlock();
          throw error;
        });
        return stopping;
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

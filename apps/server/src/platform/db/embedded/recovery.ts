import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Logger } from '../../log/log.ts';
import { type Account, serverAccount } from './account.ts';
import { placeScript } from './archive.ts';
import { prepareBinaries } from './binaries.ts';
import { chooseClusterPaths, clusterPathsAt, pathExists, privateFolder, rememberCluster } from './cluster-paths.ts';
import { addressOf, DATABASE, ROLE, ROOT_HOME, serverCommand, stopServer, waitUntilReady } from './command.ts';
import { FEED_SCRIPT, feedJournal, type JournalSource } from './feeder.ts';
import { lockCluster } from './lock.ts';
import { startGuarded } from './server.ts';
import { finishSwap, leaveSwap } from './swap.ts';

const run = promisify(execFile);

export type Recovered = {
  /** Address of the recovered database, open for writing and reachable by this account alone. */
  readonly url: string;
  readonly data: string;
  /** Stops the server cleanly. */
  stop(): Promise<void>;
};

export type RecoverOptions = {
  /** Folder of the cluster that it is a recovery of; the new one lies in `<home>/<name>`. */
  readonly home: string;
  readonly name: string;
  /** Puts a base copy into the folder of the new cluster. */
  readonly fill: (data: string) => Promise<void>;
  readonly journal: JournalSource;
  readonly timeline: number;
  /** Thrown away once it was looked at: nothing of it has to outlive a power cut. */
  readonly isThrowaway: boolean;
  /** Everything committed up to this instant is in the new cluster. */
  readonly instant: Date;
  readonly signal: AbortSignal;
};

/** Removes a recovered cluster that is no longer needed. */
export async function removeRecovered(home: string, name: string): Promise<void> {
  await rm(join(home, name), { recursive: true, force: true });
}

async function give(path: string, account: Account | null): Promise<void> {
  if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}

/**
 * Recovers a cluster of its own to an instant, from a base copy and the journal, until it takes writes. It archives
 * nothing. Throws what reading the journal threw, or `StartupError` with the server's last line.
 */
export async function recoverCluster(options: RecoverOptions): Promise<Recovered> {
  const { home, signal } = options;
  const account = await serverAccount();
  await removeRecovered(home, options.name);
  const paths = await clusterPathsAt(join(home, options.name), null, account);
  const binaries = await prepareBinaries({
    copyFolder: account === null ? home : dirname(home),
    mustCopy: account !== null,
  });
  await mkdir(paths.data, { mode: 0o700 });
  await options.fill(paths.data);
  signal.throwIfAborted();
  await writeFile(join(paths.data, 'recovery.signal'), '');
  await give(paths.data, account);
  const feed = join(paths.home, 'entrega');
  const script = join(paths.home, 'entregar.sh');
  const access = join(paths.home, 'acesso.conf');
  await privateFolder(feed, account);
  await placeScript(script, FEED_SCRIPT, account);
  // The folder of its socket is private to this account; the password of that time may no longer be known.
  await writeFile(access, 'local all all trust\n');
  await give(access, account);
  const settings = {
    shared_buffers: '64MB',
    hba_file: access,
    logging_collector: 'off',
    archive_mode: 'off',
    // No client reads while it recovers, and its limits may differ from those of the server that wrote the journal.
    hot_standby: 'off',
    restore_command: '/bin/sh "$KIANDA_WAL_SCRIPT" "%f" "%p"',
    // Not ISO 8601's Z: abbreviations of zones are not read yet when this is.
    recovery_target_time: options.instant.toISOString().replace('Z', '+00'),
    recovery_target_timeline: String(options.timeline),
    recovery_target_action: 'promote',
    ...(options.isThrowaway ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  const feeder = feedJournal(feed, options.journal, account);
  const env = { KIANDA_WAL_FEED: feed, KIANDA_WAL_SCRIPT: script };
  const server = startGuarded(serverCommand(paths, binaries, settings), account, paths.home, env);
  const stop = () => server.requestStop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await (await waitUntilReady(server, addressOf(paths, '', 'postgres'))).end();
  } catch (error) {
    await stopServer(server);
    throw feeder.failure() ?? error;
  } finally {
    signal.removeEventListener('abort', stop);
    await feeder.stop();
  }
  return { url: addressOf(paths, '', DATABASE), data: paths.data, stop: () => stopServer(server) };
}

/** Password of a cluster, made where there is none any more. */
async function passwordOf(home: string, account: Account | null): Promise<string> {
  const path = join(home, 'password');
  const found = await readFile(path, 'utf8').catch(() => null);
  if (found !== null) return found.trim();
  const made = randomBytes(24).toString('base64url');
  await writeFile(path, `${made}\n`, { mode: 0o600, flush: true });
  if (account !== null) await chown(path, account.uid, account.gid);
  return made;
}

/** Gives a recovered cluster the password of the one in use, stops it, and leaves the change of place to the next start. */
export async function handOver(
  recovered: Recovered,
  { home, aside, note }: { home: string; aside: string; note: string },
): Promise<void> {
  const password = await passwordOf(home, await serverAccount());
  const client = new pg.Client({ connectionString: recovered.url });
  await client.connect();
  try {
    await client.query(`alter role ${ROLE} password ${pg.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  await recovered.stop();
  await leaveSwap(home, { prepared: recovered.data, aside: join(home, aside), note });
}

/** The cluster of a data folder that no platform is using, while `work` runs; it may be gone, or never have been. */
export async function withStoppedCluster<T>(
  options: { dataDir: string; rootHome?: string; log: Logger },
  work: (cluster: { home: string; hasData: boolean; putInPlace(): Promise<void> }) => Promise<T>,
): Promise<T> {
  const account = await serverAccount();
  const { dataDir, log } = options;
  const paths = await chooseClusterPaths({
    dataDir,
    rootHome: options.rootHome ?? ROOT_HOME,
    account,
    mayBeMissing: true,
  });
  const unlock = await lockCluster(paths.socketFolder);
  try {
    return await work({
      home: paths.home,
      hasData: await pathExists(join(paths.data, 'PG_VERSION')),
      async putInPlace() {
        await finishSwap(paths, log);
        await rememberCluster(paths);
      },
    });
  } finally {
    await unlock();
  }
}

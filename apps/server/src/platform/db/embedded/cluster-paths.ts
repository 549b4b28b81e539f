import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../../process/startup-error.ts';
import type { Account } from './account.ts';

/** sun_path holds 107 bytes; `/.s.PGSQL.5432.lock` needs 19 of them. Bytes: an accent takes two. */
const MAX_SOCKET_FOLDER_BYTES = 86;
const CLUSTER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNFINISHED_MS = 3_600_000;

export type ClusterPaths = {
  /** Cluster, password and sockets; private to the account that runs PostgreSQL. */
  readonly home: string;
  readonly data: string;
  readonly passwordFile: string;
  readonly socketFolder: string;
  /** Names the cluster of a data folder whose cluster lives elsewhere; null where it lives inside. */
  readonly idFile: { readonly path: string; readonly id: string } | null;
};

/** Marks that a prepared cluster waits to replace the present one: between two renames of a swap there is no data folder. */
export const swapFile = (home: string): string => join(home, 'troca.json');

export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Creates the folder, or takes the one there is, private to the account. */
export async function privateFolder(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account !== null) await chown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

async function shortFolder(home: string, account: Account | null): Promise<string> {
  const inside = join(home, 'run');
  if (Buffer.byteLength(inside) <= MAX_SOCKET_FOLDER_BYTES) {
    await privateFolder(inside, account);
    return inside;
  }
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const outside = join(tmpdir(), `kianda-${digest}`);
  await mkdir(outside, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  const found = await lstat(outside);
  const owner = process.getuid?.() ?? found.uid;
  // A shared folder: another user may have put one there first, to stand between us and the database.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== account?.uid)) {
    throw new StartupError(`A pasta temporária ${outside} é de outra conta; apague-a ou escolha outra pasta de dados.`);
  }
  await privateFolder(outside, account);
  return outside;
}

/** Paths of a cluster in a folder of its own; folders that are missing are made. */
export async function clusterPathsAt(
  home: string,
  idFile: ClusterPaths['idFile'],
  account: Account | null,
): Promise<ClusterPaths> {
  await privateFolder(home, account);
  return {
    home,
    data: join(home, 'data'),
    passwordFile: join(home, 'password'),
    socketFolder: await shortFolder(home, account),
    idFile,
  };
}

/**
 * Paths of the cluster of a data folder. An ordinary account stores it in `<dataDir>/postgres`. As root it must lie
 * where the account `postgres` can reach it: `<rootHome>/<id>`, the id in `<dataDir>/cluster-id`, so that a fresh data
 * folder is a fresh cluster. Never starts an empty cluster where the folder already belongs to another one.
 */
export async function chooseClusterPaths(options: {
  dataDir: string;
  rootHome: string;
  account: Account | null;
  /** For the recovery, which runs because the cluster is missing. */
  mayBeMissing?: boolean;
}): Promise<ClusterPaths> {
  const { dataDir, rootHome, account } = options;
  const idPath = join(dataDir, 'cluster-id');
  const inside = join(dataDir, 'postgres');
  const id = (await pathExists(idPath)) ? (await readFile(idPath, 'utf8')).trim() : null;
  if (account === null) {
    if (id !== null) {
      throw new StartupError(
        `A pasta de dados ${dataDir} foi criada pelo root: inicie a Kianda como root ou indique outra pasta em KIANDA_DATA_DIR.`,
      );
    }
    return clusterPathsAt(inside, null, null);
  }
  if (await pathExists(join(inside, 'data', 'PG_VERSION'))) {
    throw new StartupError(
      `A base de dados em ${inside} foi criada por uma conta comum: inicie a Kianda com essa conta ou indique outra pasta em KIANDA_DATA_DIR.`,
    );
  }
  await mkdir(rootHome, { recursive: true, mode: 0o755 });
  if (id === null) {
    await removeUnfinished(rootHome);
    const created = randomUUID();
    return clusterPathsAt(join(rootHome, created), { path: idPath, id: created }, account);
  }
  const home = join(rootHome, id);
  const isThere = (await pathExists(join(home, 'data', 'PG_VERSION'))) || (await pathExists(swapFile(home)));
  if (!isThere && options.mayBeMissing !== true) {
    throw new StartupError(
      `A base de dados ${home}, desta pasta de dados, desapareceu: reponha-a, ou apague ${idPath} para começar uma nova.`,
    );
  }
  return clusterPathsAt(home, { path: idPath, id }, account);
}

/** Removes clusters whose creation was interrupted: no data folder names them. */
async function removeUnfinished(rootHome: string): Promise<void> {
  for (const name of await readdir(rootHome)) {
    const home = join(rootHome, name);
    if (!CLUSTER_ID.test(name) || (await pathExists(join(home, 'data')))) continue;
    // A young one may be in the making.
    if (Date.now() - (await stat(home)).mtimeMs > UNFINISHED_MS) await rm(home, { recursive: true, force: true });
  }
}

/**
 * Written once the cluster exists, so that a start killed before that begins anew. The cluster, too, says whose it is:
 * an operator who finds it must be able to tell.
 */
export async function rememberCluster(paths: ClusterPaths): Promise<void> {
  if (paths.idFile === null || (await pathExists(paths.idFile.path))) return;
  await writeFile(join(paths.home, 'data-folder'), `${dirname(paths.idFile.path)}\n`);
  await writeFile(paths.idFile.path, `${paths.idFile.id}\n`, { mode: 0o600, flush: true });
}

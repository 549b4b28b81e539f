import { posix } from 'node:path';
import { openSftp } from '../../../ingestion/intake/index.ts';
import { readRemote, writeRemote } from './sftp-transfer.ts';
import type { BackupTarget } from './target.ts';

type Opened = Awaited<ReturnType<typeof openSftp>>;

const isMissing = (error: unknown): boolean => error instanceof Error && /no such file/i.test(error.message);

/** Files below a folder with their sizes, each path after `base`. */
async function* walk(client: Opened['client'], folder: string, base: string): AsyncGenerator<[string, number]> {
  const entries = await client.list(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const { name, type, size } of entries) {
    if (type === 'd') yield* walk(client, posix.join(folder, name), `${base}${name}/`);
    else if (type === '-') yield [`${base}${name}`, size];
  }
}

/** Backups below a folder of an SFTP server. One connection, made when it is first needed. */
export function sftpTarget(options: {
  readonly address: string;
  readonly secret: string;
  readonly hostKey: string;
}): BackupTarget {
  let opened: Promise<Opened> | null = null;
  const connected = (): Promise<Opened> => {
    opened ??= openSftp(options).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  const url = new URL(options.address);
  /** Folders made by this connection, each once: `mkdir` asks the server about every folder above it. */
  const made = new Map<string, Promise<unknown>>();
  function makeFolder(client: Opened['client'], folder: string): Promise<unknown> {
    const making = made.get(folder) ?? client.mkdir(folder, true);
    made.set(folder, making);
    making.catch(() => made.delete(folder));
    return making;
  }

  return {
    kind: 'sftp',
    place: `sftp://${url.host}${url.pathname}`,
    async put(path, bytes) {
      const { client, sftp, folder } = await connected();
      const place = posix.join(folder, path);
      await makeFolder(client, posix.dirname(place));
      // A file gets its name only when it is complete: a copy that was cut off is never taken for a good one.
      await writeRemote(sftp, `${place}.parte`, bytes);
      await client.rename(`${place}.parte`, place).catch(async () => {
        // The protocol's own renaming refuses a name that is taken.
        await client.delete(place, true);
        await client.rename(`${place}.parte`, place);
      });
    },
    async open(path) {
      const { client, sftp, folder } = await connected();
      const place = posix.join(folder, path);
      if ((await client.exists(place)) !== '-') return null;
      return readRemote(sftp, place);
    },
    async *list(prefix) {
      const { client, folder } = await connected();
      const cut = prefix.lastIndexOf('/') + 1;
      const base = prefix.slice(0, cut);
      for await (const [path, sizeBytes] of walk(client, posix.join(folder, base), base)) {
        if (path.startsWith(prefix) && !path.endsWith('.parte')) yield { path, sizeBytes };
      }
    },
    async remove(path) {
      const { client, folder } = await connected();
      await client.delete(posix.join(folder, path), true);
    },
    async tidy(backup) {
      const { client, folder } = await connected();
      const place = posix.join(folder, backup);
      made.clear();
      if ((await client.exists(place)) === 'd') await client.rmdir(place, true);
    },
    async close() {
      const current = opened;
      opened = null;
      made.clear();
      const done = await current?.catch(() => null);
      await done?.client.end().catch(() => false);
    },
  };
}

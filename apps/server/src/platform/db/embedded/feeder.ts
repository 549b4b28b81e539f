import { chown, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';

/** `restore_command`: asks for a file of the journal by name and waits until it is there, or is known not to be. */
export const FEED_SCRIPT = `
wanted="$KIANDA_WAL_FEED/$1"
[ -e "$wanted" ] || : > "$wanted.pedido"
while [ ! -e "$wanted" ]; do
  [ -e "$wanted.nada" ] && exit 1
  sleep 0.02
done
mv "$wanted" "$2"
`;

const POLL_MS = 10;
/** Segments prepared before they are asked for: recovery then waits for none. */
const AHEAD = 4;
const BLOCK_BYTES = 65_536;
const NOTHING = Buffer.alloc(BLOCK_BYTES);

/** Files of a journal, by name. */
export type JournalSource = {
  /** Null: there is no such file. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** The segment after this one; null where that can't be said. */
  next(name: string): string | null;
};

/** Zeros are left as holes: a segment that was closed early is mostly zeros. */
async function writeSparse(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  let at = 0;
  try {
    for await (const part of bytes) {
      for (let from = 0; from < part.byteLength; from += BLOCK_BYTES) {
        const block = part.subarray(from, from + BLOCK_BYTES);
        if (NOTHING.compare(block, 0, block.byteLength, 0, block.byteLength) !== 0) {
          await file.write(block, 0, block.byteLength, at);
        }
        at += block.byteLength;
      }
    }
    await file.truncate(at);
  } finally {
    await file.close();
  }
}

/**
 * Hands a recovering server its journal, opened as it is asked for: a week of it would not fit on many disks. What goes
 * wrong is kept in `failure`, and the server told that the file is not there.
 */
export function feedJournal(folder: string, source: JournalSource, account: Account | null) {
  const underWay = new Map<string, Promise<void>>();
  let failure: unknown = null;
  let isStopped = false;

  async function prepare(name: string): Promise<void> {
    const path = join(folder, name);
    try {
      const bytes = await source.open(name);
      if (bytes === null) {
        await writeFile(`${path}.nada`, '');
        return;
      }
      await writeSparse(`${path}.parte`, bytes);
      if (account !== null) await chown(`${path}.parte`, account.uid, account.gid);
      await rename(`${path}.parte`, path);
    } catch (error) {
      failure ??= error;
      await writeFile(`${path}.nada`, '');
    }
  }

  function serve(name: string): void {
    if (underWay.has(name)) return;
    underWay.set(
      name,
      prepare(name).finally(() => underWay.delete(name)),
    );
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      const names = new Set(await readdir(folder));
      for (const requestFile of names) {
        if (!requestFile.endsWith('.pedido')) continue;
        let name: string | null = requestFile.slice(0, -'.pedido'.length);
        await rm(join(folder, requestFile), { force: true });
        for (let count = 0; name !== null && count <= AHEAD; count += 1) {
          if (!names.has(name) && !names.has(`${name}.nada`)) serve(name);
          name = source.next(name);
        }
      }
      await delay(POLL_MS);
    }
    await Promise.allSettled(underWay.values());
  }

  const watching = watch().catch((error: unknown) => {
    failure ??= error;
  });
  return {
    failure: () => failure,
    async stop() {
      isStopped = true;
      await watching;
    },
  };
}

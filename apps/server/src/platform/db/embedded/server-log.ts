import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../log/log.ts';

/** Where the server writes its log, inside the cluster. */
export const SERVER_LOG_FOLDER = 'log';

const MOST_BYTES = 50_000_000;
const EVERY_MS = 60_000;

/** Removes the oldest files of a folder until the others fit; the newest, which is being written, always stays. */
export async function trimFolder(folder: string, mostBytes: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // Gone meanwhile: nothing to count, and nothing to remove.
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, mtimeMs };
    }),
  );
  files.sort((a, b) => b.mtimeMs - a.mtimeMs || b.path.localeCompare(a.path));
  let total = 0;
  for (const [index, { path, size }] of files.entries()) {
    total += size;
    if (index > 0 && total > mostBytes) await rm(path, { force: true });
  }
}

/** Holds the log of a running server to its bound, which the server by itself has none of, until the answer is called. */
export function boundServerLog(data: string, log: Logger): () => void {
  const trim = () => {
    trimFolder(join(data, SERVER_LOG_FOLDER), MOST_BYTES).catch((error: unknown) =>
      log.warn({ err: error }, 'registo do PostgreSQL por encurtar'),
    );
  };
  trim();
  const timer = setInterval(trim, EVERY_MS).unref();
  return () => clearInterval(timer);
}

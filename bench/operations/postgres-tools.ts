/** The peer: pg_dump and pg_restore of Debian, on a server that they know. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const binaries = '/usr/lib/postgresql/15/bin';

export type Measured = { readonly backupMs: number; readonly restoreMs: number; readonly bytes: number };

/** Custom format with its compression, two jobs to restore, as an operator with two cores would. Null where it is not installed. */
export async function measurePgDump(options: {
  url: string;
  targetUrl: string;
  folder: string;
}): Promise<Measured | null> {
  if (!existsSync(join(binaries, 'pg_dump'))) return null;
  const file = join(options.folder, 'copia.dump');
  const begunMs = performance.now();
  await run(join(binaries, 'pg_dump'), ['--format=custom', `--file=${file}`, options.url]);
  const backupMs = performance.now() - begunMs;
  const { size } = await stat(file);
  const restoreMs = performance.now();
  await run(join(binaries, 'pg_restore'), ['--jobs=2', `--dbname=${options.targetUrl}`, file]);
  return { backupMs, restoreMs: performance.now() - restoreMs, bytes: size };
}

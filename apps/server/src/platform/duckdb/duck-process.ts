/** Runs statements of DuckDB in a process of its own: `duck-child.ts` starts it. */
import { rmSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DuckAnswer, DuckTask } from './duck-child.ts';

/** Values of the statements that are asked: no dates, no lists. */
type Plain = string | number | bigint | boolean | null;

const [memoryMiB, folder = ''] = process.argv.slice(2);
let opened: Promise<DuckDBConnection> | null = null;
let last: Promise<void> = Promise.resolve();

/** Nothing is loaded from elsewhere: what DuckDB reads are the platform's own files. */
async function open(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${memoryMiB}MiB`,
    temp_directory: folder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  return connection;
}

async function answer({ id, statements }: DuckTask): Promise<DuckAnswer> {
  try {
    opened ??= open();
    const connection = await opened;
    let rows: readonly (readonly Plain[])[] = [];
    for (const statement of statements) rows = (await connection.runAndReadAll(statement)).getRowsJS() as Plain[][];
    return { id, rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (task: DuckTask) => {
  last = last.then(async () => void process.send?.(await answer(task)));
});
// A server that was killed removes nothing; an orderly exit would wait for the statement that runs.
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
});

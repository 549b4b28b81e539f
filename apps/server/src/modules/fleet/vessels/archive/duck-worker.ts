/** Runs statements of DuckDB in a thread of its own: `duck.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DuckAnswer, DuckSettings, DuckTask } from './duck.ts';

const { memoryMiB, folder } = workerData as DuckSettings;
let opened: Promise<DuckDBConnection> | null = null;

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
    let rows: readonly (readonly unknown[])[] = [];
    for (const statement of statements) rows = (await connection.runAndReadAll(statement)).getRowsJS();
    return { id, rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: DuckTask) => void answer(task).then((message) => parentPort?.postMessage(message)));

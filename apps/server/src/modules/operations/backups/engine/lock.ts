import { connectFor } from './connection.ts';

/** Any fixed number. */
const lockKey = 4_611_200_953;

/**
 * Runs `work` while no other process makes or removes backups (`alone`), or while none is made or removed (`beside`).
 * The lock goes with its connection: a process that dies leaves none behind.
 */
export async function withBackupLock<T>(
  url: string,
  mode: 'alone' | 'beside',
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const client = await connectFor(url, 'kianda-copia-vez');
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query(`select pg_advisory_lock${mode === 'alone' ? '' : '_shared'}(${lockKey})`);
    return await work();
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}

import type { LogTap } from '../../../platform/log/tap.ts';
import { levelNumbers, type StoredLine, storedLine } from './log-line.rules.ts';
import type { LogsRepository } from './logs.repository.ts';

/** Writes the lines of the log to the database, a second's worth at a time. */
export function createLogWriter(tap: LogTap, repository: LogsRepository, nowMs: () => number) {
  let writing: Promise<void> | null = null;
  /** Lines that could not be written; the next line that can be written reports their number. */
  let lost = 0;

  async function write(): Promise<void> {
    const { lines, dropped } = tap.take();
    lost += dropped;
    const written = lines.flatMap((line) => storedLine(line) ?? []);
    if (written.length === 0) return;
    try {
      await repository.add(lost === 0 ? written : [lossLine(lost, nowMs()), ...written]);
      lost = 0;
    } catch {
      // A complaint would be a line of the log itself, and come back here a second later, for ever.
      lost += written.length;
    }
  }

  return async function flush(): Promise<void> {
    while (writing !== null) await writing;
    writing = write().finally(() => {
      writing = null;
    });
    await writing;
  };
}

function lossLine(count: number, atMs: number): StoredLine {
  const message = `${count} linhas do registo não se conseguiram guardar`;
  const at = new Date(atMs).toISOString();
  return {
    at,
    level: levelNumbers.warn,
    module: 'registos',
    message,
    requestId: null,
    details: { linhas: count },
    searched: message,
  };
}

import type { LogLevel } from '@kianda/connectors';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import type { ConnectorRepository } from '../connectors.repository.ts';

/** Most lines of one run in the database below `warn`, which leaves room for warnings and errors. */
const mostLines = 500;

/**
 * The log of one run: to the process's log and to the table that operators read. Writing it is not waited for, except at
 * the end: a run is not over before its log is there.
 */
export function createRunLog(
  run: { readonly runId: string; readonly connectorId: string; readonly streamId: string },
  job: JobContext,
  repository: ConnectorRepository,
  clock: Clock,
) {
  const pending = new Set<Promise<void>>();
  let lines = 0;

  function track(written: Promise<unknown>, failure: string): void {
    const settled = written.then(
      () => undefined,
      (error: unknown) => job.log.warn({ err: error }, failure),
    );
    pending.add(settled);
    void settled.finally(() => pending.delete(settled));
  }

  return {
    write(level: LogLevel, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
      job.log[level]({ ...fields, connector: run.connectorId, stream: run.streamId }, message);
      if (lines >= mostLines && (level === 'debug' || level === 'info')) return;
      const seq = (clock.nowMs() % 1_000_000_000) + lines;
      lines += 1;
      track(
        repository.log(run.runId, seq, new Date(clock.nowMs()), { level, message, fields }),
        'linha do registo da execução não gravada',
      );
    },
    /** Writes the present activity of the run while no page comes. */
    status(name: string, message: string): void {
      track(
        Promise.all([repository.note(run.runId, message), job.progress(null, `${name}: ${message}`)]),
        'estado da execução não gravado',
      );
    },
    async flush(): Promise<void> {
      await Promise.all(pending);
    },
  };
}

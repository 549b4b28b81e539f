import { AppError } from '../../../../platform/http/errors.ts';
import type { OperationsContext } from './operations.context.ts';
import type { Actor } from './operations.types.ts';

/** Runs looked into and cancelled. */
export function runOperations(context: OperationsContext) {
  const { repository, operations, audit, now } = context;
  return {
    async runDetail(runId: string) {
      const run = await context.runNamed(runId);
      const [log, raw] = await Promise.all([operations.log(runId, 1_000), operations.rawPages(runId)]);
      return { run, log, raw };
    },

    async cancel(runId: string, actor: Actor): Promise<boolean> {
      const run = await context.runNamed(runId);
      // A run that waits for its provider has no job: it ends here. One that went on after waiting has another job.
      if (run.state === 'waiting_provider') await repository.abandonRun(runId, now());
      else if (!(await context.queue().cancel(run.job_id ?? runId))) {
        throw new AppError('conflict', { detail: 'A execução já terminou e não pode ser cancelada.' });
      }
      await audit.record({ change: 'cancel', resource: `run/${runId}`, actor, metadata: {} });
      return true;
    },

    async rawBody(runId: string, seq: number): Promise<Uint8Array> {
      const page = await operations.rawPage(runId, seq);
      const bytes = page === undefined ? null : await context.storage.get(page.storage_key);
      if (bytes === null) throw new AppError('not_found', { detail: 'A página original já não está guardada.' });
      return bytes;
    },
  };
}

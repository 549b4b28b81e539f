import * as contract from '@kianda/contract/operations/tasks/dead-letters.contract';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { RunnableJobQueue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/module.ts';
import type { TasksAudit } from './tasks.types.ts';

const hourMs = 3_600_000;

type Who = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
type Cause = { readonly name: string; readonly pattern: string };

/** Dead letters of the queue, begun again or given up a cause at a time; and how long its jobs wait. */
export function deadLetterRoutes(options: {
  platform: Platform;
  queue: RunnableJobQueue;
  audit: TasksAudit;
}): Bindings {
  const { queue, audit } = options;
  const { clock } = options.platform;
  const { monitor } = queue;
  const provenance = () => ownProvenance(clock);
  const now = () => new Date(clock.nowMs());

  async function lettersOf({ name, pattern }: Cause) {
    const letters = await monitor.deadLetters({ name, pattern });
    if (letters.length > 0) return letters;
    throw new AppError('not_found', { detail: 'Essa causa já não tem tarefas por tratar.' });
  }

  const record = (who: Who, cause: Cause, metadata: Readonly<Record<string, unknown>>) =>
    audit.record({
      event: 'system.start',
      severity: 'high',
      actorId: who.principal.accountId,
      actorName: who.principal.email,
      resource: `job/${cause.name}`,
      ipAddress: who.ipAddress,
      userAgent: who.userAgent,
      metadata: { cause: cause.pattern.slice(0, 300), ...metadata },
    });

  return [
    bind(contract.replayFailures, async ({ body, principal, ipAddress, userAgent }) => {
      const letters = await lettersOf(body);
      if (!monitor.known.some(({ name }) => name === body.name)) {
        throw new AppError('conflict', { detail: `A plataforma já não tem a tarefa «${body.name}».` });
      }
      const settled: string[] = [];
      const counts = { queued: 0, alreadyRunning: 0, refused: 0 };
      // The newest of a key stands for the older ones: repeating each would do the same work many times.
      for (const [, [newest, ...older]] of Map.groupBy(letters, ({ key }) => key)) {
        if (newest === undefined) continue;
        try {
          await queue.enqueue(body.name, newest.input, { actorId: principal.accountId, trigger: 'retry' });
          counts.queued += 1;
          settled.push(newest.id, ...older.map(({ id }) => id));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          if (error.code === 'already_running') counts.alreadyRunning += 1;
          else if (error.code === 'validation_failed') counts.refused += 1;
          else throw error;
        }
      }
      const data = { ...counts, settled: await monitor.settle(settled, now()) };
      await record({ principal, ipAddress, userAgent }, body, { act: 'replay-letters', ...data });
      return { data, provenance: provenance() };
    }),
    bind(contract.discardFailures, async ({ body, principal, ipAddress, userAgent }) => {
      const letters = await lettersOf(body);
      const ids = letters.map(({ id }) => id);
      const discarded = await monitor.settle(ids, now());
      const { reason } = body;
      await record({ principal, ipAddress, userAgent }, body, { act: 'discard-letters', discarded, reason });
      return { data: { discarded }, provenance: provenance() };
    }),
    bind(contract.queueLatency, async ({ query: { hours } }) => {
      const since = new Date(clock.nowMs() - hours * hourMs);
      return { data: { hours, queues: [...(await monitor.latency(since, now()))] }, provenance: provenance() };
    }),
  ];
}

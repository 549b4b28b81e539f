import { dayMs } from '@kianda/geo';
import { AppError } from '../../../../platform/http/errors.ts';
import { type BackfillCost, backfillCost } from './backfill-cost.rules.ts';
import type { OperationsContext } from './operations.context.ts';
import type { Actor } from './operations.types.ts';

/** More windows than this in one request is a mistake, not a history. */
const maxWindows = 1_000;
/** Windows that a cost is measured on. */
const measuredWindows = 20;

/** History of streams: its windows planned and cancelled. */
export function backfillOperations(context: OperationsContext) {
  const { repository, operations, service, clock, audit, now } = context;
  return {
    async backfill(id: string) {
      await context.connectorNamed(id);
      return operations.backfillWindows(id);
    },

    /** Plans windows of `windowDays` days over the range; those already there are fetched again. */
    async planBackfill(
      id: string,
      plan: { stream: string; from: string; to: string; windowDays: number },
      actor: Actor,
    ): Promise<number> {
      await context.streamNamed(id, plan.stream);
      const fromMs = Date.parse(plan.from);
      const toMs = Math.min(Date.parse(plan.to), clock.nowMs());
      const spanMs = plan.windowDays * dayMs;
      const count = Math.ceil((toMs - fromMs) / spanMs);
      if (count < 1 || count > maxWindows) {
        throw new AppError('validation_failed', {
          detail: `O pedido dá ${count} janelas; são aceites de 1 a ${maxWindows}.`,
        });
      }
      const windows = Array.from({ length: count }, (_, index) => ({
        fromMs: fromMs + index * spanMs,
        toMs: Math.min(fromMs + (index + 1) * spanMs - 1, toMs),
      }));
      await repository.planBackfill(id, plan.stream, windows, now());
      await operations.reopenBackfill(
        id,
        plan.stream,
        windows.map((window) => new Date(window.fromMs)),
        now(),
      );
      service.forget();
      await audit.record({
        change: 'backfill',
        resource: `connector/${id}/${plan.stream}`,
        actor,
        metadata: { ...plan, windows: count },
      });
      context.engine.events.publish({ channel: 'jobs', type: 'backfill.planned', payload: { connectorId: id } });
      return count;
    },

    /** Estimate of what a plan takes, before it is asked for. */
    async backfillCost(
      id: string,
      plan: { stream: string; from: string; to: string; windowDays: number },
    ): Promise<BackfillCost> {
      await context.streamNamed(id, plan.stream);
      const toMs = Math.min(Date.parse(plan.to), clock.nowMs());
      const obtained = await operations.obtainedWindows(id, plan.stream, measuredWindows);
      return backfillCost({ fromMs: Date.parse(plan.from), toMs, windowDays: plan.windowDays }, obtained);
    },

    async cancelBackfill(id: string, streamId: string, actor: Actor): Promise<number> {
      await context.streamNamed(id, streamId);
      const cancelled = await operations.cancelBackfill(id, streamId, now());
      service.forget();
      await audit.record({
        change: 'backfill-cancel',
        resource: `connector/${id}/${streamId}`,
        actor,
        metadata: { cancelled },
      });
      return cancelled;
    },
  };
}

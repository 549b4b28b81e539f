import type { DataOf, QueryOf } from '@kianda/contract';
import type { Delivery, DeliveryChannel, listDeliveries } from '@kianda/contract/people/delivery/delivery.contract';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { channelActions } from './channels.service.ts';
import { type Actor, type DeliveryContext, deliveryView, nowOf, record, requiredChannel } from './delivery.context.ts';
import type { DeliveryRow } from './delivery.types.ts';
import { titleOf } from './message.texts.ts';
import { newDelivery, takes } from './send-attempt.service.ts';

/** Channels and the log of deliveries. */
export function createDeliveryService(context: DeliveryContext) {
  const { repository, problemOf } = context;
  return {
    ...channelActions(context),
    test: (id: string, actor: Actor) => sendTest(context, id, actor),
    /** Deliveries about an alert, oldest first. */
    deliveriesOf: async (alertId: string): Promise<Delivery[]> =>
      (await repository.deliveriesOf(alertId)).map(deliveryView),
    /** Writes a message that belongs to no alert. Resolves to the channels that take it, each with its problem. */
    async tell(message: AlertMessage): Promise<Pick<DeliveryChannel, 'name' | 'kind' | 'problem'>[]> {
      await repository.addStandaloneMessage(message, nowOf(context));
      context.wake();
      return (await repository.channels())
        .filter((row) => row.enabled && takes(row, message))
        .map((row) => ({ name: row.name, kind: row.kind, problem: problemOf(row) }));
    },
    async log(query: QueryOf<typeof listDeliveries>): Promise<DataOf<typeof listDeliveries>> {
      const { rows, total } = await repository.page(listPageOf(query));
      return pageAnswer(rows.map(deliveryView), total, query);
    },
    retry: (id: string, actor: Actor) => retryDelivery(context, id, actor),
  };
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** Sends a test at once, whatever the quiet hours and the digest: the person who asks waits for it. */
async function sendTest(context: DeliveryContext, id: string, actor: Actor): Promise<Delivery> {
  const { repository, clock, dispatch } = context;
  const channel = await requiredChannel(context, id);
  const problem = context.problemOf(channel);
  const failed: Partial<DeliveryRow> =
    problem === null ? {} : { state: 'failed', last_error: problem, ended_at: nowOf(context) };
  const row = newDelivery(channel, clock.nowMs(), {
    kind: 'test',
    title: titleOf({ kind: 'test', messages: [] }),
    ...failed,
    // The sending job must not take it too.
    next_attempt_at: new Date(clock.nowMs() + 120_000),
  });
  await repository.insertDelivery(row);
  const after = problem === null ? await dispatch.attempt(channel, row) : row;
  await record(context, actor, `delivery-channel/${id}`, { change: 'test', outcome: after?.state ?? row.state });
  return deliveryView(after ?? row);
}

/** Queues a failed or suppressed delivery again. Throws `not_found`, or `conflict` for a delivery in another state. */
async function retryDelivery(context: DeliveryContext, id: string, actor: Actor): Promise<Delivery> {
  const { repository } = context;
  if ((await repository.delivery(id)) === undefined) {
    throw new AppError('not_found', { detail: 'A entrega não existe.' });
  }
  const row = await repository.requeue(id, ['failed', 'suppressed'], nowOf(context));
  if (row === undefined) {
    throw new AppError('conflict', { detail: 'Só uma entrega falhada ou suprimida se envia de novo.' });
  }
  await record(context, actor, `delivery/${id}`, { change: 'retry', channel: row.channel_id });
  context.wake();
  return deliveryView(row);
}

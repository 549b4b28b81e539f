import { randomUUID } from 'node:crypto';
import { hourMs } from '@kianda/geo';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Platform } from '../../../platform/module.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { ChannelRow, DeliveryRow } from './delivery.types.ts';
import { digestTitle, titleOf } from './message.texts.ts';
import { digestDue, quietUntil } from './quiet-hours.rules.ts';
import { DeliveryError } from './senders.client.ts';

/** About five hours of trying in all. */
export const maxAttempts = 12;
const backoff = { baseMs: 30_000, capMs: 2 * hourMs };
/** Longer than any attempt takes. */
const attemptMs = 120_000;
const batch = 200;

/** Sends one delivery through its channel. Throws `DeliveryError`. */
export type Send = (channel: ChannelRow, row: DeliveryRow, messages: readonly AlertMessage[]) => Promise<void>;

/** The reason why a channel can not deliver, in Portuguese; null when it can. */
export type ProblemOf = (channel: ChannelRow) => string | null;

/** Whether a channel is set to take a message. */
export const takes = ({ severities, sources }: ChannelRow, message: AlertMessage): boolean =>
  severities.includes(message.severity) && sources.includes(message.source);

/** A delivery of a channel, queued. */
export function newDelivery(
  channel: ChannelRow,
  nowMs: number,
  over: Pick<DeliveryRow, 'kind' | 'title'> & Partial<DeliveryRow>,
): DeliveryRow {
  return {
    id: randomUUID(),
    message_id: null,
    channel_id: channel.id,
    channel_name: channel.name,
    channel_kind: channel.kind,
    target: channel.target,
    severity: null,
    source: null,
    state: 'queued',
    attempts: 0,
    last_error: null,
    next_attempt_at: new Date(nowMs),
    created_at: new Date(nowMs),
    ended_at: null,
    digest_id: null,
    ...over,
  };
}

type Deps = {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'random'>;
  readonly repository: DeliveryRepository;
  readonly send: Send;
  readonly problemOf: ProblemOf;
};

export type Dispatch = ReturnType<typeof createDispatch>;

/** The work of the sending job: spreads messages over channels, gathers digests, sends what is due. */
export function createDispatch(deps: Deps) {
  return {
    /** One attempt. Resolves to the delivery afterwards; undefined where another process had taken it. */
    attempt: (channel: ChannelRow, row: DeliveryRow) => attempt(deps, channel, row),
    /** Throws when a channel failed for a reason that is not the receiver's; the others have been served by then. */
    async run(signal: AbortSignal): Promise<void> {
      await spread(deps);
      const channels = await deps.repository.dueChannels(nowOf(deps));
      // Side by side: a receiver that hangs must not hold back the others.
      const outcomes = await Promise.allSettled(channels.map((id) => sendDue(deps, id, signal)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

const nowOf = ({ platform }: Deps) => new Date(platform.clock.nowMs());

/** Turns messages into deliveries of the channels that take them. */
async function spread(deps: Deps): Promise<void> {
  const { clock } = deps.platform;
  const rowsOf = (id: number, message: AlertMessage, channels: readonly ChannelRow[]) =>
    channels
      .filter((channel) => takes(channel, message))
      .map((channel) =>
        newDelivery(channel, clock.nowMs(), {
          kind: 'alert',
          title: titleOf({ kind: 'alert', messages: [message] }),
          message_id: id,
          severity: message.severity,
          source: message.source,
          next_attempt_at: new Date(digestDue(clock.nowMs(), channel.digest)),
        }),
      );
  while ((await deps.repository.fanOut(nowOf(deps), rowsOf)) > 0);
}

async function attempt(deps: Deps, channel: ChannelRow, row: DeliveryRow): Promise<DeliveryRow | undefined> {
  const { repository } = deps;
  const limit = row.kind === 'test' ? 1 : maxAttempts;
  if (row.attempts >= limit) {
    const last_error = row.last_error ?? 'O processo terminou durante a última tentativa';
    return repository.settle(row, { state: 'failed', ended_at: nowOf(deps), last_error });
  }
  const claimed = await repository.claim(row, new Date(deps.platform.clock.nowMs() + attemptMs));
  if (claimed === undefined) return undefined;
  try {
    await deps.send(channel, claimed, await repository.messagesOf(claimed));
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return settleFailure(deps, claimed, error, limit);
  }
  return repository.settle(claimed, { state: 'sent', ended_at: nowOf(deps), last_error: null });
}

/** Ends a delivery that can not succeed, and puts any other off. */
async function settleFailure(
  deps: Deps,
  claimed: DeliveryRow,
  error: DeliveryError,
  limit: number,
): Promise<DeliveryRow | undefined> {
  const { repository } = deps;
  const { clock, log, random } = deps.platform;
  log.warn(
    { delivery: claimed.id, channel: claimed.channel_id, attempt: claimed.attempts, reason: error.message },
    'entrega de um alerta falhada',
  );
  if (error.permanent || claimed.attempts >= limit) {
    return repository.settle(claimed, { state: 'failed', ended_at: nowOf(deps), last_error: error.message });
  }
  // Full jitter: receivers that failed together must not be asked again together.
  const jitterMs = Math.min(backoff.capMs, backoff.baseMs * 2 ** (claimed.attempts - 1)) * random();
  const waitMs = Math.max(1_000, jitterMs, (error.retryAfterSeconds ?? 0) * 1_000);
  const next_attempt_at = new Date(clock.nowMs() + Math.min(waitMs, 24 * hourMs));
  return repository.settle(claimed, { next_attempt_at, last_error: error.message });
}

/** Replaces the alerts of a channel with digests by one digest of them all. */
async function gathered(
  deps: Deps,
  channel: ChannelRow,
  rows: readonly DeliveryRow[],
): Promise<readonly DeliveryRow[]> {
  const alerts = rows.filter(({ kind }) => kind === 'alert');
  const others = rows.filter(({ kind }) => kind !== 'alert');
  if (channel.digest === 'off') return rows;
  if (alerts.length === 0) return others;
  const title = digestTitle(alerts.length);
  const digest = newDelivery(channel, deps.platform.clock.nowMs(), { kind: 'digest', title });
  await deps.repository.gather(
    digest,
    alerts.map(({ id }) => id),
    nowOf(deps),
  );
  return [...others, digest];
}

/** Sends what is due through one channel, in order. After a failure the rest waits for the next run. */
async function sendDue(deps: Deps, channelId: string, signal: AbortSignal): Promise<void> {
  const { repository, problemOf } = deps;
  const channel = await repository.channel(channelId);
  if (channel === undefined) return repository.suppress(channelId, 'O canal foi eliminado', nowOf(deps));
  if (!channel.enabled) return repository.suppress(channelId, 'O canal está desligado', nowOf(deps));
  const problem = problemOf(channel);
  if (problem !== null) return repository.suppress(channelId, problem, nowOf(deps));
  const quietEnd = quietUntil(deps.platform.clock.nowMs(), channel.quiet_from, channel.quiet_to);
  if (quietEnd !== null) return repository.postpone(channelId, nowOf(deps), new Date(quietEnd));
  for (;;) {
    const rows = await repository.due(channelId, nowOf(deps), batch);
    if (rows.length === 0) return;
    for (const row of await gathered(deps, channel, rows)) {
      signal.throwIfAborted();
      const after = await attempt(deps, channel, row);
      if (after?.state !== 'sent') return;
    }
  }
}

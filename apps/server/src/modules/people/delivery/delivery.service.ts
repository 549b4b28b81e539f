import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type {
  createDeliveryChannel,
  Delivery,
  DeliveryChannel,
  listDeliveries,
  updateDeliveryChannel,
} from '@kianda/contract/people/delivery/delivery.contract';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { ChannelRow, DeliveryRow } from './delivery.types.ts';
import { titleOf } from './message.texts.ts';
import { newDelivery, type ProblemOf, type Turn, takes } from './send-attempt.service.ts';

export type DeliveryAudit = { record(entry: AuditEntry): Promise<unknown> };
type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
type Body = BodyOf<typeof createDeliveryChannel> | BodyOf<typeof updateDeliveryChannel>;

const secretName = 'webhook';
/** Where a channel's secret is sealed to: a copy in another row does not open. */
const vaultPlace = (channelId: string): string => `delivery/${channelId}`;

/** The secret that signs for a channel; null where it has none. */
export function secretOf(vault: CredentialVault, channel: ChannelRow): string | null {
  return channel.sealed_secret === null ? null : vault.open(vaultPlace(channel.id), secretName, channel.sealed_secret);
}

/** Channels and the log, as people handle them. Secrets go in and never come out. */
export function createDeliveryService(options: {
  repository: DeliveryRepository;
  vault: CredentialVault;
  turn: Turn;
  problemOf: ProblemOf;
  clock: Clock;
  audit: DeliveryAudit;
  wake(): void;
}) {
  const { repository, vault, turn, problemOf, clock, audit, wake } = options;
  const now = () => new Date(clock.nowMs());

  function record(actor: Actor, change: string, resource: string, metadata: AuditEntry['metadata'] = {}) {
    const { principal, ipAddress, userAgent } = actor;
    return audit.record({
      event: 'system.config.change',
      severity: change === 'test' || change === 'retry' ? 'low' : 'high',
      actorId: principal.accountId,
      actorName: principal.email,
      resource,
      ipAddress,
      userAgent,
      metadata: { change, ...metadata },
    });
  }

  function rowOf(id: string, body: Body, sealed: Buffer | null, actor: Actor): ChannelRow {
    const { kind, name, target, severities, sources, quietHours, digest, enabled } = body;
    return {
      id,
      kind,
      name,
      target,
      severities,
      sources,
      quiet_from: quietHours?.from ?? null,
      quiet_to: quietHours?.to ?? null,
      digest,
      enabled,
      sealed_secret: sealed,
      updated_at: now(),
      updated_by: actor.principal.name,
    };
  }

  /** Throws `validation_failed`: an account in an address would stand in the log and in every answer. */
  function checkTarget(body: Body): void {
    if (body.kind !== 'webhook') return;
    const { username, password } = new URL(body.target);
    if (username === '' && password === '') return;
    throw new AppError('validation_failed', {
      issues: [{ path: 'body.target', message: 'sem conta nem palavra-passe no endereço' }],
    });
  }

  async function find(id: string): Promise<ChannelRow> {
    const row = await repository.channel(id);
    if (row === undefined) throw new AppError('not_found', { detail: 'O canal não existe.' });
    return row;
  }

  const view = (row: ChannelRow): DeliveryChannel => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    target: row.target,
    severities: row.severities,
    sources: row.sources,
    quietHours: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    digest: row.digest,
    enabled: row.enabled,
    hasSecret: row.sealed_secret !== null,
    problem: problemOf(row),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  });

  return {
    channels: async (): Promise<DeliveryChannel[]> => (await repository.channels()).map(view),

    async create(body: BodyOf<typeof createDeliveryChannel>, actor: Actor): Promise<DeliveryChannel> {
      checkTarget(body);
      const id = randomUUID();
      const sealed = body.kind === 'webhook' ? vault.seal(vaultPlace(id), secretName, body.secret) : null;
      const row = rowOf(id, body, sealed, actor);
      await repository.insertChannel(row);
      await record(actor, 'create', `delivery-channel/${id}`, facts(row));
      return view(row);
    },

    async update(id: string, body: BodyOf<typeof updateDeliveryChannel>, actor: Actor): Promise<DeliveryChannel> {
      checkTarget(body);
      const before = await find(id);
      if (before.kind !== body.kind) {
        throw new AppError('conflict', { detail: 'Um canal não muda de tipo: crie outro.' });
      }
      const secret = body.kind === 'webhook' ? body.secret : undefined;
      const movesHost = body.kind === 'webhook' && new URL(body.target).host !== new URL(before.target).host;
      if (movesHost && secret === undefined) {
        // Signing for another host with the secret of the first would let it pass for us there.
        throw new AppError('validation_failed', {
          issues: [{ path: 'body.secret', message: 'um endereço noutra máquina precisa de um segredo novo' }],
        });
      }
      const sealed = secret === undefined ? before.sealed_secret : vault.seal(vaultPlace(id), secretName, secret);
      const row = await repository.updateChannel(rowOf(id, body, sealed, actor));
      if (row === undefined) throw new AppError('not_found', { detail: 'O canal não existe.' });
      const changed = { ...facts(row), secretChanged: secret !== undefined, before: JSON.stringify(facts(before)) };
      await record(actor, 'update', `delivery-channel/${id}`, changed);
      return view(row);
    },

    async remove(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteChannel(id);
      if (row === undefined) throw new AppError('not_found', { detail: 'O canal não existe.' });
      await repository.suppress(id, 'O canal foi eliminado', now());
      await record(actor, 'delete', `delivery-channel/${id}`, facts(row));
    },

    /** Sends a test at once, quiet hours and digest or not: whoever asks waits for it. */
    async test(id: string, actor: Actor): Promise<Delivery> {
      const channel = await find(id);
      const title = titleOf({ kind: 'test', messages: [] });
      const problem = problemOf(channel);
      const failed: Partial<DeliveryRow> =
        problem === null ? {} : { state: 'failed', last_error: problem, ended_at: now() };
      const row = newDelivery(channel, clock.nowMs(), {
        kind: 'test',
        title,
        ...failed,
        // The sending job must not take it too.
        next_attempt_at: new Date(clock.nowMs() + 120_000),
      });
      await repository.insertDelivery(row);
      const after = problem === null ? await turn.attempt(channel, row) : row;
      await record(actor, 'test', `delivery-channel/${id}`, { outcome: after?.state ?? row.state });
      return deliveryView(after ?? row);
    },

    /** What went out about an alert, oldest first. */
    deliveriesOf: async (alertId: string): Promise<Delivery[]> =>
      (await repository.deliveriesOf(alertId)).map(deliveryView),
    /** Hands over a message that stands for itself, and tells the channels that take it, with what each lacks. */
    async tell(message: AlertMessage): Promise<Pick<DeliveryChannel, 'name' | 'kind' | 'problem'>[]> {
      await repository.addLooseMessage(message, now());
      wake();
      return (await repository.channels())
        .filter((row) => row.enabled && takes(row, message))
        .map((row) => ({ name: row.name, kind: row.kind, problem: problemOf(row) }));
    },

    async log(query: QueryOf<typeof listDeliveries>): Promise<DataOf<typeof listDeliveries>> {
      const { rows, total } = await repository.page(query);
      const { page, pageSize } = query;
      const data = rows.map(deliveryView);
      return { data, total, page, pageSize, hasNext: page * pageSize < total, hasPrev: page > 1 };
    },

    /** Throws `conflict` where there is nothing to send again. */
    async retry(id: string, actor: Actor): Promise<Delivery> {
      if ((await repository.delivery(id)) === undefined) {
        throw new AppError('not_found', { detail: 'A entrega não existe.' });
      }
      const row = await repository.requeue(id, ['failed', 'suppressed'], now());
      if (row === undefined) {
        throw new AppError('conflict', { detail: 'Só uma entrega falhada ou suprimida se envia de novo.' });
      }
      await record(actor, 'retry', `delivery/${id}`, { channel: row.channel_id });
      wake();
      return deliveryView(row);
    },
  };
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** What the audit trail keeps of a channel: of a web address its host alone, as its path may be a secret too. */
function facts({ kind, name, target, severities, sources, quiet_from, quiet_to, digest, enabled }: ChannelRow) {
  return {
    kind,
    name,
    target: kind === 'webhook' ? new URL(target).host : target,
    severities: severities.join(','),
    sources: sources.join(','),
    quietHours: quiet_from === null ? null : `${quiet_from}-${quiet_to}`,
    digest,
    enabled,
  };
}

function deliveryView(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    channelKind: row.channel_kind,
    target: row.target,
    kind: row.kind,
    title: row.title,
    severity: row.severity,
    source: row.source,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    nextAttemptAt: row.state === 'queued' ? row.next_attempt_at.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    digestId: row.digest_id,
  };
}

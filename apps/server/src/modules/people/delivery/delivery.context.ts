import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Delivery } from '@kianda/contract/people/delivery/delivery.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { ChannelRow, DeliveryRow } from './delivery.types.ts';
import type { Dispatch, ProblemOf } from './send-attempt.service.ts';

export type DeliveryAudit = { record(entry: AuditEntry): Promise<unknown> };
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** The dependencies that the parts of the delivery service share. */
export type DeliveryContext = {
  readonly repository: DeliveryRepository;
  readonly vault: CredentialVault;
  readonly dispatch: Dispatch;
  readonly problemOf: ProblemOf;
  readonly clock: Clock;
  readonly audit: DeliveryAudit;
  /** Makes the sending job run soon. */
  wake(): void;
};

export const nowOf = ({ clock }: DeliveryContext): Date => new Date(clock.nowMs());

/** Records an act on a channel or a delivery. */
export async function record(
  { audit }: DeliveryContext,
  { principal, ipAddress, userAgent }: Actor,
  resource: string,
  metadata: { readonly change: string } & NonNullable<AuditEntry['metadata']>,
): Promise<void> {
  const { change } = metadata;
  await audit.record({
    event: 'system.config.change',
    severity: change === 'test' || change === 'retry' ? 'low' : 'high',
    actorId: principal.accountId,
    actorName: principal.email,
    resource,
    ipAddress,
    userAgent,
    metadata,
  });
}

/** Throws `not_found`. */
export async function requiredChannel({ repository }: DeliveryContext, id: string): Promise<ChannelRow> {
  const row = await repository.channel(id);
  if (row === undefined) throw new AppError('not_found', { detail: 'O canal não existe.' });
  return row;
}

export function deliveryView(row: DeliveryRow): Delivery {
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

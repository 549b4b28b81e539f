import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type {
  createDeliveryChannel,
  DeliveryChannel,
  updateDeliveryChannel,
} from '@kianda/contract/people/delivery/delivery.contract';
import type { CredentialVault } from '../../../platform/crypto/credential-vault.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type Actor, type DeliveryContext, nowOf, record, requiredChannel } from './delivery.context.ts';
import type { ChannelRow } from './delivery.types.ts';

type Body = BodyOf<typeof createDeliveryChannel> | BodyOf<typeof updateDeliveryChannel>;

const secretName = 'webhook';
/** A secret is sealed to its channel: a copy in another row does not open. */
const vaultLabel = (channelId: string): string => `delivery/${channelId}`;

/** The secret that signs for a channel; null where it has none. */
export function secretOf(vault: CredentialVault, channel: ChannelRow): string | null {
  return channel.sealed_secret === null ? null : vault.open(vaultLabel(channel.id), secretName, channel.sealed_secret);
}

/** Channels as people manage them. Secrets go in and never come out. */
export function channelActions(context: DeliveryContext) {
  const { repository } = context;
  return {
    channels: async (): Promise<DeliveryChannel[]> =>
      (await repository.channels()).map((row) => channelView(context, row)),
    create: (body: BodyOf<typeof createDeliveryChannel>, actor: Actor) => createChannel(context, body, actor),
    update: (id: string, body: BodyOf<typeof updateDeliveryChannel>, actor: Actor) =>
      updateChannel(context, id, body, actor),
    async remove(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteChannel(id);
      if (row === undefined) throw new AppError('not_found', { detail: 'O canal não existe.' });
      await repository.suppress(id, 'O canal foi eliminado', nowOf(context));
      await record(context, actor, `delivery-channel/${id}`, { change: 'delete', ...facts(row) });
    },
  };
}

async function createChannel(
  context: DeliveryContext,
  body: BodyOf<typeof createDeliveryChannel>,
  actor: Actor,
): Promise<DeliveryChannel> {
  checkTarget(body);
  const id = randomUUID();
  const sealed = body.kind === 'webhook' ? context.vault.seal(vaultLabel(id), secretName, body.secret) : null;
  const row: ChannelRow = { id, ...columnsOf(context, body, actor), sealed_secret: sealed };
  await context.repository.insertChannel(row);
  await record(context, actor, `delivery-channel/${id}`, { change: 'create', ...facts(row) });
  return channelView(context, row);
}

async function updateChannel(
  context: DeliveryContext,
  id: string,
  body: BodyOf<typeof updateDeliveryChannel>,
  actor: Actor,
): Promise<DeliveryChannel> {
  const { repository, vault } = context;
  checkTarget(body);
  const before = await requiredChannel(context, id);
  if (before.kind !== body.kind) {
    throw new AppError('conflict', { detail: 'Um canal não muda de tipo: crie outro.' });
  }
  const secret = body.kind === 'webhook' ? body.secret : undefined;
  const movesHost = body.kind === 'webhook' && new URL(body.target).host !== new URL(before.target).host;
  if (movesHost && secret === undefined) {
    // A signature with the first host's secret would let the second host pass for us there.
    throw new AppError('validation_failed', {
      issues: [{ path: 'body.secret', message: 'um endereço noutra máquina precisa de um segredo novo' }],
    });
  }
  const sealed = secret === undefined ? before.sealed_secret : vault.seal(vaultLabel(id), secretName, secret);
  const row = await repository.updateChannel({ id, ...columnsOf(context, body, actor), sealed_secret: sealed });
  if (row === undefined) throw new AppError('not_found', { detail: 'O canal não existe.' });
  await record(context, actor, `delivery-channel/${id}`, {
    change: 'update',
    ...facts(row),
    secretChanged: secret !== undefined,
    before: JSON.stringify(facts(before)),
  });
  return channelView(context, row);
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

function columnsOf(
  context: DeliveryContext,
  { kind, name, target, severities, sources, quietHours, digest, enabled }: Body,
  actor: Actor,
): Omit<ChannelRow, 'id' | 'sealed_secret'> {
  return {
    kind,
    name,
    target,
    severities,
    sources,
    quiet_from: quietHours?.from ?? null,
    quiet_to: quietHours?.to ?? null,
    digest,
    enabled,
    updated_at: nowOf(context),
    updated_by: actor.principal.name,
  };
}

function channelView({ problemOf }: DeliveryContext, row: ChannelRow): DeliveryChannel {
  return {
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
  };
}

/** The columns of a channel that the audit trail stores: of a web address its host alone, as its path may be secret. */
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

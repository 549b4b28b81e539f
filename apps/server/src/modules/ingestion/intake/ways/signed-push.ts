import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { pushHeaders } from '@kianda/contract/ingestion/connectors/intake.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { IntakeContext } from '../intake.types.ts';

/** How far a delivery's time may be from ours, and how long its nonce is remembered beyond that. */
const windowMs = 5 * 60_000;
/** Name of the secret in the vault: a sealed secret of another place does not open here. */
const secretName = 'push';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const refuse = () =>
  new AppError('invalid_credentials', { detail: 'Assinatura da entrega inválida, expirada ou repetida.' });

/** Replaces a connector's push secret; the new one can't be read afterwards. */
export async function renewSecret(context: IntakeContext, connectorId: string, by: string) {
  const keyId = randomBytes(6).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const at = new Date(context.platform.clock.nowMs());
  const sealed = context.vault.seal(connectorId, secretName, secret);
  await context.repository.savePushKey(connectorId, { keyId, sealed }, { by, at });
  return { keyId, secret, createdAt: at.toISOString() };
}

/**
 * Checks a signed delivery: its headers now, its body as it passes, and all of it before anything is kept. One answer for
 * every fault, so that the answers do not reveal which connectors have a secret. Throws `invalid_credentials`.
 */
export async function pushGuard(context: IntakeContext, connectorId: string, headers: Headers) {
  const timestamp = single(headers[pushHeaders.timestamp]);
  const nonce = single(headers[pushHeaders.nonce]);
  const signature = single(headers[pushHeaders.signature]);
  if (!/^\d{10}$/.test(timestamp) || !/^[\w-]{16,128}$/.test(nonce) || !/^[0-9a-f]{64}$/i.test(signature))
    throw refuse();
  const nowMs = context.platform.clock.nowMs();
  if (Math.abs(nowMs - Number(timestamp) * 1000) > windowMs) throw refuse();
  const key = await context.repository.pushKey(connectorId);
  if (key === undefined) throw refuse();
  const secret = context.vault.open(connectorId, secretName, key.sealed);
  const mac = createHmac('sha256', secret).update(`${timestamp}.${nonce}.`);
  return {
    keyId: key.key_id,
    tap: (chunk: Uint8Array) => void mac.update(chunk),
    async verified(): Promise<void> {
      if (!timingSafeEqual(mac.digest(), Buffer.from(signature, 'hex'))) throw refuse();
      // Only a valid signature uses up its nonce: else a stranger could use up the nonces of others.
      const at = new Date(nowMs);
      const isNew = await context.repository.useNonce(connectorId, nonce, at, new Date(nowMs - 3 * windowMs));
      if (!isNew) throw refuse();
    },
  };
}

function single(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

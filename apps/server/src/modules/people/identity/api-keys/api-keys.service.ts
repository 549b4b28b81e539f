import { randomBytes, randomUUID } from 'node:crypto';
import type { DataOf, Permission } from '@kianda/contract';
import { allows } from '@kianda/contract';
import { type ApiKey, type apiKeyCreate, apiKeyMark } from '@kianda/contract/people/identity/api-keys.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { entryAbout, type IdentityContext, nowOf, type Who } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import type { Origin } from '../identity.types.ts';
import { committed, passwordRefusal } from '../passwords/confirmation.service.ts';
import { isPermission } from '../sessions/authentication.service.ts';
import * as repository from './api-keys.repository.ts';

const SECRET_BYTES = 32;
const PREFIX_LENGTH = apiKeyMark.length + 6;
const DAY_MS = 86_400_000;
/** Usable keys an account may have: more are a sign of a program that makes them and forgets them. */
const KEYS_MAX = 20;

export type NewKey = {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly days: number;
  readonly currentPassword?: string | undefined;
};

/**
 * Makes a key for the account that asks, with some of its permissions; its text is answered once and kept hashed. Asks
 * for the password of an account that has one. Throws `invalid_credentials`, `locked_out`, `conflict` or
 * `validation_failed`.
 */
export async function createKey(
  context: IdentityContext,
  who: Principal,
  given: NewKey,
  origin: Origin,
): Promise<DataOf<typeof apiKeyCreate>> {
  const permissions = [...new Set(given.permissions)];
  const beyond = permissions.filter((one) => !allows(one, who.role));
  if (beyond.length > 0) {
    const message = `O seu perfil não tem: ${beyond.join(', ')}.`;
    throw new AppError('validation_failed', { issues: [{ path: 'body.permissions', message }] });
  }
  const secret = apiKeyMark + randomBytes(SECRET_BYTES).toString('base64url');
  const { id } = await committed<{ id: string }>(context, async (store) => {
    const refused = await passwordRefusal(context, store, { who, password: given.currentPassword, origin });
    if (refused !== null) return refused;
    const now = nowOf(context);
    if ((await repository.countUsableKeys(store, now, who.accountId)) >= KEYS_MAX) {
      return { refusal: { code: 'conflict', detail: `Já tem ${KEYS_MAX} chaves. Revogue uma primeiro.` } };
    }
    const key = {
      id: randomUUID(),
      account_id: who.accountId,
      name: given.name,
      prefix: secret.slice(0, PREFIX_LENGTH),
      secret_hash: sha256(secret),
      permissions,
      created_at: now,
      expires_at: new Date(now.getTime() + given.days * DAY_MS),
    };
    await repository.insertKey(store, key);
    const metadata = { name: key.name, prefix: key.prefix, scopes: permissions.join(','), days: given.days };
    const resource = `key/${key.id}`;
    const entry = entryAbout(who.accountId, who, origin, {
      event: 'auth.key.created',
      severity: 'high',
      resource,
      metadata,
    });
    await context.audit.record(entry, store);
    return { id: key.id };
  });
  return { key: keyView(await required(context, id), nowOf(context)), secret };
}

/** Keys of an account, or of all of them, the newest first. */
export async function listKeys(context: IdentityContext, accountId?: string): Promise<{ keys: ApiKey[] }> {
  const rows = await repository.listKeys(context.store, accountId);
  const now = nowOf(context);
  return { keys: rows.map((row) => keyView(row, now)) };
}

/** Ends a key at once; with `ownOnly`, only one of the account that asks. Throws `not_found`. */
export async function revokeKey(
  context: IdentityContext,
  { actor, origin }: Who,
  id: string,
  { ownOnly }: { readonly ownOnly: boolean },
): Promise<{ revoked: true }> {
  const key = await required(context, id);
  if (ownOnly && key.account_id !== actor.accountId) throw unknown();
  await context.store.transaction().execute(async (store) => {
    if (!(await repository.revokeKey(store, id, nowOf(context)))) throw unknown();
    const metadata = { name: key.name, prefix: key.prefix, owner: key.email };
    const resource = `key/${key.id}`;
    const entry = { event: 'auth.key.revoked' as const, severity: 'high' as const, resource, metadata };
    await context.audit.record(entryAbout(key.account_id, actor, origin, entry), store);
  });
  context.authentication.announce(key.account_id);
  return { revoked: true };
}

async function required(context: IdentityContext, id: string): Promise<repository.KeyWithOwner> {
  const key = await repository.findKey(context.store, id);
  if (key === undefined) throw unknown();
  return key;
}

const unknown = (): AppError => new AppError('not_found', { detail: 'Essa chave não existe ou já foi revogada.' });

function keyView(row: repository.KeyWithOwner, now: Date): ApiKey {
  const permissions = row.permissions.filter(isPermission);
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions,
    lost: permissions.filter((one) => !allows(one, row.role)),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedAddress: row.last_used_address,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    state:
      row.revoked_at !== null
        ? 'revoked'
        : row.expires_at <= now
          ? 'expired'
          : row.status === 'active'
            ? 'active'
            : 'suspended',
    ownerId: row.account_id,
    ownerName: row.owner_name,
  };
}

import { randomBytes, randomInt } from 'node:crypto';
import { allows, type BodyOf, type Permission, type Role } from '@kianda/contract';
import type { createS3Key, S3Key } from '@kianda/contract/open/storage/s3.contract';
import { dayMs } from '@kianda/geo';
import { createRowCache, type RowCache } from '../../../../platform/cache/row-cache.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../../platform/crypto/credential-vault.ts';
import type { EventBus } from '../../../../platform/events/events.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Actor } from '../storage.types.ts';
import type { recorder } from '../storage-audit.service.ts';
import type { S3KeyRow, S3Repository } from './s3.repository.ts';

const accessKeyMark = 'KND';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const accessKeyLength = 20;
const secretBytes = 30;
const secretName = 's3';
/** Usable keys an account may have. */
const keysMax = 20;
/** Shortest time between two writes of a key's last use. */
const touchMs = 60_000;

export type S3Account = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role };
/** An account that may work now; null for any other. */
export type AccountOf = (id: string) => Promise<S3Account | null>;
export type ConfirmPassword = (
  who: Principal,
  password: string | undefined,
  origin: { ipAddress: string; userAgent: string },
) => Promise<void>;

/** Principal that a key stands for, and the buckets that it opens; null: all that the principal may open. */
export type S3Caller = {
  readonly principal: Principal;
  readonly buckets: readonly string[] | null;
  /** Signs nothing: only policies of areas open anything. */
  readonly isAnonymous?: boolean;
};

/** The caller of a request without a signature: it has no scope, so every check of one refuses. */
export const anonymousCaller: S3Caller = {
  principal: {
    ...{ accountId: 'anonymous', email: '', name: 'Sem conta', role: 'cliente', sessionId: 'anonymous' },
    mustChangePassword: false,
    scopes: [],
  },
  buckets: null,
  isAnonymous: true,
};

export type S3Keys = ReturnType<typeof createS3Keys>;
type NewKey = BodyOf<typeof createS3Key>;

type Options = {
  repository: S3Repository;
  vault: CredentialVault;
  record: ReturnType<typeof recorder>;
  clock: Clock;
  events: EventBus;
  accountOf: AccountOf;
  confirmPassword: ConfirmPassword;
};

/**
 * Keys of S3 clients. A signature is checked with the secret itself, so the secret is stored, sealed under the master
 * key and bound to its row. It is shown once, when the key is made.
 */
export function createS3Keys(options: Options) {
  const { repository, clock, events } = options;
  const opened = createRowCache<OpenedKey>(clock);
  const stop = forgetter(opened, events);
  return {
    ...keyIssue(options),
    ...keyUse(options, opened),
    touch: useRecorder(repository, clock),
    stop,
  };
}

/** Keys as their accounts see and make them. */
function keyIssue({ repository, vault, record, clock, accountOf, confirmPassword }: Options) {
  return {
    /** Keys of the principal; keys of all accounts for managers of the storage. */
    async list(principal: Principal): Promise<S3Key[]> {
      const seesAll = principal.scopes === undefined && allows('storage:manage', principal.role);
      const rows = await repository.keys(seesAll ? undefined : principal.accountId);
      const ids = [...new Set(rows.map(({ account_id }) => account_id))];
      const accounts = new Map(await Promise.all(ids.map(async (id) => [id, await accountOf(id)] as const)));
      const nowMs = clock.nowMs();
      return rows.map((row) => viewOf(row, accounts.get(row.account_id) ?? null, nowMs));
    },

    /** Makes a key for the account that asks; the secret is answered once. Throws `validation_failed` or `conflict`. */
    async create(wanted: NewKey, actor: Actor): Promise<{ key: S3Key; secretKey: string }> {
      const { principal } = actor;
      // A key must not be able to make another that outlives it.
      if (principal.scopes !== undefined) throw new AppError('forbidden');
      if (wanted.write && !allows('storage:write', principal.role)) {
        const message = 'O seu perfil não pode gravar no armazenamento: crie uma chave só de leitura.';
        throw new AppError('validation_failed', { issues: [{ path: 'body.write', message }] });
      }
      await confirmPassword(principal, wanted.currentPassword, actor);
      const now = new Date(clock.nowMs());
      if ((await repository.countKeys(principal.accountId, now)) >= keysMax) {
        throw new AppError('conflict', { detail: `Já tem ${keysMax} chaves. Revogue uma primeiro.` });
      }
      const secretKey = randomBytes(secretBytes).toString('base64url');
      const row = newRow(wanted, principal.accountId, now, (place) => vault.seal(place, secretName, secretKey));
      await repository.addKey(row);
      await record(actor, 'auth.key.created', `s3-keys/${row.access_key}`, {
        ...{ act: 'create-s3-key', name: row.name, write: row.may_write, days: wanted.days },
        buckets: row.buckets === null ? '*' : row.buckets.join(','),
      });
      const unused = { last_used_at: null, last_used_address: null, revoked_at: null };
      const { accountId: id, name, email, role } = principal;
      return { key: viewOf({ ...row, ...unused }, { id, name, email, role }, clock.nowMs()), secretKey };
    },
  };
}

/** Keys as requests use them, until they are revoked. */
function keyUse({ repository, vault, record, clock, events, accountOf }: Options, opened: RowCache<OpenedKey>) {
  const unknown = () => new AppError('not_found', { detail: 'Essa chave não existe ou já foi revogada.' });
  return {
    /** Revokes a key of the actor, or any key for managers of the storage. Throws `not_found`. */
    async revoke(accessKey: string, actor: Actor): Promise<void> {
      const row = await repository.key(accessKey);
      const { principal } = actor;
      const mayEnd =
        row?.account_id === principal.accountId ||
        (principal.scopes === undefined && allows('storage:manage', principal.role));
      if (row === undefined || !mayEnd) throw unknown();
      if (!(await repository.revokeKey(accessKey, new Date(clock.nowMs())))) throw unknown();
      // In this process it must count before the answer leaves; the bus may deliver later.
      opened.delete(accessKey);
      events.publish({ channel: 'storage', type: 'storage.key', payload: { accessKey } });
      await record(actor, 'auth.key.revoked', `s3-keys/${accessKey}`, { act: 'revoke-s3-key', name: row.name });
    },

    /** Secret of a key that is valid now, and its caller; null for any other key. */
    async find(accessKey: string): Promise<{ secret: string; caller: S3Caller } | null> {
      const found = await opened.get(accessKey, async () => {
        const row = await repository.key(accessKey);
        const account = row === undefined || row.revoked_at !== null ? null : await accountOf(row.account_id);
        if (row === undefined || account === null) return undefined;
        return {
          accountId: row.account_id,
          expiresMs: row.expires_at.getTime(),
          secret: vault.open(vaultPathOf(accessKey), secretName, row.sealed_secret),
          caller: { principal: principalOf(row, account), buckets: row.buckets },
        };
      });
      // An account that works again must not wait for a refusal to be forgotten.
      if (found === null) opened.delete(accessKey);
      return found === null || found.expiresMs <= clock.nowMs() ? null : found;
    },
  };
}

/** A key that may be used, as it was read last. */
type OpenedKey = {
  readonly accountId: string;
  readonly expiresMs: number;
  readonly secret: string;
  readonly caller: S3Caller;
};

/** Forgets keys that were revoked and keys of accounts that changed, in whatever process. */
function forgetter(opened: RowCache<OpenedKey>, events: EventBus): () => void {
  const unsubscribe = events.subscribe(({ channel, payload }) => {
    if (channel === 'identity') opened.deleteWhere(({ accountId }) => accountId === payload.accountId);
    if (channel === 'storage' && typeof payload.accessKey === 'string') opened.delete(payload.accessKey);
  });
  const unsubscribeGap = events.onGap?.(() => opened.clear());
  return () => {
    unsubscribe();
    unsubscribeGap?.();
  };
}

const vaultPathOf = (accessKey: string) => `storage/${accessKey}`;

function viewOf(row: S3KeyRow, account: S3Account | null, nowMs: number): S3Key {
  const isOver = row.expires_at.getTime() <= nowMs;
  const mayRead = account !== null && allows('storage:read', account.role);
  return {
    accessKey: row.access_key,
    name: row.name,
    write: row.may_write,
    buckets: row.buckets,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedAddress: row.last_used_address,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    state: row.revoked_at !== null ? 'revoked' : isOver ? 'expired' : mayRead ? 'active' : 'suspended',
    ownerId: row.account_id,
    ownerName: account?.name ?? null,
  };
}

/** A new key's row; `seal` encrypts the secret for the place that it is given. */
function newRow(wanted: NewKey, accountId: string, now: Date, seal: (place: string) => Buffer) {
  const drawn = Array.from({ length: accessKeyLength - accessKeyMark.length }, () => letters[randomInt(32)]);
  const accessKey = accessKeyMark + drawn.join('');
  return {
    access_key: accessKey,
    account_id: accountId,
    name: wanted.name,
    sealed_secret: seal(vaultPathOf(accessKey)),
    may_write: wanted.write,
    buckets: wanted.buckets === null ? null : [...new Set(wanted.buckets)],
    created_at: now,
    expires_at: new Date(now.getTime() + wanted.days * dayMs),
  };
}

function principalOf(row: S3KeyRow, account: S3Account): Principal {
  // No key gets `storage:manage`, so that the platform's closed areas stay closed to every key.
  const wanted: readonly Permission[] = row.may_write ? ['storage:read', 'storage:write'] : ['storage:read'];
  return {
    accountId: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    sessionId: row.access_key,
    mustChangePassword: false,
    apiKeyId: row.access_key,
    scopes: wanted.filter((permission) => allows(permission, account.role)),
  };
}

/** Records the last use of keys, each at most once a minute, so that a busy client costs few writes. */
function useRecorder(repository: S3Repository, clock: Clock) {
  const touchedAtMs = new Map<string, number>();
  return async (accessKey: string, address: string): Promise<void> => {
    const nowMs = clock.nowMs();
    const before = touchedAtMs.get(accessKey);
    if (before !== undefined && nowMs - before < touchMs && nowMs >= before) return;
    if (touchedAtMs.size >= 10_000) touchedAtMs.clear();
    touchedAtMs.set(accessKey, nowMs);
    await repository.touchKey(accessKey, new Date(nowMs), address.slice(0, 64));
  };
}

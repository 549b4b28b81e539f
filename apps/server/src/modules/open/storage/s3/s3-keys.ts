import { randomBytes, randomInt } from 'node:crypto';
import { allows, type BodyOf, type Permission, type Role } from '@kianda/contract';
import type { createS3Key, S3Key } from '@kianda/contract/open/storage/s3.contract';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../../platform/crypto/credential-vault.ts';
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
/** A key's last use is written so often, at most. */
const touchMs = 60_000;

export type S3Account = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role };
/** An account that may work now; null of any other. */
export type AccountOf = (id: string) => Promise<S3Account | null>;
export type ConfirmPassword = (
  who: Principal,
  password: string | undefined,
  origin: { ipAddress: string; userAgent: string },
) => Promise<void>;

/** Who a key lets in, and how far. */
export type S3Caller = { readonly principal: Principal; readonly buckets: readonly string[] | null };

export type S3Keys = ReturnType<typeof createS3Keys>;

/**
 * Keys of S3 clients. Their signature is checked with the secret itself, so that it is kept: sealed under the master
 * key, to its row. It is told once, when it is made.
 */
export function createS3Keys(options: {
  repository: S3Repository;
  vault: CredentialVault;
  record: ReturnType<typeof recorder>;
  clock: Clock;
  accountOf: AccountOf;
  confirmPassword: ConfirmPassword;
}) {
  const { repository, vault, record, clock, accountOf } = options;
  const touchedAtMs = new Map<string, number>();
  const placeOf = (accessKey: string) => `storage/${accessKey}`;
  const unknown = () => new AppError('not_found', { detail: 'Essa chave não existe ou já foi revogada.' });

  async function view(row: S3KeyRow, account: S3Account | null): Promise<S3Key> {
    const isOver = row.expires_at.getTime() <= clock.nowMs();
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

  return {
    /** Keys of the one who asks; of everybody, for those who manage the storage. */
    async list(principal: Principal): Promise<S3Key[]> {
      const seesAll = principal.scopes === undefined && allows('storage:manage', principal.role);
      const rows = await repository.keys(seesAll ? undefined : principal.accountId);
      const ids = [...new Set(rows.map(({ account_id }) => account_id))];
      const accounts = new Map(await Promise.all(ids.map(async (id) => [id, await accountOf(id)] as const)));
      return Promise.all(rows.map((row) => view(row, accounts.get(row.account_id) ?? null)));
    },

    /** Makes a key for the account that asks; the secret is answered once. Throws `validation_failed` or `conflict`. */
    async create(given: BodyOf<typeof createS3Key>, actor: Actor): Promise<{ key: S3Key; secretKey: string }> {
      const { principal } = actor;
      // A key must not be able to make another that outlives it.
      if (principal.scopes !== undefined) throw new AppError('forbidden');
      if (given.write && !allows('storage:write', principal.role)) {
        const message = 'O seu perfil não pode gravar no armazenamento: crie uma chave só de leitura.';
        throw new AppError('validation_failed', { issues: [{ path: 'body.write', message }] });
      }
      await options.confirmPassword(principal, given.currentPassword, actor);
      const now = new Date(clock.nowMs());
      if ((await repository.countKeys(principal.accountId, now)) >= keysMax) {
        throw new AppError('conflict', { detail: `Já tem ${keysMax} chaves. Revogue uma primeiro.` });
      }
      const drawn = Array.from({ length: accessKeyLength - accessKeyMark.length }, () => letters[randomInt(32)]);
      const accessKey = accessKeyMark + drawn.join('');
      const secretKey = randomBytes(secretBytes).toString('base64url');
      const row = {
        access_key: accessKey,
        account_id: principal.accountId,
        name: given.name,
        sealed_secret: vault.seal(placeOf(accessKey), secretName, secretKey),
        may_write: given.write,
        buckets: given.buckets === null ? null : [...new Set(given.buckets)],
        created_at: now,
        expires_at: new Date(now.getTime() + given.days * dayMs),
      };
      await repository.addKey(row);
      const metadata = { act: 'create-s3-key', name: row.name, write: row.may_write, days: given.days };
      await record(actor, 'auth.key.created', `s3-keys/${accessKey}`, {
        ...metadata,
        buckets: row.buckets === null ? '*' : row.buckets.join(','),
      });
      const unused = { last_used_at: null, last_used_address: null, revoked_at: null };
      const { accountId: id, name, email, role } = principal;
      return { key: await view({ ...row, ...unused }, { id, name, email, role }), secretKey };
    },

    /** Ends a key at once: one's own, or anybody's for those who manage the storage. Throws `not_found`. */
    async revoke(accessKey: string, actor: Actor): Promise<void> {
      const row = await repository.key(accessKey);
      const { principal } = actor;
      const mayEnd =
        row?.account_id === principal.accountId ||
        (principal.scopes === undefined && allows('storage:manage', principal.role));
      if (row === undefined || !mayEnd) throw unknown();
      if (!(await repository.revokeKey(accessKey, new Date(clock.nowMs())))) throw unknown();
      await record(actor, 'auth.key.revoked', `s3-keys/${accessKey}`, { act: 'revoke-s3-key', name: row.name });
    },

    /** The secret of a key that is good now, and whom it lets in; null of any other. */
    async find(accessKey: string): Promise<{ secret: string; caller: S3Caller } | null> {
      const row = await repository.key(accessKey);
      if (row === undefined || row.revoked_at !== null || row.expires_at.getTime() <= clock.nowMs()) return null;
      const account = await accountOf(row.account_id);
      if (account === null) return null;
      // Never `storage:manage`: what the platform keeps closed stays so for every key.
      const wanted: readonly Permission[] = row.may_write ? ['storage:read', 'storage:write'] : ['storage:read'];
      const principal: Principal = {
        accountId: account.id,
        email: account.email,
        name: account.name,
        role: account.role,
        sessionId: accessKey,
        mustChangePassword: false,
        apiKeyId: accessKey,
        scopes: wanted.filter((one) => allows(one, account.role)),
      };
      return {
        secret: vault.open(placeOf(accessKey), secretName, row.sealed_secret),
        caller: { principal, buckets: row.buckets },
      };
    },

    async touch(accessKey: string, address: string): Promise<void> {
      const nowMs = clock.nowMs();
      const before = touchedAtMs.get(accessKey);
      if (before !== undefined && nowMs - before < touchMs && nowMs >= before) return;
      if (touchedAtMs.size >= 10_000) touchedAtMs.clear();
      touchedAtMs.set(accessKey, nowMs);
      await repository.touchKey(accessKey, new Date(nowMs), address.slice(0, 64));
    },
  };
}

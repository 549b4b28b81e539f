import type { AuditEntry } from '@kianda/contract/audit/audit';
import type { Platform } from '../../platform/module.ts';
import { type Authentication, createAuthentication } from './authentication.ts';
import type { AccountRow, AuditPort, IdentityConfig, Origin, Store } from './identity.types.ts';
import { deriveKeys, type IdentityKeys } from './keys.ts';
import { createPasswordCheck, type PasswordCheck } from './password-hash.ts';

/** What the parts of this module share. */
export type IdentityContext = {
  readonly platform: Platform;
  readonly config: IdentityConfig;
  readonly audit: AuditPort;
  readonly store: Store;
  readonly keys: IdentityKeys;
  readonly checkPassword: PasswordCheck;
  readonly authentication: Authentication;
};

export function createContext(platform: Platform, config: IdentityConfig, audit: AuditPort): IdentityContext {
  const keys = deriveKeys(config.masterKey);
  return {
    platform,
    config,
    audit,
    store: platform.database.for(),
    keys,
    checkPassword: createPasswordCheck(),
    authentication: createAuthentication(platform, keys),
  };
}

/** Present instant of the platform's clock, as the database keeps it (ms). */
export function nowOf(context: IdentityContext): Date {
  return new Date(context.platform.clock.nowMs());
}

/** An address as accounts keep it. What a provider says may hold a NUL, which PostgreSQL refuses; no account has one. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase().toWellFormed().replaceAll('\0', '');
}

/** Audit entry about an account, by itself. */
export function ownEntry(
  account: Pick<AccountRow, 'id' | 'email'>,
  origin: Origin,
  entry: Pick<AuditEntry, 'event' | 'severity'> & Partial<Pick<AuditEntry, 'resource' | 'metadata'>>,
): AuditEntry {
  return { actorId: account.id, actorName: account.email, resource: `user/${account.id}`, ...origin, ...entry };
}

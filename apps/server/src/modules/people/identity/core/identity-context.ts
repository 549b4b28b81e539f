import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../../platform/http/bind.ts';
import type { Holding, Platform } from '../../../../platform/module.ts';
import type { AccountRow, AuditPort, IdentityConfig, Mail, Origin, Store } from '../identity.types.ts';
import { createPasswordCheck, type PasswordCheck } from '../passwords/password-hash.ts';
import { type Authentication, createAuthentication } from '../sessions/authentication.service.ts';
import { deriveKeys, type IdentityKeys } from './keys.ts';

/** What the modules above lend to this one; asked for when needed, as they are made after it. */
export type Lent = {
  /** Null where the operator set no mail server. */
  readonly mail: () => Mail | null;
  /** What of an account's lies in other modules. */
  readonly holdings: () => readonly Holding[];
  /** When an account got its present role, and from whom, as the audit tells it; null where it does not. */
  readonly roleChange: (
    accountId: string,
  ) => Promise<{ readonly at: string; readonly by: string; readonly event: string } | null>;
};

const nothingLent: Lent = { mail: () => null, holdings: () => [], roleChange: async () => null };

/** What the parts of this module share. */
export type IdentityContext = {
  readonly platform: Platform;
  readonly config: IdentityConfig;
  readonly audit: AuditPort;
  readonly store: Store;
  readonly keys: IdentityKeys;
  readonly checkPassword: PasswordCheck;
  readonly authentication: Authentication;
  readonly lent: Lent;
};

export function createContext(
  platform: Platform,
  config: IdentityConfig,
  audit: AuditPort,
  lent: Lent = nothingLent,
): IdentityContext {
  const keys = deriveKeys(config.masterKey);
  return {
    lent,
    platform,
    config,
    audit,
    store: platform.database.for(),
    keys,
    checkPassword: createPasswordCheck(),
    authentication: createAuthentication(platform, keys, config),
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

/** Audit entry about an account, by someone else or itself. */
export function entryAbout(
  accountId: string,
  actor: Pick<Principal, 'accountId' | 'email'>,
  origin: Origin,
  entry: Pick<AuditEntry, 'event' | 'severity'> & Partial<Pick<AuditEntry, 'resource' | 'metadata'>>,
): AuditEntry {
  return { actorId: actor.accountId, actorName: actor.email, resource: `user/${accountId}`, ...origin, ...entry };
}

/** Audit entry about an account, by itself. */
export function ownEntry(
  account: Pick<AccountRow, 'id' | 'email'>,
  origin: Origin,
  entry: Pick<AuditEntry, 'event' | 'severity'> & Partial<Pick<AuditEntry, 'resource' | 'metadata'>>,
): AuditEntry {
  return { actorId: account.id, actorName: account.email, resource: `user/${account.id}`, ...origin, ...entry };
}

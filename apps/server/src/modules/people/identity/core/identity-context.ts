import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../../platform/http/bind.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { AccountData, Platform } from '../../../../platform/module.ts';
import type { EventQuery, TrailEvent } from '../../audit/index.ts';
import type { AccountRow, AuditPort, IdentityConfig, Mail, Origin, Store } from '../identity.types.ts';
import { createPasswordCheck, type PasswordCheck } from '../passwords/password-hash.ts';
import { type Authentication, createAuthentication } from '../sessions/authentication.service.ts';
import { deriveKeys, type IdentityKeys } from './keys.ts';
import { createTokenKeys, type TokenKeys } from './token-keys.ts';

/** Functions that modules above provide, called when needed because those modules are made after this one. */
export type Dependencies = {
  /** Null where the operator set no mail server. */
  readonly mail: () => Mail | null;
  /** The queue of jobs; absent in tests in which no job runs. */
  readonly queue?: () => JobQueue;
  /** Things of an account that lie in other modules. */
  readonly holdings: () => readonly AccountData[];
  /** When an account got its present role, and from whom, by the audit trail; null where the trail does not say. */
  readonly roleChange: (
    accountId: string,
  ) => Promise<{ readonly at: string; readonly by: string; readonly event: string } | null>;
  /** Events of the trail, the newest first. */
  readonly events: (query: EventQuery) => Promise<readonly TrailEvent[]>;
};

const noDependencies: Dependencies = {
  mail: () => null,
  holdings: () => [],
  roleChange: async () => null,
  events: async () => [],
};

/** The state and dependencies that all files of this module share. */
export type IdentityContext = {
  readonly platform: Platform;
  readonly config: IdentityConfig;
  readonly audit: AuditPort;
  readonly store: Store;
  readonly keys: IdentityKeys;
  readonly tokenKeys: TokenKeys;
  readonly checkPassword: PasswordCheck;
  readonly authentication: Authentication;
  readonly dependencies: Dependencies;
};

export function createContext(
  platform: Platform,
  config: IdentityConfig,
  audit: AuditPort,
  dependencies: Dependencies = noDependencies,
): IdentityContext {
  const keys = deriveKeys(config.masterKey);
  const store: Store = platform.database.for();
  return {
    dependencies,
    platform,
    config,
    audit,
    store,
    keys,
    tokenKeys: createTokenKeys(store, keys, platform.clock.nowMs),
    checkPassword: createPasswordCheck(),
    authentication: createAuthentication(platform, keys, config),
  };
}

/** The account that acts, and where its request comes from. */
export type Who = { readonly actor: Principal; readonly origin: Origin };

/** Present instant of the platform's clock, as the database keeps it (ms). */
export function nowOf(context: IdentityContext): Date {
  return new Date(context.platform.clock.nowMs());
}

/** An address as accounts store it, without NUL: a provider may send one, and PostgreSQL refuses it. */
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

import { allows, type DataOf, type Permission, type Role } from '@kianda/contract';
import type { usersSummary } from '@kianda/contract/identity/identity.contract';
import type { Principal } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { findAccount } from './accounts.repository.ts';
import { committed, passwordRefusal } from './confirmation.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';
import { createContext, type Lent } from './identity.context.ts';
import { identityJobs } from './identity.jobs.ts';
import { identityMigrations } from './identity.migrations.ts';
import { identityRoutes } from './identity.routes.ts';
import { createIdentityService } from './identity.service.ts';
import type { AuditPort, IdentityConfig, Origin } from './identity.types.ts';
import { countActiveAccounts, latestSignIns } from './presence.ts';
import { keycloakBindings } from './provider/keycloak.routes.ts';
import { oidcBindings } from './provider/oidc.routes.ts';
import { summary } from './users-overview.ts';

export type { IdentityConfig } from './identity.types.ts';

export type Identity = Module & {
  /** Principal of an access token or a key of the API; null when it, its session or its account is over. */
  authenticate(accessToken: string, address?: string): Promise<Principal | null>;
  /** Short-lived token of an embedded interface, with those of the permissions that the principal has. */
  issueInterfaceToken(
    principal: Principal,
    permissions: readonly Permission[],
  ): Promise<{ token: string; scopes: readonly Permission[]; expiresAt: string }>;
  /** Name of an active account that has the permission; null of any other. */
  nameOfAccount(id: string, permission: Permission): Promise<string | null>;
  /** An active account, for work done in its name later; null of any other. */
  activeAccount(id: string): Promise<{ id: string; name: string; email: string; role: Role } | null>;
  /** Has someone signed in prove who they are by their password, if they have one. Throws `invalid_credentials` or `locked_out`. */
  confirmPassword(who: Principal, password: string | undefined, origin: Origin): Promise<void>;
  /** Accounts that used a session in the last `minutes`. */
  activeAccounts(minutes: number): Promise<number>;
  /** People, sessions and keys in numbers, counted now. */
  figures(): Promise<DataOf<typeof usersSummary>>;
  /** Newest first, without whose they are. */
  latestSignIns(
    limit: number,
  ): Promise<readonly { readonly sessionId: string; readonly at: string; readonly role: Role }[]>;
  /** Call after migrations, from one process. The one-time password is answered until someone signs in with it. */
  ensureFirstAdministrator(): Promise<{ email: string; oneTimePassword: string } | null>;
};

/** Accounts, sign-in, sessions, two-step verification and users. */
export function createIdentity(options: {
  platform: Platform;
  config: IdentityConfig;
  audit: AuditPort;
  lent?: Lent;
}): Identity {
  const { platform, config, audit, lent } = options;
  const context = createContext(platform, config, audit, lent);
  const { authenticate, issueInterfaceToken, stop } = context.authentication;
  return {
    name: 'identity',
    migrations: identityMigrations,
    bindings: [
      ...identityRoutes(createIdentityService(context), platform.clock),
      ...oidcBindings(context),
      ...keycloakBindings(context),
    ],
    jobs: identityJobs(context),
    authenticate,
    issueInterfaceToken,
    async nameOfAccount(id, permission) {
      const account = await findAccount(context.store, id);
      return account?.status === 'active' && allows(permission, account.role) ? account.name : null;
    },
    async activeAccount(id) {
      const account = await findAccount(context.store, id);
      if (account?.status !== 'active') return null;
      return { id: account.id, name: account.name, email: account.email, role: account.role };
    },
    async confirmPassword(who, password, origin) {
      await committed<Record<string, never>>(
        context,
        async (store) => (await passwordRefusal(context, store, { who, password, origin })) ?? {},
      );
    },
    activeAccounts: (minutes) =>
      countActiveAccounts(context.store, new Date(platform.clock.nowMs() - minutes * 60_000)),
    figures: () => summary(context),
    latestSignIns: (limit) => latestSignIns(context.store, limit),
    ensureFirstAdministrator: () => ensureFirstAdministrator(context),
    async stop() {
      stop();
    },
  };
}

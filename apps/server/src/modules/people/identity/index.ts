import { allows, type DataOf, type Permission, type Role, roles } from '@kianda/contract';
import type { usersSummary } from '@kianda/contract/people/identity/users.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, optionalPort, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../audit/index.ts';
import { activeAccountsOf, findAccount } from './accounts.repository.ts';
import { createContext, type Dependencies } from './core/identity-context.ts';
import { ensureFirstAdministrator } from './first-administrator.service.ts';
import { identityJobs } from './identity.jobs.ts';
import { identityMigrations } from './identity.migrations.ts';
import { identityRoutes } from './identity.routes.ts';
import { identitySearches } from './identity.searches.ts';
import { createIdentityService } from './identity.service.ts';
import type { AuditPort, IdentityConfig, Origin } from './identity.types.ts';
import { committed, passwordRefusal } from './passwords/confirmation.service.ts';
import { keycloakBindings } from './provider/keycloak.routes.ts';
import { createNoticeQueue } from './provider/logout-notices.service.ts';
import { oidcBindings } from './provider/oidc.routes.ts';
import { countActiveAccounts, latestSignIns } from './sessions/presence.repository.ts';
import { summary } from './users/users-overview.service.ts';

export type { IdentityConfig } from './identity.types.ts';
export { withoutTrailingSlash } from './provider/trailing-slash.rules.ts';

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
  /** Active accounts that have the permission and whose name holds the text, by name. */
  accountsWith(permission: Permission, search: string, limit: number): Promise<readonly { id: string; name: string }[]>;
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
  dependencies?: Dependencies;
}): Identity {
  const { platform, config, audit, dependencies } = options;
  const context = createContext(platform, config, audit, dependencies);
  const { authenticate, issueInterfaceToken, stop } = context.authentication;
  const queueNotices = createNoticeQueue(context);
  const unsubscribe = platform.events.subscribe(({ channel }) => {
    if (channel === 'identity' && dependencies?.queue !== undefined) queueNotices();
  });
  return {
    name: 'identity',
    migrations: identityMigrations,
    bindings: [
      ...identityRoutes(createIdentityService(context), { clock: platform.clock, audit }),
      ...oidcBindings(context),
      ...keycloakBindings(context),
    ],
    jobs: identityJobs(context),
    searches: identitySearches(context.store),
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
    accountsWith: (permission, search, limit) =>
      activeAccountsOf(
        context.store,
        roles.filter((role) => allows(permission, role)),
        search,
        limit,
      ),
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
      unsubscribe();
      stop();
    },
  };
}

/** Sends mail to one person, past channels and log; null where no mail server is set, now. */
export const identityMail = optionalPort<Dependencies['mail']>();

export const identityModule = defineModule({
  name: 'identity',
  needs: { audit: auditModule },
  settings: settingsOf<IdentityConfig>(),
  ports: { mail: identityMail },
  collects: ['holdings'],
  offers: [
    'authenticate',
    'issueInterfaceToken',
    'nameOfAccount',
    'activeAccount',
    'accountsWith',
    'confirmPassword',
    'activeAccounts',
    'figures',
    'latestSignIns',
    'ensureFirstAdministrator',
  ],
  create({ platform, jobs, settings, needs: { audit }, ports, collected }) {
    const identity = createIdentity({
      platform,
      audit,
      config: settings,
      dependencies: {
        mail: () => ports.mail()?.() ?? null,
        queue: () => jobs,
        events: audit.eventsOf,
        holdings: collected.holdings,
        roleChange: audit.roleChange,
      },
    });
    return { manifest: identity, offers: identity };
  },
});

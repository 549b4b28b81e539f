import { allows, type DataOf, type Permission, permissions, roles } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import type {
  permissionMatrix,
  userAccess,
  userHoldings,
  usersSummary,
} from '@kianda/contract/people/identity/users.contract';
import type { AccountData } from '../../../../platform/module.ts';
import { findAccount } from '../accounts.repository.ts';
import { countUsableKeys, listKeys } from '../api-keys/api-keys.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { AccountRow } from '../identity.types.ts';
import * as repository from './users.repository.ts';
import { termsOf, unknownUser, viewOf } from './users.service.ts';

const permissionNames = Object.keys(permissions) as Permission[];
const endpointsOf = (permission: Permission) => allEndpoints.filter(({ access }) => access === permission);

/** People, sessions and keys in numbers, counted now. */
export async function summary(context: IdentityContext): Promise<DataOf<typeof usersSummary>> {
  const { store, config, dependencies } = context;
  const now = nowOf(context);
  const [counts, byRole, open, apiKeys] = await Promise.all([
    repository.countUsers(store, termsOf(context)),
    repository.activeByRole(store),
    repository.countOpenSessions(store, now),
    countUsableKeys(store, now),
  ]);
  const { total, active, inactive, suspended, invited, dormant, programs } = counts;
  return {
    total,
    active,
    inactive,
    suspended,
    invited,
    dormant,
    programs,
    activeByRole: byRoleOf(byRole),
    withPassword: counts.with_password,
    withTwoStep: counts.with_two_step,
    twoStepMissing: counts.two_step_missing,
    twoStepRoles: [...config.twoStepRoles],
    twoStepGraceDays: config.twoStepGraceDays,
    openSessions: open.sessions,
    signedIn: open.accounts,
    apiKeys,
    canMail: dependencies.mail() !== null,
  };
}

function byRoleOf(counts: ReadonlyMap<string, number>): DataOf<typeof usersSummary>['activeByRole'] {
  const of = (role: string) => counts.get(role) ?? 0;
  return {
    administrador: of('administrador'),
    operador: of('operador'),
    cientista: of('cientista'),
    investigador: of('investigador'),
    cliente: of('cliente'),
  };
}

/** The table of roles and permissions as this version enforces it, with the endpoints behind each. */
export async function matrix(context: IdentityContext): Promise<DataOf<typeof permissionMatrix>> {
  const byRole = await repository.activeByRole(context.store);
  return {
    roles: roles.map((role) => ({
      role,
      accounts: byRole.get(role) ?? 0,
      twoStepRequired: context.config.twoStepRoles.includes(role),
    })),
    permissions: permissionNames.map((permission) => ({
      permission,
      label: permissions[permission].label,
      roles: [...permissions[permission].roles],
      endpoints: endpointsOf(permission).map(({ method, path, summary }) => ({ method, path, summary })),
    })),
    sessionEndpoints: allEndpoints.filter(({ access }) => access === 'session').length,
    publicEndpoints: allEndpoints.filter(({ access }) => access === 'public').length,
  };
}

/** Present permissions of an account, with their reasons. Throws `not_found`. */
export async function accessOf(context: IdentityContext, id: string): Promise<DataOf<typeof userAccess>> {
  const row = await findAccount(context.store, id);
  if (row === undefined) throw unknownUser();
  const now = nowOf(context);
  const [user, keys, roleSince] = await Promise.all([
    viewOf(context, row),
    listKeys(context.store, id),
    context.dependencies.roleChange(id),
  ]);
  const usable = keys.filter((key) => key.revoked_at === null && key.expires_at > now);
  return {
    user,
    blocked: blockedBy(row, user.pendingLink !== null),
    roleSince,
    permissions: permissionNames.map((permission) => ({
      permission,
      label: permissions[permission].label,
      granted: allows(permission, row.role),
      roles: [...permissions[permission].roles],
      endpoints: endpointsOf(permission).length,
      apiKeys: usable.filter((key) => key.permissions.includes(permission)).map(({ name }) => name),
    })),
  };
}

function blockedBy(row: AccountRow, hasLink: boolean): string | null {
  if (row.status === 'suspended') return 'A conta está suspensa: nenhum acesso vale até ser reativada.';
  if (row.status === 'inactive' && hasLink) return 'O convite ainda não foi aceite: a conta não abre.';
  if (row.status === 'inactive') return 'A conta está inativa: nenhum acesso vale até ser ativada.';
  if (row.password_hash === null && hasLink)
    return 'O acesso foi reposto e a nova palavra-passe ainda não foi definida.';
  return null;
}

/** Things of the account, here and in other modules, and the effect of its deletion on them. Throws `not_found`. */
export async function holdingsOf(context: IdentityContext, id: string): Promise<DataOf<typeof userHoldings>> {
  if ((await findAccount(context.store, id)) === undefined) throw unknownUser();
  const all = [...ownHoldings(context), ...context.dependencies.holdings()];
  const holdings = await Promise.all(
    all.map(async ({ count, release: _release, ...holding }) => ({ ...holding, count: await count(id) })),
  );
  return { holdings };
}

function ownHoldings(context: IdentityContext): readonly AccountData[] {
  const { store } = context;
  return [
    {
      id: 'sessions',
      label: 'Sessões abertas',
      fate: 'removed',
      note: 'Terminam no mesmo instante.',
      count: async (id) => (await repository.countOpenSessions(store, nowOf(context), id)).sessions,
    },
    {
      id: 'api-keys',
      label: 'Chaves de API',
      fate: 'removed',
      note: 'São revogadas; os programas que as usam deixam de entrar.',
      count: (id) => countUsableKeys(store, nowOf(context), id),
    },
    {
      id: 'settings',
      label: 'Preferências guardadas',
      fate: 'removed',
      note: 'São apagadas.',
      count: (id) => repository.countSettings(store, id),
    },
  ];
}

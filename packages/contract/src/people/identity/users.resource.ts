import { choiceFilter, searchFilter } from '../../core/filters.ts';
import { roleNames } from '../../core/permissions.ts';
import { resource } from '../../core/resource.ts';
import type { User, UserStatus } from './identity.schemas.ts';

/** States of an account, with what people read. */
export const userStatusNames = {
  active: 'Ativo',
  inactive: 'Inativo',
  suspended: 'Suspenso',
} as const satisfies Record<UserStatus, string>;

/** Days without a sign-in after which an account is dormant. */
export const dormantDays = 90;
/** Accounts that ask for attention, and those of programs. */
export const userFocusNames = {
  invited: 'Convite por aceitar',
  'two-step-missing': 'Falta a verificação em dois passos',
  dormant: `Sem entrar há ${dormantDays} dias`,
  program: 'Contas de aplicações',
} as const;

/** The list of accounts. */
export const userResource = resource<User>()({
  id: 'utilizadores',
  initial: { sort: 'name', order: 'asc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Nome ou e-mail'),
    focus: choiceFilter('focus', 'Atenção', userFocusNames),
  },
  columns: {
    name: { label: 'Nome', kind: 'text', value: ({ name }) => name, sort: 'name' },
    email: { label: 'E-mail', kind: 'text', value: ({ email }) => email, sort: 'email' },
    role: {
      label: 'Perfil',
      kind: 'choice',
      value: ({ role }) => role,
      choices: roleNames,
      sort: 'role',
      filter: choiceFilter('role', 'Perfil', roleNames),
    },
    status: {
      label: 'Estado',
      kind: 'choice',
      value: ({ status }) => status,
      choices: userStatusNames,
      sort: 'status',
      filter: choiceFilter('status', 'Estado', userStatusNames),
    },
    'two-step': { label: 'Dois passos', kind: 'yesNo', value: ({ totpEnabled }) => totpEnabled, sort: 'two-step' },
    'last-access': {
      label: 'Último acesso',
      kind: 'instant',
      value: ({ lastAccess }) => lastAccess,
      unknown: 'Ainda não iniciou sessão.',
      sort: 'last-access',
    },
    created: {
      label: 'Criado',
      kind: 'instant',
      value: ({ createdAt }) => createdAt,
      sort: 'created',
      shown: 'chosen',
    },
    invited: {
      label: 'Convite por aceitar',
      kind: 'yesNo',
      value: ({ pendingLink }) => pendingLink?.purpose === 'invitation',
      shown: 'never',
    },
    program: { label: 'Aplicação', kind: 'yesNo', value: ({ isProgram }) => isProgram, shown: 'never' },
  },
});

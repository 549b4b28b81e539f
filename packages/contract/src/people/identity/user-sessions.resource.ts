import { z } from 'zod';
import { choiceFilter, searchFilter, valueFilter } from '../../core/filters.ts';
import { roleNames } from '../../core/permissions.ts';
import { resource } from '../../core/resource.ts';
import { roleSchema, sessionSchema } from './identity.schemas.ts';

/** Ways in which a session began, with what people read. */
export const sessionMethodNames = {
  password: 'Palavra-passe',
  oidc: 'Fornecedor de identidade',
  client: 'Aplicação',
} as const;
const methods = Object.keys(sessionMethodNames) as [
  keyof typeof sessionMethodNames,
  ...(keyof typeof sessionMethodNames)[],
];

export const userSessionSchema = sessionSchema.extend({
  accountId: z.uuid(),
  accountName: z.string(),
  email: z.string(),
  role: roleSchema,
  method: z.enum(methods),
  /** Program that acts in it; null for the console. */
  program: z.string().nullable(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

/** The list of open sessions of every account. */
export const userSessionResource = resource<UserSession>()({
  id: 'sessoes',
  initial: { sort: 'used', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    /** Part of the e-mail, the name or the address it came from. */
    search: searchFilter('Procurar', 'Nome, e-mail ou endereço'),
    accountId: valueFilter('accountId', 'Conta', z.uuid()),
  },
  columns: {
    who: { label: 'Quem', kind: 'text', value: ({ accountName }) => accountName, sort: 'who' },
    email: { label: 'E-mail', kind: 'text', value: ({ email }) => email, sort: 'email', shown: 'chosen' },
    role: {
      label: 'Perfil',
      kind: 'choice',
      value: ({ role }) => role,
      choices: roleNames,
      shown: 'chosen',
    },
    device: { label: 'Dispositivo', kind: 'text', value: ({ program, userAgent }) => program ?? userAgent },
    address: { label: 'Endereço IP', kind: 'code', value: ({ ipAddress }) => ipAddress, sort: 'address' },
    place: {
      label: 'Lugar',
      kind: 'text',
      value: () => null,
      unknown: 'O lugar não se conhece: a plataforma não consulta serviços de localização de endereços.',
      file: false,
    },
    how: {
      label: 'Como entrou',
      kind: 'choice',
      value: ({ method }) => method,
      choices: sessionMethodNames,
      sort: 'how',
      filter: choiceFilter('method', 'Como entrou', sessionMethodNames),
    },
    begun: { label: 'Início', kind: 'instant', value: ({ createdAt }) => createdAt, sort: 'begun' },
    used: { label: 'Última utilização', kind: 'instant', value: ({ lastUsedAt }) => lastUsedAt, sort: 'used' },
    until: { label: 'Termina', kind: 'instant', value: ({ expiresAt }) => expiresAt, sort: 'until', shown: 'chosen' },
  },
});

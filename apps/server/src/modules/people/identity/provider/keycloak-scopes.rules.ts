import { type Permission, permissions } from '@kianda/contract';
import type { keycloakClientScopeSchema } from '@kianda/contract/people/identity/keycloak-clients.contract';
import type { z } from 'zod';
import { AppError } from '../../../../platform/http/errors.ts';
import { idOf } from './keycloak-ids.rules.ts';

type KeycloakScope = z.output<typeof keycloakClientScopeSchema>;

/** Scopes of every token, with what they stand for (OpenID Connect Core 1.0, section 5.4). */
const always = {
  openid: 'OpenID Connect: quem iniciou sessão',
  profile: 'Nome e perfil',
  email: 'E-mail',
} as const;

function scopeOf(name: string, description: string, isConsented: boolean): KeycloakScope {
  return {
    id: idOf('scope', name),
    name,
    description,
    protocol: 'openid-connect',
    attributes: {
      'include.in.token.scope': 'true',
      'display.on.consent.screen': String(isConsented),
      'consent.screen.text': description,
    },
  };
}

export const defaultScopes: readonly KeycloakScope[] = Object.entries(always).map(([name, text]) =>
  scopeOf(name, text, false),
);

/** One for each permission: what a program may ask for, where it is registered for it. */
export const optionalScopes: readonly KeycloakScope[] = Object.entries(permissions).map(([name, { label }]) =>
  scopeOf(name, label, true),
);

/** Throws `not_found`. */
export function scopeWithId(id: string): KeycloakScope {
  const scope = [...defaultScopes, ...optionalScopes].find((known) => known.id === id);
  if (scope === undefined) throw new AppError('not_found', { detail: 'Could not find client scope' });
  return scope;
}

/** The permission of an optional scope. Throws `not_found`. */
export function permissionOfScope(id: string): Permission {
  const { name } = scopeWithId(id);
  if (!Object.hasOwn(permissions, name)) throw new AppError('not_found', { detail: 'Could not find client scope' });
  return name as Permission;
}

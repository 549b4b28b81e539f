import { type Permission, permissions } from '@kianda/contract';
import type { IdentityContext } from '../core/identity-context.ts';
import type { ClientRow } from '../identity.types.ts';
import { hasSecret } from './clients.ts';
import { GrantFault } from './grant-fault.ts';
import * as repository from './provider.repository.ts';

export type Fields = Readonly<Record<string, string>>;

/** Permissions among the words of a scope, those unknown left out. */
export function permissionsOf(scope: string): Permission[] {
  return scope.split(/\s+/).filter((word): word is Permission => Object.hasOwn(permissions, word));
}

/** Permissions granted to a program: those requested, or all when none is, within its registration. */
export function grantedTo(client: ClientRow, scope: string): string[] {
  const requested: readonly string[] = permissionsOf(scope);
  return client.permissions.filter((permission) => requested.length === 0 || requested.includes(permission));
}

/** The client that a form or Basic header proves to be. Throws `invalid_client`. */
export async function authenticateClient(
  context: IdentityContext,
  fields: Fields,
  authorization: string | undefined,
): Promise<ClientRow> {
  const basic = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  let id = fields.client_id;
  let secret = fields.client_secret;
  if (basic !== undefined) {
    const [user = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    [id, secret] = [decoded(user), decoded(rest.join(':'))];
  }
  const client =
    id === undefined || id.includes('\0') ? undefined : await repository.findClient(context.store, 'client_id', id);
  if (client === undefined || !hasSecret(client, secret))
    throw new GrantFault('invalid_client', 'Aplicação ou segredo errados.');
  return client;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

import { allows } from '@kianda/contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import type { Principal, StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import { findAccount } from '../accounts.repository.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import type { AccountRow, ClientRow, Store } from '../identity.types.ts';
import { consoleClient } from './clients.ts';
import * as repository from './provider.repository.ts';

export const done: StandardAnswer = { status: 204 };

/** Wraps a body of Keycloak's with the platform's provenance. */
export function createAnswer({ platform }: IdentityContext): (body: unknown) => StandardAnswer {
  return (body) => ({ body, provenance: ownProvenance(platform.clock) });
}

/** Address under which the realm's resources lie. */
export function adminBase({ config }: IdentityContext): string {
  return `${config.publicUrl}/identity/admin/realms/${realmName}`;
}

export function managesUsers({ role }: Principal): boolean {
  return allows('users:write', role);
}

/** Throws `not_found`. */
export async function requiredAccount(store: Store, id: string): Promise<AccountRow> {
  const row = await findAccount(store, id);
  if (row === undefined) throw new AppError('not_found', { detail: 'User not found' });
  return row;
}

/** Throws `not_found`. */
export async function requiredClient(store: Store, id: string): Promise<ClientRow> {
  const row = id === consoleClient.id ? consoleClient : await repository.findClient(store, 'id', id);
  if (row === undefined) throw new AppError('not_found', { detail: 'Could not find client' });
  return row;
}

/** The registered programs, and the console as the first of them. */
export async function allClients(store: Store): Promise<ClientRow[]> {
  return [consoleClient, ...(await repository.listClients(store))];
}

import type { DataOf } from '@kianda/contract';
import type { realmClients } from '@kianda/contract/people/identity/keycloak.contract';

export type RealmClient = DataOf<typeof realmClients>[number];

/** Name of an application for people. */
export function nameOf({ name, clientId }: Pick<RealmClient, 'name' | 'clientId'>): string {
  return name === undefined || name === '' ? clientId : name;
}

import type { RoomAccess, RoomRole } from '@kianda/contract/people/collaboration/collaboration.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { mayRead } from '../../../platform/http/may-read.ts';

type Standing = {
  readonly access: RoomAccess;
  readonly owner_id: string;
  /** Role given by the owner; null for who is no member. */
  readonly member_role: 'editor' | 'reader' | null;
};

/** Facts of an account that decide on its access. */
export type Asker = Pick<Principal, 'accountId' | 'role' | 'scopes'>;

/** Role of an account in a room; null where there is no such room for it. An administrator runs the open ones. */
export function roleIn({ access, owner_id, member_role }: Standing, principal: Asker): RoomRole | null {
  if (!mayRead('collaboration:read', principal)) return null;
  if (owner_id === principal.accountId) return 'owner';
  if (access === 'open' && principal.role === 'administrador') return 'owner';
  if (member_role !== null) return member_role;
  return access === 'open' ? 'editor' : null;
}

/** Whether a role may change what is in the room. */
export function mayWriteAs(role: RoomRole | null, principal: Asker): boolean {
  return (role === 'owner' || role === 'editor') && mayRead('collaboration:write', principal);
}

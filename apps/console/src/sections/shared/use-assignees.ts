import { allows, type Permission } from '@kianda/contract';
import type { User } from '@kianda/contract/people/identity/identity.contract';
import { usersList } from '@kianda/contract/people/identity/users.contract';
import { useAccount } from '../../client/context.tsx';
import { useEndpoint } from '../../client/use-endpoint.ts';

/** Active accounts that have a permission; null where this account may not list them. */
export function useAssignees(permission: Permission): readonly User[] | null {
  const { role } = useAccount();
  const mayList = allows(usersList.access, role);
  const users = useEndpoint(
    usersList,
    { query: { pageSize: 200 } },
    { refetchSeconds: 0, staleSeconds: 600, enabled: mayList },
  );
  if (!mayList) return null;
  return (users.sourced?.value.data ?? []).filter((user) => user.status === 'active' && allows(permission, user.role));
}

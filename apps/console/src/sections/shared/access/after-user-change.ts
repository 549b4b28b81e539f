import { apiKeysAll } from '@kianda/contract/people/identity/api-keys.contract';
import { sessionsList } from '@kianda/contract/people/identity/user-sessions.contract';
import { permissionMatrix, userAccess, usersList, usersSummary } from '@kianda/contract/people/identity/users.contract';

/** Answers refetched once an account, its sessions or its keys have changed. */
export const afterUserChange = [
  usersList,
  usersSummary,
  sessionsList,
  apiKeysAll,
  permissionMatrix,
  userAccess,
] as const;

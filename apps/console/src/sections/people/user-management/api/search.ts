import { roles } from '@kianda/contract';
import { userFocuses } from '@kianda/contract/people/identity/users.contract';
import { z } from 'zod';

const states = ['active', 'inactive', 'suspended'] as const;

/** Filters of the section in the address; an empty one is none. */
export const userSearch = z.object({
  q: z.string().max(120).catch(''),
  role: z.enum(['', ...roles]).catch(''),
  status: z.enum(['', ...states]).catch(''),
  focus: z.enum(['', ...userFocuses]).catch(''),
  after: z.string().max(1_000).catch(''),
});
export type UserSearch = z.output<typeof userSearch>;
export const userStates = states;

/** The filters as the server takes them. */
export function queryOf({ q, role, status, focus, after }: UserSearch) {
  return {
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...(role === '' ? {} : { role }),
    ...(status === '' ? {} : { status }),
    ...(focus === '' ? {} : { focus }),
    ...(after === '' ? {} : { after }),
  };
}

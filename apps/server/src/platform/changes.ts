import type { Access } from '@kianda/contract';
import type { ChangeKind } from '@kianda/contract/operations/home/home.contract';
import type { SearchTarget } from '@kianda/contract/operations/search/search.contract';
import type { Principal } from './http/bind.ts';

/** Something that happened, as the home tells it. */
export type Change = {
  /** Unique within its kind. */
  readonly id: string;
  /** Portuguese. */
  readonly title: string;
  readonly at: Date;
  readonly target: SearchTarget;
};

/** Changes of one kind that a module tells people of when they come back. */
export type ChangeSource = {
  readonly kind: ChangeKind;
  /** Permission without which nothing of it is told. */
  readonly access: Access;
  /** How many there were since, counted over all rows, and the newest `limit` of them. */
  since(
    from: Date,
    principal: Pick<Principal, 'accountId' | 'role'>,
    limit: number,
  ): Promise<{ readonly count: number; readonly newest: readonly Change[] }>;
};

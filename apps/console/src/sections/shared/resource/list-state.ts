import type { Endpoint } from '@kianda/contract';
import { addressShapeOf, filtersOf, type Resource } from '@kianda/contract/core/resource';
import { useState } from 'react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import type { Address } from './types.ts';

/** Filters, order, page, page size and columns of a list, and the way to change some of them. */
export type ListState = {
  readonly address: Address;
  readonly change: (part: Address, options?: { readonly replace?: boolean }) => void;
};

/** An answer that is one page of a list. */
export type PageEndpoint<Row> = Endpoint & {
  readonly response: z.ZodType<{ readonly data: readonly Row[]; readonly total: number }>;
};

/** How many filters narrow a list. */
export const activeFilters = (list: Resource<never>, address: Address): number =>
  filtersOf(list).filter(({ read }) => Object.keys(read(address)).length > 0).length;

/** State of a list beside others in its section: it lasts as long as the list is shown. */
export function useListState(initial: Address = {}): ListState {
  const [address, setAddress] = useState(initial);
  return { address, change: (part) => setAddress((before) => ({ ...before, ...part })) };
}

/** Parameters of a list in the address of its section. */
export const listSearchOf = <R extends Resource<never>>(list: R) => ({
  ...addressShapeOf(list),
  columns: z
    .string()
    .regex(/^[\w,]{1,300}$/)
    .optional()
    .catch(undefined),
});

/** State of a list in the address of its section. */
export function useSectionList<S extends z.ZodType<Record<string, unknown>>>(schema: S) {
  const [search, change] = useSectionSearch(schema);
  return { search, change, state: { address: search as Address, change: change as ListState['change'] } } as const;
}

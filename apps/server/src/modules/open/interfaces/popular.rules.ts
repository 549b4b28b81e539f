import { popularInterfaceIds } from '@kianda/contract/open/interfaces/manifest';

const most = 4;

/** The interfaces opened most, first to last, filled up with those of the specification; theirs alone before any use. */
export function popularOf(accesses: readonly { readonly interface_id: string; readonly openings: number }[]): {
  readonly ids: readonly string[];
  readonly by: 'use' | 'specification';
} {
  const used = accesses
    .filter(({ openings }) => openings > 0)
    .toSorted((one, other) => other.openings - one.openings || one.interface_id.localeCompare(other.interface_id))
    .map(({ interface_id }) => interface_id);
  if (used.length === 0) return { ids: popularInterfaceIds, by: 'specification' };
  return { ids: [...new Set([...used, ...popularInterfaceIds])].slice(0, most), by: 'use' };
}

import { addressShapeOf } from '@kianda/contract/core/resource';
import { vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import type { Address } from '../../../shared/resource/types.ts';
import type { ChangeSearch, FishingSearch } from '../search.ts';

const { page: _page, ...shape } = addressShapeOf(vesselResource);
/** Parameters that make up a view of the list: filters, order, page size and columns. */
const names = [...Object.keys(shape), 'columns'] as readonly (keyof FishingSearch)[];

/** The view of the list within the section's address. */
export const inView = (search: FishingSearch): Address =>
  Object.fromEntries(names.map((name) => [name, search[name]])) as Address;

/** Parameters of the list as the section's address takes them; its schema drops what does not fit. */
export const viewOf = (part: Address): Parameters<ChangeSearch>[0] => part;

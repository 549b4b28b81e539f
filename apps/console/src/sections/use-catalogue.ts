import type { DataOf } from '@kianda/contract';
import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaces, popularInterfaceIds } from '@kianda/contract/open/interfaces/manifest';
import { type EndpointResult, useEndpoint } from '../client/use-endpoint.ts';

type Catalogue = DataOf<typeof listInterfaces>;

/** The catalogue as the contract lists it, for when the server cannot be asked which pages it serves. */
function localCatalogue(): Catalogue {
  const byCategory: Record<string, number> = {};
  for (const { category } of interfaces) byCategory[category] = (byCategory[category] ?? 0) + 1;
  return {
    interfaces: interfaces.map(({ file, features, isStatic, ...entry }) => ({
      ...entry,
      isStatic: isStatic === true,
      features: [...features],
      url: file,
      isActive: false,
      lastAccessed: null,
      isFavourite: false,
      openings: 0,
      health: null,
      picture: null,
    })),
    total: interfaces.length,
    // Nobody could say which of them are served.
    active: Number.NaN,
    by_category: byCategory,
    baseUrl: '',
    popular: [...popularInterfaceIds],
    popularBy: 'specification',
  };
}

const fallback = { data: localCatalogue(), known: true } as const;

/** The catalogue of interfaces; from the contract, none of them known to be active, while no server answers. */
export function useCatalogue(): EndpointResult<Catalogue> {
  return useEndpoint(listInterfaces, {}, { refetchSeconds: 300, fallback });
}

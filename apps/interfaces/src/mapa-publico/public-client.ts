import type { Endpoint } from '@kianda/contract';
import {
  publicMapFields,
  publicMapGrid,
  publicMapPorts,
  publicMapStations,
  publicMapZee,
} from '@kianda/contract/open/maps/public-maps.contract';
import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { fieldGrid, listFields, listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import { CallFailure, type Client, createClient } from '../client/client.ts';
import { publicMapTexts as texts } from './texts.pt.ts';

/** Endpoints that a public map reads in place of the signed-in ones; the answers are the same. */
const twins: readonly (readonly [Endpoint, Endpoint])[] = [
  [listFields, publicMapFields],
  [fieldGrid, publicMapGrid],
  [listStations, publicMapStations],
  [zeeBoundary, publicMapZee],
  [listPorts, publicMapPorts],
];

/** Token at the end of `/mapa/<token>`, `/modelo/<token>` and `/incorporar/<token>`; null on any other path. */
export function tokenOf(path: string): string | null {
  return /^\/(?:mapa|modelo|incorporar)\/([\w-]{43})$/.exec(path)?.[1] ?? null;
}

/** Reads of a public map: no session, the token of its address in theirs. */
export function createPublicClient(apiBaseUrl: string, token: string): Client {
  const client = createClient({ credential: async () => ({ token: null, apiBaseUrl: apiBaseUrl.replace(/\/$/, '') }) });
  return {
    file: client.file,
    download: () => Promise.reject(new CallFailure(texts.notShown, 403)),
    // A public map changes nothing.
    call: () => Promise.reject(new CallFailure(texts.notShown, 403)),
    async read(endpoint, input, signal) {
      const asked: Endpoint = twins.find(([known]) => known.id === endpoint.id)?.[1] ?? endpoint;
      // Whatever else a page may ask for is not part of a public map.
      if (asked.access !== 'public') throw new CallFailure(texts.notShown, 403);
      const { params } = input as { readonly params?: Readonly<Record<string, string>> };
      const withToken = { ...(input as object), params: { ...params, token } };
      return client.read(asked, withToken as never, signal) as ReturnType<typeof client.read<typeof endpoint>>;
    },
  };
}

import type { Connector } from '@kianda/connectors';
import { stations } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';

const stationKinds = {
  coastal: 'Estação costeira',
  shelf: 'Estação de plataforma',
  offshore: 'Estação ao largo',
  port: 'Estação de porto',
  estuary: 'Estação de estuário',
} as const satisfies Record<(typeof stations)[number]['kind'], string>;

/** Connectors with their streams, and the stations of the national network, as people look for them. */
export function connectorSearches(connectors: readonly Connector[], clock: Clock): readonly SearchSource[] {
  return [
    heldSource({
      kind: 'connector',
      access: 'connectors:read',
      clock,
      load: async () => connectors.map(connectorEntry),
    }),
    heldSource({ kind: 'station', access: 'ocean:read', clock, load: async () => stations.map(stationEntry) }),
  ];
}

function connectorEntry({ id, name, provider, description, streams }: Connector): SearchEntry {
  return {
    id,
    title: name,
    detail: provider,
    names: [id, provider, ...streams.map((stream) => stream.id)],
    about: ['conector', 'fonte', 'fornecedor', description],
    target: { section: 'data-connectors', search: { connector: id } },
  };
}

function stationEntry({ id, name, kind, position: [lon, lat] }: (typeof stations)[number]): SearchEntry {
  return {
    id,
    title: name,
    detail: `${stationKinds[kind]} · ${id}`,
    names: [id],
    about: ['estação', 'boia', 'marégrafo'],
    position: [lon, lat],
    target: { section: 'realtime-angola', search: {} },
  };
}

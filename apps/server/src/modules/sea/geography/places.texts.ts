import type { FishingSegment, ports, StationKind } from '@kianda/geo';

/** Kinds of ports in the reference data, as people read them. */
export const portKinds = {
  comercial: 'Porto comercial',
  pesca: 'Porto de pesca',
  energia: 'Terminal de energia',
} as const satisfies Record<(typeof ports)[number]['kind'], string>;

export const segments = {
  artesanal: 'Pesca artesanal',
  'semi-industrial': 'Pesca semi-industrial',
  industrial: 'Pesca industrial',
} as const satisfies Record<FishingSegment, string>;

export const stationKinds = {
  coastal: 'Costa',
  shelf: 'Plataforma continental',
  offshore: 'Ao largo',
  port: 'Porto',
  estuary: 'Foz de rio',
} as const satisfies Record<StationKind, string>;

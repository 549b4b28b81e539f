import type { FishingSegment, ProtectedArea, ports, StationKind } from '@kianda/geo';

/** Kinds of ports in the reference data, as people read them. */
export const portKinds = {
  comercial: 'Porto comercial',
  pesca: 'Porto de pesca',
  energia: 'Terminal de energia',
} as const satisfies Record<(typeof ports)[number]['kind'], string>;

/** Kinds of protected areas in the reference data. */
export const areaKinds = {
  'parque-nacional': 'Parque nacional',
  'parque-regional': 'Parque regional',
  reserva: 'Reserva',
  'area-marinha': 'Área marinha',
  ebsa: 'Área ecológica ou biologicamente significativa',
  'caixa-configurada': 'Caixa definida pela instalação',
} as const satisfies Record<ProtectedArea['kind'], string>;

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

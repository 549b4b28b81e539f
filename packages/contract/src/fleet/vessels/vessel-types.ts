/** Kinds of vessel by what they do, with what people read. */
export const vesselTypes = {
  fishing: 'Pesca',
  carrier: 'Transporte',
  support: 'Apoio',
  passenger: 'Passageiros',
  unknown: 'Desconhecido',
} as const;
export type VesselType = keyof typeof vesselTypes;

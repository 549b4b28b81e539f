/** Kinds of vessel by activity, with their labels. */
export const vesselTypes = {
  fishing: 'Pesca',
  carrier: 'Transporte',
  support: 'Apoio',
  passenger: 'Passageiros',
  unknown: 'Desconhecido',
} as const;
export type VesselType = keyof typeof vesselTypes;

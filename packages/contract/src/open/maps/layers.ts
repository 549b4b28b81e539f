import type { FieldVariable } from '../../sea/ocean/ocean.contract.ts';

/** Field that fills the sea of a map: a gridded variable, the speed of a flow, or none. */
export const mapBases = [
  'analysedSst',
  'sstAnomaly',
  'chlorophyll',
  'salinity',
  'currentSpeed',
  'windSpeed',
  'oxygen',
  'oxygenBelow',
  'ph',
  'nitrate',
  'phytoplankton',
  'seabedDepth',
  'coastDistance',
  'none',
] as const;
export type MapBase = (typeof mapBases)[number];

/** Speeds, and the components that they are drawn from: eastward and northward. */
export const flowComponents = {
  currentSpeed: ['currentEast', 'currentNorth'],
  windSpeed: ['windEast', 'windNorth'],
} as const satisfies Readonly<Partial<Record<MapBase, readonly [FieldVariable, FieldVariable]>>>;
export type FlowBase = keyof typeof flowComponents;

/** True when a base is the speed of a flow. */
export function isFlow(base: MapBase): base is FlowBase {
  return base in flowComponents;
}

/** Variables that a base is drawn from. */
export function variablesOfBase(base: Exclude<MapBase, 'none'>): readonly [FieldVariable, ...FieldVariable[]] {
  return isFlow(base) ? flowComponents[base] : [base];
}

/** Layers that may lie over it. */
export const mapOverlays = [
  'currents',
  'wind',
  'upwelling',
  'presence',
  'observations',
  'stations',
  'internal',
  'zee',
  'protected',
  'fishing',
  'ports',
] as const;
export type MapOverlay = (typeof mapOverlays)[number];

export const mapBaseTitles: Readonly<Record<MapBase, string>> = {
  analysedSst: 'Temperatura da superfície',
  sstAnomaly: 'Anomalia da temperatura',
  chlorophyll: 'Clorofila-a',
  salinity: 'Salinidade',
  currentSpeed: 'Velocidade da corrente',
  windSpeed: 'Velocidade do vento',
  oxygen: 'Oxigénio à superfície',
  oxygenBelow: 'Oxigénio a cerca de 200 m',
  ph: 'pH',
  nitrate: 'Nitrato',
  phytoplankton: 'Fitoplâncton',
  seabedDepth: 'Profundidade do fundo',
  coastDistance: 'Distância à costa',
  none: 'Nenhum campo',
};

export const mapOverlayTitles: Readonly<Record<MapOverlay, string>> = {
  currents: 'Correntes',
  wind: 'Vento',
  upwelling: 'Afloramento',
  presence: 'Presença de embarcações',
  observations: 'Observações de espécies',
  stations: 'Estações',
  internal: 'Águas internas',
  zee: 'Limite da ZEE',
  protected: 'Áreas protegidas',
  fishing: 'Zonas de pesca',
  ports: 'Portos',
};

export const mapCategories = {
  oceanographic: 'Oceanografia',
  fisheries: 'Pescas',
  biodiversity: 'Biodiversidade e conservação',
  coastal: 'Costa e afloramento',
  administrative: 'Limites e navegação',
  scientific: 'Rede de observação',
} as const;
export type MapCategory = keyof typeof mapCategories;
export const mapCategoryIds = Object.keys(mapCategories) as [MapCategory, ...MapCategory[]];

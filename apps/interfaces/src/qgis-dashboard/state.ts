import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { analysisTypeNames } from '@kianda/contract/space/spatial/analysis-types';
import type { TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import type { DrawnBase } from '../ocean-map/layers.ts';
import { type AddressState, camera, choice, several, text } from '../page-frame/address.ts';
import type { ChangeAddress } from '../page-frame/use-address.ts';

/** Variables with fields through time, and their name where the temporal visualisation writes files of them. */
export const timeVariables = {
  analysedSst: 'sst',
  chlorophyll: 'chl_a',
  salinity: null,
  currentSpeed: null,
  windSpeed: 'wind',
  sstAnomaly: null,
} as const satisfies Partial<Record<DrawnBase, TemporalVariableId | null>>;
export type TimeVariable = keyof typeof timeVariables;
export const timeVariableIds = Object.keys(timeVariables) as TimeVariable[];

export const layerIds = ['infraestrutura', 'zee', 'rotas', 'ambiental', 'batimetria'] as const;
export type LayerId = (typeof layerIds)[number];
export const periods = ['7', '30', '90'] as const;

/** Fields of the page's address. */
export const qgisFields = {
  dias: choice(periods, '30'),
  variavel: choice(timeVariableIds, 'analysedSst'),
  camadas: several(layerIds, ['infraestrutura', 'zee', 'ambiental']),
  /** Instant shown; empty follows the newest. */
  data: text(24),
  velocidade: choice(['0.5', '1', '2', '4', '8'], '2'),
  analise: choice(analysisTypeNames, 'buffer'),
  regiao: choice(Object.keys(oceanRegions) as OceanRegion[], 'zee'),
  /** The analysis whose result is shown; empty: none. */
  resultado: text(36),
  mapa: camera(),
};
export type QgisState = AddressState<typeof qgisFields>;
export type ChangeQgis = ChangeAddress<QgisState>;

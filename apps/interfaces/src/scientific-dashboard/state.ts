import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { type AddressState, camera, choice, place, text } from '../page-frame/address.ts';
import type { ChangeAddress } from '../page-frame/use-address.ts';
import { type DepthClass, depthClasses } from './region-figures.ts';

/** Variables that are measured again and again, in the order of the selector. */
export const parameters = [
  'analysedSst',
  'sstAnomaly',
  'chlorophyll',
  'salinity',
  'oxygen',
  'oxygenBelow',
  'ph',
  'nitrate',
  'phytoplankton',
] as const satisfies readonly FieldVariable[];
export const periods = ['7', '30', '90', '365'] as const;
export const intervals = ['0', '60', '300', '900'] as const;

/** Fields of the page's address. */
export const dashboardFields = {
  dias: choice(periods, '30'),
  regiao: choice(Object.keys(oceanRegions) as OceanRegion[], 'zee'),
  parametro: choice(parameters, 'analysedSst'),
  fundo: choice(Object.keys(depthClasses) as DepthClass[], 'todas'),
  /** Instant of the field shown; empty follows the newest. */
  data: text(24),
  ponto: place(),
  mapa: camera(),
  atualizar: choice(intervals, '300'),
};
export type DashboardState = AddressState<typeof dashboardFields>;
export type ChangeDashboard = ChangeAddress<DashboardState>;

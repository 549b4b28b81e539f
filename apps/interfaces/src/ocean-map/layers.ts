import { type FieldVariable, fieldVariables } from '@kianda/contract/ocean/ocean.contract';
import type { ScaleOptions } from '@kianda/viz/colour/scale.ts';

/** What fills the sea: a gridded variable, the speed of its currents, or nothing. */
export const baseLayers = [
  'analysedSst',
  'sstAnomaly',
  'chlorophyll',
  'salinity',
  'currentSpeed',
  'none',
] as const satisfies readonly (FieldVariable | 'currentSpeed' | 'none')[];
export type BaseLayer = (typeof baseLayers)[number];
export type DrawnBase = Exclude<BaseLayer, 'none'>;

/** What may lie over it. */
export const overlays = ['currents', 'presence', 'stations', 'zee', 'protected', 'fishing', 'ports'] as const;
export type Overlay = (typeof overlays)[number];

export type LayerDescription = ScaleOptions & { readonly label: string; readonly unit: string };

/** Name, unit and colours of a base layer. */
export function describeBase(base: DrawnBase): LayerDescription {
  if (base === 'currentSpeed') {
    return { label: 'Velocidade da corrente', unit: 'm/s', ramp: 'speed', range: [0, 0.8], log: false };
  }
  return fieldVariables[base];
}

/** The variable whose dates a base layer has: a current has those of its components. */
export function datedVariable(base: DrawnBase): FieldVariable {
  return base === 'currentSpeed' ? 'currentEast' : base;
}

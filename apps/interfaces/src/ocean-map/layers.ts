import {
  type FlowBase,
  type MapBase,
  type MapOverlay,
  mapBases,
  mapOverlays,
  variablesOfBase,
} from '@kianda/contract/open/maps/layers';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { ScaleOptions } from '@kianda/viz/colour/scale.ts';

export { type FlowBase, flowComponents, isFlow } from '@kianda/contract/open/maps/layers';

/** Base layer of the sea: a gridded variable, the speed of a flow, or nothing. */
export const baseLayers = mapBases satisfies readonly (FieldVariable | FlowBase | 'none')[];
export type BaseLayer = MapBase;
export type DrawnBase = Exclude<BaseLayer, 'none'>;

/** Layers over the base. */
export const overlays = mapOverlays;
export type Overlay = MapOverlay;

export type LayerDescription = ScaleOptions & { readonly label: string; readonly unit: string };

/** Name, unit and colours of a base layer. */
export function describeBase(base: DrawnBase): LayerDescription {
  if (base === 'currentSpeed') {
    return { label: 'Velocidade da corrente', unit: 'm/s', ramp: 'speed', range: [0, 0.8], log: false };
  }
  if (base === 'windSpeed') {
    return { label: 'Velocidade do vento a 10 m', unit: 'm/s', ramp: 'speed', range: [0, 14], log: false };
  }
  return fieldVariables[base];
}

/** The variables whose dates a base layer has: of a flow both components, which are stored one after the other. */
export function datedVariables(base: DrawnBase): readonly [FieldVariable, FieldVariable | null] {
  const [first, second = null] = variablesOfBase(base);
  return [first, second];
}

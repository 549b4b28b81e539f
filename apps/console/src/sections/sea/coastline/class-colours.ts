import type { ErosionClassId } from '@kianda/contract/sea/coast/coast.contract';

/** Colours of the classes, from loss to gain: a diverging scale that also differs in lightness. */
export const classColours: Readonly<Record<ErosionClassId, string>> = {
  extreme: '#7f1d0c',
  severe: '#b93a16',
  intense: '#d55e00',
  erosion: '#e69f00',
  stable: '#8a949c',
  accretion: '#0072b2',
};

export const unmeasuredColour = '#b9c2c8';

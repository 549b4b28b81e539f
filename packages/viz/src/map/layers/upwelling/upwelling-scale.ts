import { createColourScale } from '../../../colour/scale.ts';

/** Colours of the index, °C. */
export const upwellingScale = createColourScale({ ramp: 'deep', range: [0, 4], log: false });

/** Above it, upwelling is active (Nykjær and Van Camp 1994), °C. */
export const activeAbove = 1.5;

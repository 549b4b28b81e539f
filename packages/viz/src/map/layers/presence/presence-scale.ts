import { createColourScale } from '../../../colour/scale.ts';

/** Hours from one passage to a fleet at work; a log scale, since a few cells have most of the hours. */
export const presenceScale = createColourScale({ ramp: 'matter', range: [1, 200], log: true });

import type { AnnotationType } from '@kianda/contract/people/collaboration/annotations';
import type { ValidationState } from '@kianda/contract/people/collaboration/validation';
import type { StatusTone } from '@kianda/ui';
import { categoryColours } from '@kianda/ui/theme/palette.ts';

const [blue, orange, green, purple, , vermilion] = categoryColours;

/** Colour of a type, and the letter that says the same without it. */
export const typeMarks: Readonly<Record<AnnotationType, { readonly colour: string; readonly letter: string }>> = {
  observation: { colour: blue, letter: 'O' },
  question: { colour: purple, letter: 'Q' },
  hypothesis: { colour: green, letter: 'H' },
  correction: { colour: orange, letter: 'C' },
  hazard: { colour: vermilion, letter: 'P' },
};

export const validationTones: Readonly<Record<ValidationState, StatusTone>> = {
  unreviewed: 'unknown',
  'in-review': 'info',
  validated: 'good',
  rejected: 'bad',
  conflict: 'caution',
};

import { compareTexts, formatNumber } from '@kianda/format';

/** A code that vessels have; of a code that is chosen and that none has any more, how many is not said. */
type Coded = { readonly code: string; readonly vessels?: number };
type Choice = { readonly value: string; readonly label: string };

export const counted = (name: string, vessels: number): string =>
  `${name} (${formatNumber(vessels, { maxDecimals: 0 })})`;

/** Flags or gears as choices by their names, in the order of names, each with its vessels. */
export const countedChoices = (coded: readonly Coded[], nameOf: (code: string) => string): Choice[] =>
  coded
    .map(({ code, vessels }) => ({ value: code, name: nameOf(code), vessels }))
    .sort((a, b) => compareTexts(a.name, b.name))
    .map(({ value, name, vessels }) => ({ value, label: vessels === undefined ? name : counted(name, vessels) }));

const collator = new Intl.Collator('pt-PT', { numeric: true, sensitivity: 'base' });

/** Order of two texts as Portuguese has it: accents and case aside, numbers within them by size. Negative: `a` first. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b);

const regionNames = new Intl.DisplayNames(['pt-PT'], { type: 'region' });

/** Portuguese name of a country by its ISO 3166 alpha-2 code; undefined where the code names none. */
export const formatRegion = (alpha2: string): string | undefined => regionNames.of(alpha2);

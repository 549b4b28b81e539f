import type { Distribution } from './distribution.ts';

/** Parameters of the biomass of the sea, each as its source has it. */
export type SeaParameters = {
  /** True chlorophyll over the satellite's, for the whole area alike. */
  readonly chlorophyllFactor: Distribution;
  /** True production over the model's, for the whole area alike. */
  readonly productionFactor: Distribution;
  /** Carbon to chlorophyll of phytoplankton, by weight. */
  readonly carbonPerChlorophyll: Distribution;
  /** Wet weight to carbon. */
  readonly wetPerCarbon: Distribution;
  /** Share of production passed from one trophic level to the next. */
  readonly transferEfficiency: Distribution;
  /** Mean trophic level of the fish. */
  readonly trophicLevel: Distribution;
  /** Production of fish a year over their biomass. */
  readonly productionPerBiomass: Distribution;
};

/**
 * Published values.
 * - Chlorophyll: the missions' goal of 35 % (McClain 2009, Annu. Rev. Mar. Sci. 1:19–42), here as 95 % of a log-normal.
 * - Production: the best models are within a factor of two of measurements (Campbell et al. 2002, Glob. Biogeochem.
 *   Cycles 16:1035).
 * - Carbon to chlorophyll: 15 to 176 at sea (Sathyendranath et al. 2009, Mar. Ecol. Prog. Ser. 383:73–84).
 * - Wet to carbon 9 : 1 and 10 % from level to level, here with 5 and 15 % as ends; levels of 2.8 in upwelling, 3.3 on
 *   tropical and 3.5 on other shelves (Pauly & Christensen 1995, Nature 374:255–257).
 * - Production over biomass equals total mortality (Allen 1971, J. Fish. Res. Board Can. 28:1573–1581); 0.5 to 2 a year is
 *   this platform's working range for a community of small pelagic and demersal fish, not a published one.
 */
export const publishedSea: SeaParameters = {
  chlorophyllFactor: { kind: 'lognormal', low: 1 / 1.35, high: 1.35 },
  productionFactor: { kind: 'lognormal', low: 0.5, high: 2 },
  carbonPerChlorophyll: { kind: 'lognormal', low: 15, high: 176 },
  wetPerCarbon: { kind: 'fixed', value: 9 },
  transferEfficiency: { kind: 'triangular', low: 0.05, mode: 0.1, high: 0.15 },
  trophicLevel: { kind: 'triangular', low: 2.8, mode: 3.3, high: 3.5 },
  productionPerBiomass: { kind: 'triangular', low: 0.5, mode: 1, high: 2 },
};

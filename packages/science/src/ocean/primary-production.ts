/** Input of the net primary production of a day and place. */
export type ProductionInput = {
  /** Chlorophyll-a at the surface, mg m⁻³. */
  readonly chlorophyll: number;
  readonly sstCelsius: number;
  /** Photosynthetically available radiation, mol m⁻² d⁻¹. */
  readonly par: number;
  readonly dayLengthHours: number;
};

/** Optimal rate of carbon fixation in the water column, mg C (mg Chl)⁻¹ h⁻¹, from the temperature in °C. */
export type OptimalRate = (sstCelsius: number) => number;

/** Behrenfeld & Falkowski (1997): the seventh-order polynomial of the standard VGPM, constant beyond −1 and 28.5 °C. */
export const polynomialRate: OptimalRate = (t) => {
  if (t < -10) return 0;
  if (t < -1) return 1.13;
  if (t > 28.5) return 4;
  const coefficients = [-3.27e-8, 3.4132e-6, -1.348e-4, 2.462e-3, -2.05e-2, 6.17e-2, 2.749e-1, 1.2956];
  return coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0);
};

/** Eppley (1972) curve, as modified by Antoine & Morel (1996): grows with temperature without end. */
export const eppleyRate: OptimalRate = (t) => 1.54 * 10 ** (0.0275 * t - 0.07);

/** Depth of the euphotic zone in metres from surface chlorophyll in mg m⁻³. Source: Morel & Berthon (1989). */
export function euphoticDepthMeters(chlorophyll: number): number {
  const total = chlorophyll < 1 ? 38 * chlorophyll ** 0.425 : 40.2 * chlorophyll ** 0.507;
  const shallow = 568.2 * total ** -0.746;
  const clear = 200 * total ** -0.293;
  return clear <= 102 ? shallow : clear;
}

/**
 * Net primary production of the euphotic zone, mg C m⁻² d⁻¹, by the vertically generalised production model. NaN where
 * an input is missing or chlorophyll is not positive. Source: Behrenfeld & Falkowski (1997), Limnol. Oceanogr. 42:1–20,
 * in the form of the Ocean Productivity programs (Oregon State University).
 */
export function netPrimaryProduction(input: ProductionInput, rate: OptimalRate = polynomialRate): number {
  const { chlorophyll, sstCelsius, par, dayLengthHours } = input;
  if (!(chlorophyll > 0)) return Number.NaN;
  const light = par / (par + 4.1);
  return 0.66125 * rate(sstCelsius) * light * euphoticDepthMeters(chlorophyll) * chlorophyll * dayLengthHours;
}

/**
 * Sea water by the equation of state EOS-80. Source of all formulas and check values: Fofonoff & Millard (1983),
 * UNESCO Technical Papers in Marine Science 44. Temperatures in and out are ITS-90.
 */
const ipts68PerIts90 = 1.00024;

const horner = (x: number, ...coefficients: number[]) => coefficients.reduce((sum, c) => sum * x + c, 0);

function surfaceDensity(s: number, t: number): number {
  const pure = horner(t, 6.536332e-9, -1.120083e-6, 1.001685e-4, -9.09529e-3, 6.793952e-2, 999.842594);
  const b = horner(t, 5.3875e-9, -8.2467e-7, 7.6438e-5, -4.0899e-3, 0.824493);
  const c = horner(t, -1.6546e-6, 1.0227e-4, -5.72466e-3);
  return pure + b * s + c * s ** 1.5 + 4.8314e-4 * s * s;
}

function secantBulkModulus(s: number, t: number, bar: number): number {
  const kw = horner(t, -5.155288e-5, 1.360477e-2, -2.327105, 148.4206, 19652.21);
  const aw = horner(t, -5.77905e-7, 1.16092e-4, 1.43713e-3, 3.239908);
  const bw = horner(t, 5.2787e-8, -6.12293e-6, 8.50935e-5);
  const root = Math.sqrt(s);
  const k0 =
    kw +
    s * horner(t, -6.167e-5, 1.09987e-2, -0.603459, 54.6746) +
    s * root * horner(t, -5.3009e-4, 1.6483e-2, 7.944e-2);
  const a = aw + s * horner(t, -1.6078e-6, -1.0981e-5, 2.2838e-3) + 1.91075e-4 * s * root;
  const b = bw + s * horner(t, 9.1697e-10, 2.0816e-8, -9.9348e-7);
  return k0 + (a + b * bar) * bar;
}

/** Density in situ, kg m⁻³, of sea water of salinity `psu`, temperature °C (ITS-90) and pressure in decibar (0 at the surface). */
export function seawaterDensity(psu: number, celsius: number, decibar: number): number {
  const t = celsius * ipts68PerIts90;
  const surface = surfaceDensity(psu, t);
  const bar = decibar / 10;
  return surface / (1 - bar / secantBulkModulus(psu, t, bar));
}

/** Adiabatic lapse rate, °C (IPTS-68) per decibar; temperature in IPTS-68. */
function lapseRate(s: number, t: number, p: number): number {
  const ds = s - 35;
  return (
    horner(t, 6.6228e-10, -6.836e-8, 8.5258e-6, 3.5803e-5) +
    horner(t, -4.2393e-8, 1.8932e-6) * ds +
    (horner(t, -5.4481e-14, 8.733e-12, -6.7795e-10, 1.8741e-8) + horner(t, 2.7759e-12, -1.1351e-10) * ds) * p +
    horner(t, -2.1687e-16, 1.8676e-14, -4.6206e-13) * p * p
  );
}

/** Potential temperature at the surface, °C (ITS-90), of water at `decibar`. Runge–Kutta of the lapse rate (Fofonoff 1977). */
export function potentialTemperature(psu: number, celsius: number, decibar: number): number {
  let t = celsius * ipts68PerIts90;
  let p = decibar;
  const step = -decibar;
  let change = step * lapseRate(psu, t, p);
  t += 0.5 * change;
  let q = change;
  p += 0.5 * step;
  change = step * lapseRate(psu, t, p);
  t += 0.29289322 * (change - q);
  q = 0.58578644 * change + 0.121320344 * q;
  change = step * lapseRate(psu, t, p);
  t += 1.707106781 * (change - q);
  q = 3.414213562 * change - 4.121320344 * q;
  p += 0.5 * step;
  change = step * lapseRate(psu, t, p);
  return (t + (change - 2 * q) / 6) / ipts68PerIts90;
}

/** Potential density anomaly σθ, kg m⁻³, against the surface. */
export function potentialDensityAnomaly(psu: number, celsius: number, decibar: number): number {
  return seawaterDensity(psu, potentialTemperature(psu, celsius, decibar), 0) - 1000;
}

/** Depth in metres below the surface of a pressure in decibar at a latitude (degrees). Source: Saunders & Fofonoff (1976). */
export function depthOfPressure(decibar: number, latDegrees: number): number {
  const x = Math.sin((latDegrees * Math.PI) / 180) ** 2;
  const gravity = 9.780318 * (1 + (5.2788e-3 + 2.36e-5 * x) * x) + 1.092e-6 * decibar;
  return horner(decibar, -1.82e-15, 2.279e-10, -2.2512e-5, 9.72659, 0) / gravity;
}

import { atLatitude } from './shore.ts';
import { chlorophyll, congoPlume, type Moment, type Place, salinityAt, temperatureAt } from './water.ts';

/**
 * Oxygen of water in balance with the air, mmol m⁻³: Garcia and Gordon (1992), Limnol. Oceanogr. 37, 1307–1312, equation 8
 * with the coefficients of Benson and Krause in their table 1 (ml l⁻¹), and 44.66 mmol a litre of gas.
 */
export function oxygenSaturation(celsius: number, salinity: number): number {
  const scaled = Math.log((298.15 - celsius) / (273.15 + celsius));
  const polynomial = (coefficients: readonly number[]) =>
    coefficients.reduceRight((sum, coefficient) => sum * scaled + coefficient, 0);
  const fresh = polynomial([2.00907, 3.22014, 4.0501, 4.94457, -0.256847, 3.88767]);
  const salt = polynomial([-6.24523e-3, -7.3761e-3, -1.0341e-2, -8.17083e-3]);
  return 44.66 * Math.exp(fresh + salinity * salt - 4.88682e-7 * salinity * salinity);
}

/** Share of the oxygen that is gone at the core of the minimum, by latitude: lowest under the Angola Dome and its shelf. */
const coreDeficit = [
  [-18, 0.72],
  [-15, 0.83],
  [-11, 0.86],
  [-7, 0.82],
  [-4.5, 0.76],
] as const;
const coreDepthMeters = 380;

/** Share of the oxygen used up at a depth: nothing in the mixed surface, most at some 400 m, a third in the deep water. */
function deficitAt({ lat, depth }: Place): number {
  if (depth < 1) return 0;
  const core = atLatitude(coreDeficit, lat) * Math.exp(-((Math.log(depth / coreDepthMeters) / 1.15) ** 2));
  return Math.max(core, 0.3 * (1 - Math.exp(-depth / 900)));
}

/** Oxygen, mmol m⁻³: that of the air, a little more in a bloom, less where it is used up below. */
export function oxygenAt(moment: Moment, place: Place): number {
  const saturation = oxygenSaturation(temperatureAt(moment, place), salinityAt(moment, place));
  const bloom = 0.02 * Math.log1p(chlorophyll(moment, place.lon, place.lat)) * Math.exp(-place.depth / 25);
  return saturation * (1 - deficitAt(place)) * (1 + bloom);
}

/**
 * Nitrate, mmol m⁻³: none in warm surface water, more the colder the upwelled water is, up to the 34 of the intermediate
 * water; blooms use it up.
 */
export function nitrateAt(moment: Moment, place: Place): number {
  const cold = Math.max(0, 20.5 - temperatureAt(moment, place));
  const used = 0.35 * chlorophyll(moment, place.lon, place.lat) * Math.exp(-place.depth / 30);
  return Math.max(0.02, 34 * (1 - Math.exp(-cold / 7.5)) - used + 2 * congoPlume(moment, place.lon, place.lat));
}

/** pH on the total scale: falls with the oxygen that was used up, in cold upwelled water, in the river's, and with the years. */
export function phAt(moment: Moment, place: Place): number {
  const celsius = temperatureAt(moment, place);
  const used = oxygenSaturation(celsius, salinityAt(moment, place)) * deficitAt(place);
  const years = 1970 + moment.climate.days / 365.2425 - 2005;
  return (
    8.07 -
    0.0017 * years -
    0.0015 * used -
    0.009 * Math.max(0, 22 - celsius) * Math.exp(-place.depth / 150) +
    0.012 * Math.log1p(chlorophyll(moment, place.lon, place.lat)) * Math.exp(-place.depth / 25) -
    0.08 * congoPlume(moment, place.lon, place.lat)
  );
}

/** Phytoplankton as carbon, mmol m⁻³: 80 g of carbon for a gram of chlorophyll in clear water, 30 in a bloom; gone in the dark. */
export function phytoplanktonAt(moment: Moment, place: Place): number {
  const green = chlorophyll(moment, place.lon, place.lat);
  const carbonOfChlorophyll = 30 + 50 * Math.exp(-green / 1.5);
  return ((green * carbonOfChlorophyll) / 12.011) * Math.exp(-place.depth / 45);
}

/** A variable of a coastal station: its name here, its unit, and the bounds that no instrument at this coast exceeds. */
export type StationVariable = {
  readonly id: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
};

const define = (id: string, unit: string, min: number, max: number): StationVariable => ({ id, unit, min, max });

export const stationVariables = {
  airTemperature: define('airTemperature', '°C', -5, 50),
  airPressure: define('airPressure', 'hPa', 900, 1060),
  windSpeed: define('windSpeed', 'm/s', 0, 75),
  windDirection: define('windDirection', '°', 0, 360),
  relativeHumidity: define('relativeHumidity', '%', 0, 100),
  precipitation: define('precipitation', 'mm', 0, 500),
} as const;

/** Names by which WIS 2.0 nodes publish them (BUFR element names). */
const byName: Readonly<Record<string, StationVariable>> = {
  air_temperature: stationVariables.airTemperature,
  pressure_reduced_to_mean_sea_level: stationVariables.airPressure,
  wind_speed: stationVariables.windSpeed,
  wind_direction: stationVariables.windDirection,
  relative_humidity: stationVariables.relativeHumidity,
  total_precipitation_or_total_water_equivalent: stationVariables.precipitation,
};

/** The variable of a published name; null for one that is not stored. */
export function variableNamed(name: string): StationVariable | null {
  return byName[name] ?? null;
}

type Conversion = (value: number) => number;
const same: Conversion = (value) => value;

/** Units by variable, and how they become its own. */
const conversions: Readonly<Record<string, Readonly<Record<string, Conversion>>>> = {
  '°C': { Celsius: same, 'deg C': same, '°C': same, degC: same, C: same, K: (kelvin) => kelvin - 273.15 },
  hPa: { hPa: same, mbar: same, Pa: (pascal) => pascal / 100, kPa: (kilopascal) => kilopascal * 10 },
  'm/s': { 'm/s': same, 'm s-1': same, 'km/h': (speed) => speed / 3.6, kt: (knots) => (knots * 1852) / 3600 },
  '°': { deg: same, '°': same, degree: same, 'degree true': same, degrees: same },
  '%': { '%': same, percent: same, '1': (share) => share * 100 },
  mm: { mm: same, 'kg m-2': same, 'kg/m2': same, m: (metres) => metres * 1000 },
};

/** A value in the variable's own unit; null where the unit is none of its. */
export function inOwnUnit(variable: StationVariable, value: number, unit: string): number | null {
  const convert = conversions[variable.unit]?.[unit.trim()];
  return convert === undefined ? null : Math.round(convert(value) * 1000) / 1000;
}

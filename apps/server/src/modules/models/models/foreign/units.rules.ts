/** A unit that a file may have, from that of the platform: value × scale + offset. */
type Conversion = { readonly scale: number; readonly offset: number };

const same: Conversion = { scale: 1, offset: 0 };
const times = (scale: number): Conversion => ({ scale, offset: 0 });

/** By the unit of the platform. */
const conversions: Readonly<Record<string, Readonly<Record<string, Conversion>>>> = {
  '°C': { K: { scale: 1, offset: 273.15 }, '°F': { scale: 1.8, offset: 32 } },
  'm/s': { 'km/h': times(3.6), nós: times(3_600 / 1_852) },
  // Depths of the platform grow downward, altitudes upward.
  m: { km: times(0.001), 'm (altitude)': times(-1) },
  km: { m: times(1_000), 'milhas náuticas': times(1 / 1.852) },
  'mmol/m³': { 'mol/m³': times(0.001), 'µmol/L': times(1) },
  'mg/m³': { 'µg/L': times(1), 'g/m³': times(0.001) },
  cm: { mm: times(10), m: times(0.01) },
  g: { kg: times(0.001) },
};

/** The unit of a variable without one. */
const noUnit = '1';

/** Units that the platform can give a variable in, its own first. */
export function unitsOf(unit: string | null): readonly string[] {
  return [unit ?? noUnit, ...Object.keys(conversions[unit ?? noUnit] ?? {})];
}

/** From the platform's unit to that of a file; null where there is no way. */
export function conversionOf(unit: string | null, inFile: string): Conversion | null {
  if (inFile === (unit ?? noUnit)) return same;
  return conversions[unit ?? noUnit]?.[inFile] ?? null;
}

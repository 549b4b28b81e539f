/** Density of air and sea water (kg m⁻³), drag coefficient, and Earth's rotation (rad s⁻¹). */
const airDensity = 1.22;
const dragCoefficient = 0.0026;
const waterDensity = 1025;
const earthRotation = 7.2921e-5;

/** No index nearer the equator than this: the Coriolis parameter vanishes there. */
export const bakunLeastLatitude = 5;

/** SST difference above which upwelling counts as active, °C. */
export const activeUpwellingCelsius = 1.5;

export type CoastalWind = {
  /** m s⁻¹ at 10 m, towards east and north. */
  readonly east: number;
  readonly north: number;
  readonly latDegrees: number;
  /** Direction of the coast with the sea on its left hand, degrees clockwise from north; 0 is a coast due north. */
  readonly coastAzimuthDegrees?: number;
};

/**
 * Upwelling index of a coast with the sea to its west: offshore Ekman transport, m³ s⁻¹ per 100 m of coast, positive
 * when surface water leaves the coast. Null within 5° of the equator. Source: Bakun (1973), NOAA Tech. Rep. NMFS
 * SSRF-671, with the constants of PFEL (air 1.22 kg m⁻³, drag 0.0026).
 */
export function bakunIndex({ east, north, latDegrees, coastAzimuthDegrees = 0 }: CoastalWind): number | null {
  if (Math.abs(latDegrees) < bakunLeastLatitude) return null;
  const azimuth = (coastAzimuthDegrees * Math.PI) / 180;
  const along = east * Math.sin(azimuth) + north * Math.cos(azimuth);
  const stress = airDensity * dragCoefficient * Math.hypot(east, north) * along;
  const coriolis = 2 * earthRotation * Math.sin((latDegrees * Math.PI) / 180);
  // Transport is to the left of the wind in the south, so that a northward wind takes water to the west.
  return (-stress / (waterDensity * coriolis)) * 100;
}

/** Upwelling index by temperature, °C: offshore minus coastal SST of one latitude. Source: Nykjær & Van Camp (1994). */
export function sstUpwellingIndex(offshoreCelsius: number, coastalCelsius: number): number {
  return offshoreCelsius - coastalCelsius;
}

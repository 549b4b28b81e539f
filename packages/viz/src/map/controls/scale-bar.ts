const earthCircumferenceMeters = 40_075_016.686;

/** Metres on the ground under one pixel of a web map (512-pixel world at zoom 0) at a latitude. */
export function metersPerPixel(lat: number, zoom: number): number {
  return (earthCircumferenceMeters * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
}

/** Longest round length (1, 2, 3, 5 × 10ⁿ of the unit) that fits in `maxPixels`, and its pixels. */
export function roundLength(
  unitsPerPixel: number,
  maxPixels: number,
): { readonly length: number; readonly pixels: number } {
  const most = unitsPerPixel * maxPixels;
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const factor = [5, 3, 2, 1].find((candidate) => candidate * magnitude <= most) ?? 1;
  const length = factor * magnitude;
  return { length, pixels: length / unitsPerPixel };
}

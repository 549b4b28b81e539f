/** Degrees between the lines of the graticule at a zoom: some four to ten lines across a screen. */
export function graticuleStep(zoom: number): number {
  if (zoom < 3.6) return 10;
  if (zoom < 5) return 5;
  if (zoom < 6.3) return 2;
  if (zoom < 7.3) return 1;
  if (zoom < 8.4) return 0.5;
  return 0.25;
}

/** Multiples of a step within an interval, ends included, west to east or south to north. */
export function multiplesWithin(low: number, high: number, step: number): readonly number[] {
  const multiples: number[] = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + 1e-9; index += 1) {
    multiples.push(Number((index * step).toFixed(6)));
  }
  return multiples;
}

/** Meridians and parallels every `step` degrees over a box (west, south, east, north). */
export function graticuleLines(
  [west, south, east, north]: readonly [number, number, number, number],
  step: number,
): GeoJSON.Feature<GeoJSON.MultiLineString> {
  const meridians = multiplesWithin(west, east, step).map((lon) => [
    [lon, south],
    [lon, north],
  ]);
  const parallels = multiplesWithin(south, north, step).map((lat) => [
    [west, lat],
    [east, lat],
  ]);
  return {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiLineString', coordinates: [...meridians, ...parallels] },
  };
}

/** Names written on the base map: countries around Angola's sea, and the sea itself. */
const places: readonly (readonly [name: string, lon: number, lat: number, kind: 'country' | 'sea'])[] = [
  ['Angola', 17.6, -12.4, 'country'],
  ['Cabinda (Angola)', 12.62, -5.05, 'country'],
  ['Rep. Democrática\ndo Congo', 22.4, -4.2, 'country'],
  ['Rep. do Congo', 15.2, -1.0, 'country'],
  ['Gabão', 11.6, -0.9, 'country'],
  ['Namíbia', 17.0, -21.4, 'country'],
  ['Zâmbia', 25.6, -14.6, 'country'],
  ['Botsuana', 23.6, -22.2, 'country'],
  ['Camarões', 12.6, 4.6, 'country'],
  ['África do Sul', 22.6, -30.2, 'country'],
  ['Oceano\nAtlântico', 4.2, -11.6, 'sea'],
];

export const placeLabels: GeoJSON.FeatureCollection<GeoJSON.Point> = {
  type: 'FeatureCollection',
  features: places.map(([name, lon, lat, kind]) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { name, kind },
  })),
};

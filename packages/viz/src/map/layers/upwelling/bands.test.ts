import { coastLongitude } from '@kianda/geo';
import { expect, test } from 'vitest';
import { upwellingAreas } from './bands.ts';

const band = (latitude: number, index: number) => ({ latitude, index, coastCelsius: 18, offshoreCelsius: 20 });

test('a band lies along the coast, half a degree high and 30 km wide to sea', () => {
  const [feature] = upwellingAreas([band(-15, 2.2)]).features;
  const [ring = []] = feature?.geometry.type === 'Polygon' ? feature.geometry.coordinates : [];
  const longitudes = ring.map(([lon]) => lon ?? Number.NaN);
  const latitudes = ring.map(([, lat]) => lat ?? Number.NaN);
  expect([Math.min(...latitudes), Math.max(...latitudes)]).toEqual([-15.25, -14.75]);
  const middle = longitudes.filter((_, index) => latitudes[index] === -15);
  expect(Math.max(...middle)).toBeCloseTo(coastLongitude(-15), 9);
  expect((Math.max(...middle) - Math.min(...middle)) * 111.195 * Math.cos((15 * Math.PI) / 180)).toBeCloseTo(30, 1);
  expect(ring[0]).toEqual(ring.at(-1));
});

test('it is active above 1.5 °C, not at it', () => {
  const isActive = upwellingAreas([band(-10, 1.5), band(-12, 1.51)]).features.map(
    ({ properties }) => properties?.isActive,
  );
  expect(isActive).toEqual([false, true]);
});

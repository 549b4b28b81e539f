import { expect, test } from 'vitest';
import { contactFeatures } from './contact-features.ts';

const contact = (time: string, lon: number) => ({
  ...{ track_id: 'movebank:7:gps:a', species_name: 'Dermochelys coriacea', time, lon, lat: -11, points: 1 },
  ...{ distance_km: 4.9, hours_apart: 0 },
  fishing: { id: 'own-1', source: 'own' as const, start: time, end: null, lon: lon + 0.045, lat: -11.01 },
});

test('a contact is a place and the line from it to the fishing, once the clock has come to it', () => {
  const contacts = [contact('2026-08-28T05:30:00Z', 9.5), contact('2026-08-29T05:30:00Z', 10)];
  const until = (time: string) => contactFeatures(contacts, Date.parse(time)).features.map(({ geometry }) => geometry);
  expect(until('2026-08-28T05:29:59Z')).toEqual([]);
  expect(until('2026-08-28T05:30:00Z')).toEqual([
    { type: 'Point', coordinates: [9.5, -11] },
    {
      type: 'LineString',
      coordinates: [
        [9.5, -11],
        [9.545, -11.01],
      ],
    },
  ]);
  expect(until('2026-08-30T00:00:00Z')).toHaveLength(4);
});

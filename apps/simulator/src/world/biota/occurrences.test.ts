import { bboxContains, dayMs, isAtSea } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import { createBiota } from './occurrences.ts';
import { taxa } from './taxa.ts';

const nowMs = Date.UTC(2026, 8, 1);
const biota = createBiota(8478, taxa);
const all = biota.occurrences(nowMs);
const sound = all.filter(({ flags }) => flags.length === 0);
const share = (count: number) => count / all.length;

describe('occurrences', () => {
  it('are about 40,000 from 1960 to now, denser after 2000', () => {
    expect(all.length).toBeGreaterThan(38_000);
    expect(all.length).toBeLessThan(45_000);
    const years = sound.map(({ timeMs }) => new Date(timeMs).getUTCFullYear());
    expect(Math.min(...years)).toBeLessThan(1970);
    expect(Math.max(...years)).toBe(2026);
    const perYear = (from: number, to: number) =>
      years.filter((year) => year >= from && year < to).length / (to - from);
    expect(perYear(2000, 2025)).toBeGreaterThan(3 * perYear(1960, 2000));
  });
  it.each([8478, 4])('have ids in UUID form that rise strictly (seed %s)', (seed) => {
    const ids = createBiota(seed, taxa)
      .occurrences(Date.UTC(2025, 1, 1))
      .map(({ id }) => id);
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !uuid.test(id))).toEqual([]);
    expect(ids.filter((id, i) => i > 0 && id <= (ids[i - 1] ?? ''))).toEqual([]);
  });
  it('have ids that say nothing of their dates', () => {
    const half = sound.slice(0, Math.floor(sound.length / 2));
    const meanTime = (list: typeof sound) => list.reduce((sum, { timeMs }) => sum + timeMs, 0) / list.length;
    expect(Math.abs(meanTime(half) - meanTime(sound))).toBeLessThan(200 * dayMs);
  });
  it('lie at sea, in the box of the country, at a depth the seabed allows', () => {
    const wrong = sound.filter(({ lon, lat, depthMeters, bathymetryMeters, timeMs, publishedMs }) => {
      if (lon === null || lat === null || depthMeters === null || bathymetryMeters === null) return true;
      const atSea = bboxContains([8, -18, 14, -4.4], [lon, lat]) && isAtSea([lon, lat]);
      return !atSea || depthMeters > bathymetryMeters || timeMs > publishedMs || publishedMs > nowMs;
    });
    expect(wrong).toEqual([]);
  });
  it('stay within the latitudes of their species where it lives here at all', () => {
    const stray = sound.filter(({ taxon, lat }) => {
      const [south, north] = taxon.latRange;
      return lat !== null && south < -4.4 && north > -18 && (lat < south - 0.6 || lat > north + 0.6);
    });
    expect(share(stray.length)).toBeLessThan(0.01);
  });
  it('put the fish of the bottom on a bottom of their depth', () => {
    const bottom = sound.filter(({ taxon }) => taxon.habitat === 'demersal' && taxon.group === 'fish');
    const fitting = bottom.filter(({ taxon, depthMeters }) => {
      const [shallow, deep] = taxon.depthRangeMeters;
      return depthMeters !== null && depthMeters >= shallow * 0.75 && depthMeters <= deep * 1.25 + 6;
    });
    expect(bottom.length).toBeGreaterThan(1_000);
    expect(fitting.length / bottom.length).toBeGreaterThan(0.85);
  });
  it('carry a small share of every fault, each as its flag says', () => {
    const of = (flag: string) => all.filter(({ flags }) => flags.includes(flag as never));
    for (const { lon, lat } of of('ON_LAND')) expect(isAtSea([lon ?? 0, lat ?? 0])).toBe(false);
    for (const { depthMeters } of of('NO_DEPTH')) expect(depthMeters).toBeNull();
    for (const { lon, lat } of of('NO_COORD')) expect([lon, lat]).toEqual([null, null]);
    for (const { lon, lat } of of('ZERO_COORD')) expect([lon, lat]).toEqual([0, 0]);
    for (const { timeMs } of of('DATE_IN_FUTURE')) expect(timeMs).toBeGreaterThan(nowMs);
    for (const { depthMeters, bathymetryMeters } of of('DEPTH_EXCEEDS_BATH')) {
      expect(depthMeters ?? 0).toBeGreaterThan(bathymetryMeters ?? 0);
    }
    for (const flag of [
      'ON_LAND',
      'NO_DEPTH',
      'NO_COORD',
      'ZERO_COORD',
      'DATE_IN_FUTURE',
      'DEPTH_EXCEEDS_BATH',
      'NO_MATCH',
    ]) {
      expect(of(flag).length).toBeGreaterThan(5);
    }
    expect(share(all.length - sound.length)).toBeLessThan(0.12);
  });
  it('come from twelve datasets with licences, and only from those that record the group', () => {
    expect(biota.datasets).toHaveLength(12);
    expect(new Set(biota.datasets.map(({ id }) => id)).size).toBe(12);
    expect(new Set(biota.datasets.map(({ license }) => license))).toEqual(new Set(['CC0', 'CC BY', 'CC BY-NC']));
    expect(new Set(all.map(({ dataset }) => dataset.id)).size).toBe(12);
    const groupsOf = (title: string) =>
      new Set(all.filter(({ dataset }) => dataset.title.startsWith(title)).map(({ taxon }) => taxon.group));
    expect(groupsOf('Aves marinhas')).toEqual(new Set(['bird']));
    expect(groupsOf('Herbário')).toEqual(new Set(['algae']));
  });
  it('show most of the species', () => {
    expect(new Set(all.map(({ taxon }) => taxon.id)).size).toBeGreaterThan(0.9 * taxa.length);
    expect(new Set(biota.taxa.map(({ id }) => id)).size).toBe(taxa.length);
  });
});

describe('the stream', () => {
  it('brings about 20 a day, keeps the old ones, and forgets nothing when asked about the past', () => {
    const later = biota.occurrences(nowMs + 10 * dayMs);
    expect(later.length - all.length).toBe(200);
    const ids = new Set(later.map(({ id }) => id));
    expect(all.every(({ id }) => ids.has(id))).toBe(true);
    expect(biota.occurrences(nowMs).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const early = biota.occurrences(Date.UTC(2000, 0, 1));
    expect(early.length).toBeGreaterThan(100);
    expect(early.every(({ publishedMs }) => publishedMs <= Date.UTC(2000, 0, 1))).toBe(true);
  });
  it('hands out the same array until something is new', () => {
    const later = biota.occurrences(nowMs + 30 * dayMs);
    expect(biota.occurrences(nowMs + 30 * dayMs + 1)).toBe(later);
  });
  it('is the same for the same seed however it was asked for', () => {
    const twin = createBiota(8478, taxa);
    twin.occurrences(Date.UTC(2025, 6, 1));
    expect(twin.occurrences(nowMs)).toEqual(all);
    expect(createBiota(1, taxa).occurrences(nowMs)[0]?.id).not.toBe(all[0]?.id);
  });
  it('finds records by id', () => {
    const some = all[1234];
    expect(some && biota.occurrenceById(some.id, nowMs)).toEqual(some);
    expect(biota.occurrenceById('00000000-0000-4000-9000-000000000000', nowMs)).toBeNull();
    expect(biota.occurrenceById('zzz', nowMs)).toBeNull();
  });
});

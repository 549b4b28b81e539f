import { describe, expect, it } from 'vitest';
import type { Landing } from '../types.ts';
import { createFisheries } from './fisheries.ts';

const fisheries = createFisheries(8478);
const landings = fisheries.landings(Date.UTC(2026, 8, 1));
const tonnes = (pick: (landing: Landing) => boolean) =>
  landings.filter(pick).reduce((sum, landing) => sum + landing.tonnes, 0);

describe('landings', () => {
  it('run from 1950 to the last complete year', () => {
    const years = landings.map(({ year }) => year);
    expect(Math.min(...years)).toBe(1950);
    expect(Math.max(...years)).toBe(2025);
    expect(new Set(years).size).toBe(76);
    expect(fisheries.landings(Date.UTC(2026, 0, 1)).at(-1)?.year).toBe(2025);
    expect(fisheries.landings(Date.UTC(2025, 11, 31, 23)).at(-1)?.year).toBe(2024);
  });
  it('peak near 600,000 t in 1972 and fall at independence', () => {
    expect(tonnes(({ year }) => year === 1972)).toBeGreaterThan(500_000);
    expect(tonnes(({ year }) => year === 1972)).toBeLessThan(720_000);
    expect(tonnes(({ year }) => year === 1976)).toBeLessThan(0.4 * tonnes(({ year }) => year === 1972));
  });
  it('come near 1,770,643 t and the segments of 2018–2021', () => {
    const recent = (sector?: string) =>
      tonnes((row) => row.year >= 2018 && row.year <= 2021 && (sector === undefined || row.sector === sector));
    expect(recent() / 1_770_643).toBeGreaterThan(0.8);
    expect(recent() / 1_770_643).toBeLessThan(1.2);
    expect(Math.abs(recent('industrial') / recent() - 0.507)).toBeLessThan(0.08);
    expect(Math.abs(recent('artisanal') / recent() - 0.348)).toBeLessThan(0.08);
    expect(recent('semi-industrial') / recent()).toBeLessThan(0.16);
  });
  it('show the horse mackerel of 1966 and the sardinellas of 1969', () => {
    const horseMackerel = tonnes((row) => row.year === 1966 && row.scientificName.startsWith('Trachurus'));
    const sardinella = tonnes((row) => row.year === 1969 && row.scientificName.startsWith('Sardinella'));
    expect(horseMackerel).toBeGreaterThan(130_000);
    expect(horseMackerel).toBeLessThan(240_000);
    expect(sardinella).toBeGreaterThan(100_000);
    expect(sardinella).toBeLessThan(200_000);
  });
  it('have no zero, no negative, and a price', () => {
    for (const { tonnes: weight, valueUsd, flag } of landings) {
      expect(weight).toBeGreaterThan(0);
      expect(valueUsd).toBeGreaterThan(0);
      expect(flag).toMatch(/^[A-Z]{3}$/);
    }
  });
  it('repeat for a seed and differ between seeds', () => {
    expect(createFisheries(8478).landings(Date.UTC(2026, 8, 1))).toEqual(landings);
    expect(createFisheries(2).landings(Date.UTC(2026, 8, 1))).not.toEqual(landings);
  });
});

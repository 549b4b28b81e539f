import { describe, expect, it } from 'vitest';
import {
  angolaBbox,
  bboxContains,
  bboxCovers,
  bboxOfGeometry,
  coastLine,
  coastLongitude,
  distanceMeters,
  fishingZones,
  isAtSea,
  isInZee,
  offshoreMeters,
  polygonAreaSquareMeters,
  ports,
  protectedAreas,
  stations,
  zee,
  zeeAreas,
  zeeCabinda,
  zeeMrgid,
  zeeProper,
  zeeSpanAt,
} from '../index.ts';

describe('coast', () => {
  it.each([
    [-6.5, 12.47],
    [-8.0, 13.19],
    [-9.5, 13.19],
    [-10.7, 13.77],
    [-11.5, 13.78],
    [-12.35, 13.53],
    [-13.5, 12.52],
    [-15.2, 12.07],
    [-15.8, 11.76],
    [-17.2, 11.76],
  ])('at %s° lies at %s° E as in the EPSG land polygon', (lat, lon) => {
    expect(Math.abs(coastLongitude(lat) - lon)).toBeLessThan(0.02);
  });
  it('takes the sand bars of Mussulo and Tigres as coast', () => {
    expect(Math.abs(coastLongitude(-8.8) - 13.26)).toBeLessThan(0.07);
    expect(Math.abs(coastLongitude(-16.8) - 11.8)).toBeLessThan(0.07);
  });
  it('tells sea from land and is continuous beyond its table', () => {
    expect(isAtSea([11, -10])).toBe(true);
    expect(isAtSea([14.5, -10])).toBe(false);
    expect(offshoreMeters([coastLongitude(-10) - 1, -10])).toBeCloseTo(109_505, -1);
    expect(coastLongitude(-30)).toBe(coastLongitude(-18.5));
    expect(coastLongitude(10)).toBe(coastLongitude(-4));
    expect(coastLine(-5.77, -5.04)).toHaveLength(17);
  });
});

describe('ZEE', () => {
  it('has the area of its geodesic polygon within 0.1 %', () => {
    expect(Math.abs(polygonAreaSquareMeters(zeeProper) / 487_732.24e6 - 1)).toBeLessThan(0.001);
  });
  it('comes with both parts within 2 % of the 495,866 km² of Marine Regions', () => {
    expect(Math.abs(polygonAreaSquareMeters(zee) / 1e6 / zeeAreas.marineRegions.value - 1)).toBeLessThan(0.02);
    expect(polygonAreaSquareMeters(zee)).toBeCloseTo(
      polygonAreaSquareMeters(zeeProper) + polygonAreaSquareMeters(zeeCabinda),
      0,
    );
  });
  it('knows its sides', () => {
    expect(zeeMrgid).toBe(8478);
    expect(zeeAreas.configured.value).toBe(518_000);
    expect(zeeAreas.national.value).toBe(518_433);
    expect(isInZee([11.5, -10])).toBe(true);
    expect(isInZee([11.8, -5.4])).toBe(true);
    expect(isInZee([11.9, -6.0])).toBe(false); // mouth of the Congo, never delimited
    expect(isInZee([0, 0])).toBe(false);
    expect(isInZee([7.9, -10])).toBe(false);
    expect(zeeSpanAt(-17)?.[0]).toBeCloseTo(8.25, 2);
    expect(zeeSpanAt(-5.5)?.[1]).toBeCloseTo(coastLongitude(-5.5), 6);
    expect(zeeSpanAt(0)).toBeNull();
    const box = bboxOfGeometry(zee);
    expect(box !== null && bboxCovers(angolaBbox, box)).toBe(true);
  });
});

describe('reference places', () => {
  it('puts every port within 12 km of the coast and inside the box of the country', () => {
    expect(new Set(ports.map(({ id }) => id)).size).toBe(ports.length);
    const astray = ports.filter(
      ({ position }) => !bboxContains(angolaBbox, position) || Math.abs(offshoreMeters(position)) > 12_000,
    );
    expect(astray).toEqual([]);
  });
  it('has 47 stations at sea, in the ZEE or within 12 km of it', () => {
    expect(stations).toHaveLength(47);
    expect(new Set(stations.map(({ id }) => id)).size).toBe(47);
    expect(new Set(stations.map(({ name }) => name)).size).toBe(47);
    const astray = stations.filter(({ position }) => {
      const [, lat] = position;
      const nearEdge = zeeSpanAt(lat)?.some((lon) => distanceMeters([lon, lat], position) < 12_000) ?? false;
      return offshoreMeters(position) < -1_500 || !(isInZee(position) || nearEdge);
    });
    expect(astray).toEqual([]);
  });
  it('has twelve fishing zones inside the ZEE that fill 95 % of it', () => {
    expect(fishingZones).toHaveLength(12);
    const zoneArea = fishingZones.reduce((sum, { geometry }) => sum + polygonAreaSquareMeters(geometry), 0);
    expect(zoneArea).toBeLessThan(polygonAreaSquareMeters(zee));
    expect(zoneArea).toBeGreaterThan(0.95 * polygonAreaSquareMeters(zee));
    for (const { geometry } of fishingZones) {
      for (const [lon, lat] of geometry.coordinates[0] ?? []) {
        const span = zeeSpanAt(lat);
        expect(span !== null && lon >= span[0] - 1e-9 && lon <= span[1] + 1e-9).toBe(true);
      }
    }
  });
  it('draws Iona with the area that is declared, and says that its limit is approximate', () => {
    const iona = protectedAreas.find(({ id }) => id === 'iona');
    const outline = iona?.approximateOutline ?? [];
    const squareKm = polygonAreaSquareMeters({ type: 'Polygon', coordinates: [outline] }) / 1e6;
    expect(Math.abs(squareKm / (iona?.area?.value ?? 0) - 1)).toBeLessThan(0.02);
    expect(outline.at(-1)).toEqual(outline[0]);
    expect(iona?.name).toContain('limite aproximado');
    const box = bboxOfGeometry({ type: 'Polygon', coordinates: [outline] });
    expect(box?.map((edge) => Number(edge.toFixed(3)))).toEqual(iona?.bbox);
  });
  it('knows that the configured park box is on land and that the reserve is not', () => {
    const seaShare = (id: string) => {
      const box = protectedAreas.find((area) => area.id === id)?.bbox;
      if (box === undefined || box === null) return null;
      let sea = 0;
      for (let i = 0; i < 400; i++) {
        const lon = box[0] + ((box[2] - box[0]) * ((i % 20) + 0.5)) / 20;
        const lat = box[1] + ((box[3] - box[1]) * (Math.floor(i / 20) + 0.5)) / 20;
        if (isAtSea([lon, lat])) sea++;
      }
      return sea / 400;
    };
    expect(seaShare('caixa-parque-nacional')).toBe(0);
    expect(seaShare('caixa-reserva')).toBeCloseTo(2757 / 3829, 1);
    expect(seaShare('iona-marinha')).toBeGreaterThan(0.9);
  });
});

import { describe, expect, it } from 'vitest';
import {
  angolaBbox,
  bboxContains,
  bboxCovers,
  bboxOfGeometry,
  coastLine,
  coastLongitude,
  coastTable,
  distanceMeters,
  fishingStrips,
  fishingZones,
  isAtSea,
  isInZee,
  nearestCoastPoint,
  offshoreInstallations,
  offshoreMeters,
  pointInPolygon,
  polygonAreaSquareMeters,
  ports,
  protectedAreas,
  safetyZone,
  safetyZoneMeters,
  seededRandom,
  stations,
  zee,
  zeeAreas,
  zeeCabinda,
  zeeMrgid,
  zeeProper,
  zeeSpanAt,
} from '../index.ts';

describe('installations at sea', () => {
  it('has each in the zone of Angola, at its published place, known to better than its safety zone is wide', () => {
    for (const { position, resolutionMeters } of offshoreInstallations) {
      expect(isInZee(position)).toBe(true);
      expect(resolutionMeters).toBeLessThan(safetyZoneMeters / 2);
    }
    // 6°58′07″ S 12°23′43″ E.
    const [lon = 0, lat = 0] = offshoreInstallations.find(({ id }) => id === 'palanca-fso')?.position ?? [];
    expect([lon, lat].map((degrees) => degrees.toFixed(5))).toEqual(['12.39528', '-6.96861']);
  });

  it('has a safety zone that reaches 500 m on every side, and no farther', () => {
    const centre = offshoreInstallations[0]?.position ?? [0, 0];
    const ring = safetyZone(centre);
    expect(ring[0]).toEqual(ring.at(-1));
    for (const corner of ring) expect(distanceMeters(centre, corner)).toBeCloseTo(500, 3);
    // A regular polygon of 48 corners within the circle has 99.7 % of its area; the sphere and the ellipsoid differ by 0.5 %.
    const area = polygonAreaSquareMeters({ type: 'Polygon', coordinates: [ring] });
    expect(area / (Math.PI * 500 ** 2)).toBeGreaterThan(0.99);
    expect(area / (Math.PI * 500 ** 2)).toBeLessThan(1.005);
  });
});

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
    expect(offshoreMeters([coastLongitude(0) - 1, 0])).toBeCloseTo(111_195, 6);
    expect(isAtSea([coastLongitude(-10), -10])).toBe(false);
  });
  it('has 291 rows that follow one another: no step of 5.6 km is a leap of over 25 km', () => {
    const { south, north, stepDegrees } = coastTable;
    const line = coastLine(south, north);
    expect(line).toHaveLength(291);
    const leaps = line.filter(([lon], index) => Math.abs(lon - (line[index + 1]?.[0] ?? lon)) > 0.225);
    expect(leaps).toEqual([]);
    expect(coastLongitude(south + stepDegrees / 2)).toBeCloseTo(
      (coastLongitude(south) + coastLongitude(south + stepDegrees)) / 2,
      9,
    );
    expect([coastLongitude(south), coastLongitude(north)]).toEqual([12.032, 11.206]);
  });
  it('draws a stretch with its two ends once each, and the rows between them', () => {
    expect(coastLine(-10, -9.9).map(([, lat]) => lat)).toEqual([-10, -9.95, -9.9]);
    expect(coastLine(-10.01, -9.89).map(([, lat]) => lat)).toEqual([-10.01, -10, -9.95, -9.9, -9.89]);
  });
  it('finds the nearest point of the coast as a search of every 50 m of it does', () => {
    const random = seededRandom('coast');
    for (let round = 0; round < 30; round += 1) {
      const lat = -17 + random() * 11;
      const position = [coastLongitude(lat) - 0.02 - random() * 1.5, lat] as const;
      const found = nearestCoastPoint(position);
      if (found === null) throw new Error('a position at sea has a nearest coast');
      let least = Number.POSITIVE_INFINITY;
      for (let near = lat - 1.6; near <= lat + 1.6; near += 0.0005)
        least = Math.min(least, distanceMeters(position, [coastLongitude(near), near]));
      const meters = distanceMeters(position, found);
      expect(Math.abs(meters / least - 1)).toBeLessThan(0.002);
      expect(Math.abs(coastLongitude(found[1]) - found[0])).toBeLessThan(1e-6);
    }
    expect(nearestCoastPoint([14.5, -10])).toBeNull();
    expect(nearestCoastPoint([coastLongitude(-10), -10])).toBeNull();
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
    // The western corner of EPSG area 3180, where Cabinda's sea begins.
    expect(bboxOfGeometry(zeeCabinda)?.slice(0, 2)).toEqual([10.5315, -6.0333]);
    expect(angolaBbox).toEqual([8.2, -18, 14, -4.4]);
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
    const latitudes = ports.map(({ position }) => position[1]);
    expect(latitudes).toEqual(latitudes.toSorted((a, b) => b - a));
  });
  it.each([
    ['port', 12_000],
    ['estuary', 15_000],
    ['coastal', 15_000],
    ['shelf', 60_000],
  ] as const)('has its stations of kind %s within %d m of the coast', (kind, meters) => {
    const far = stations
      .filter((station) => station.kind === kind)
      .filter(({ position }) => {
        const nearest = nearestCoastPoint(position);
        return nearest !== null && distanceMeters(position, nearest) > meters;
      });
    expect(far).toEqual([]);
    const depths = { port: 10, estuary: 8, coastal: 20, shelf: 80 };
    expect(new Set(stations.filter((station) => station.kind === kind).map(({ depthMeters }) => depthMeters))).toEqual(
      new Set([depths[kind]]),
    );
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
  it.each([
    ['artesanal', 0, 6],
    ['semi-industrial', 6, 12],
    ['industrial', 12, null],
  ] as const)('begins and ends the zones of %s fishing at %s and %s nautical miles', (segment, from, to) => {
    expect(fishingStrips.find((each) => each.segment === segment)).toMatchObject({
      fromNauticalMiles: from,
      toNauticalMiles: to,
    });
    for (const [sector, lat] of [
      ['cabinda', -5.5],
      ['norte', -7.3],
      ['centro', -11.3],
      ['sul', -16.2],
    ] as const) {
      const zone = fishingZones.find(({ id }) => id === `${sector}-${segment}`);
      if (zone === undefined) throw new Error(`no zone ${sector}-${segment}`);
      const shore = Math.min(coastLongitude(lat), zeeSpanAt(lat)?.[1] ?? Number.NaN);
      const holds = (miles: number) =>
        pointInPolygon([shore - miles / 60 / Math.cos((lat * Math.PI) / 180), lat], zone.geometry);
      const edges = [from - 0.2, from + 0.2, (to ?? 40) - 0.2, (to ?? 40) + 0.2];
      expect(edges.map(holds)).toEqual([false, true, true, to === null]);
    }
  });
  it('ends a zone where the ZEE ends', () => {
    for (const { geometry } of fishingZones) {
      const [ring = []] = geometry.coordinates;
      expect(ring.at(-1)).toEqual(ring[0]);
    }
    const box = bboxOfGeometry({
      type: 'MultiPolygon',
      coordinates: fishingZones.map((zone) => zone.geometry.coordinates),
    });
    expect(box?.map((edge) => Number(edge.toFixed(2)))).toEqual([8.24, -17.24, 13.84, -5.1]);
  });
  it('names the areas with the year and the area of the national list', () => {
    const listed = protectedAreas.filter(({ establishedYear }) => establishedYear !== null);
    expect(listed.map(({ id, establishedYear, area }) => [id, establishedYear, area?.value])).toEqual([
      ['iona', 1964, 15_150],
      ['quicama', 1957, 9_960],
      ['namibe-parcial', 1960, 4_450],
      ['ilheu-dos-passaros', 1973, 2],
      ['chimalavera', 1974, 100],
    ]);
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

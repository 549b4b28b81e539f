import { clipLine, clipRing } from '@kianda/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { velocityOf } from '../currents/velocity.ts';
import { mercatorX, mercatorY } from '../field/mercator.ts';
import { graticuleLines, graticuleStep, multiplesWithin } from './base/graticule.ts';
import { baseStyle, slotLayer, slots } from './base/style.ts';
import { mapColours } from './colours.ts';
import { metersPerPixel, roundLength } from './controls/scale-bar.ts';
import { arrowsOf } from './layers/currents/arrows.ts';
import { outlinesOf } from './outlines.ts';

describe('graticule', () => {
  it('has more lines the nearer the map is', () => {
    const steps = [3, 4, 5.5, 6.5, 8, 10].map(graticuleStep);
    expect(steps).toEqual([10, 5, 2, 1, 0.5, 0.25]);
  });
  it('finds the multiples within an interval, zero among them', () => {
    expect(multiplesWithin(-2.2, 2, 1)).toEqual([-2, -1, 0, 1, 2]);
    expect(multiplesWithin(0.1, 0.4, 0.5)).toEqual([]);
    expect(multiplesWithin(8.1, 8.7, 0.1)).toEqual([8.1, 8.2, 8.3, 8.4, 8.5, 8.6, 8.7]);
  });
  it('draws meridians and parallels over the whole box', () => {
    const { geometry } = graticuleLines([8, -18, 12, -16], 2);
    expect(geometry.coordinates).toHaveLength(5);
    expect(geometry.coordinates[0]).toEqual([
      [8, -18],
      [8, -16],
    ]);
  });
});

describe('scale bar', () => {
  it('agrees with the width of the web map at the equator and with the cosine elsewhere', () => {
    expect(metersPerPixel(0, 0)).toBeCloseTo(78_271.517, 2);
    expect(metersPerPixel(-60, 4)).toBeCloseTo(metersPerPixel(0, 5), 6);
  });
  it('shows a round length that fits, and more than a third of the room', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), (unitsPerPixel) => {
        const { length, pixels } = roundLength(unitsPerPixel, 110);
        expect(pixels).toBeLessThanOrEqual(110 + 1e-9);
        expect(pixels).toBeGreaterThan(110 / 3);
        expect(length / 10 ** Math.floor(Math.log10(length * (1 + 1e-12)))).toSatisfy((first: number) =>
          [1, 2, 3, 5].some((digit) => Math.abs(digit - first) < 1e-6),
        );
      }),
    );
  });
});

describe('clipping of the base map', () => {
  const box = [0, 0, 10, 10] as const;
  it('cuts a ring at the edges and closes it again', () => {
    const square = [
      [-5, 2],
      [5, 2],
      [5, 8],
      [-5, 8],
      [-5, 2],
    ] as const;
    const cut = clipRing(square, box);
    expect(cut[0]).toEqual(cut.at(-1));
    expect(new Set(cut.map(String))).toEqual(new Set(['0,2', '5,2', '5,8', '0,8']));
  });
  it('keeps what is inside as it is and nothing of what is outside', () => {
    const inside = [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 1],
    ] as const;
    expect(clipRing(inside, box)).toHaveLength(4);
    expect(
      clipRing(
        inside.map(([lon, lat]) => [lon + 50, lat]),
        box,
      ),
    ).toEqual([]);
  });
  it('cuts a line into its runs inside', () => {
    const line = [1, 2, 20, 3, 4, -1].map((lon) => [lon, 5] as const);
    expect(clipLine(line, box).map((run) => run.map(([lon]) => lon))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

describe('layers', () => {
  it('outlines of polygons are lines with the polygons’ properties; other shapes have none', () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    const outlines = outlinesOf({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'a' },
          geometry: { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
        },
        { type: 'Feature', properties: { name: 'b' }, geometry: { type: 'Point', coordinates: [0, 0] } },
      ],
    });
    expect(outlines.features).toEqual([
      { type: 'Feature', properties: { name: 'a' }, geometry: { type: 'MultiLineString', coordinates: [ring, ring] } },
    ]);
  });
  it.each(['light', 'dark'] as const)(
    'the %s style has every slot in order, fields below land, names above',
    (scheme) => {
      const style = baseStyle(mapColours[scheme], 'https://example.org/land.geojson');
      const ids = style.layers.map(({ id }) => id);
      const places = slots.map((slot) => ids.indexOf(slotLayer(slot)));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(ids.indexOf(slotLayer('field'))).toBeLessThan(ids.indexOf('land'));
      expect(ids.indexOf('countries')).toBeGreaterThan(ids.indexOf('land'));
      expect(style.glyphs).toBeUndefined();
    },
  );
});

describe('arrows', () => {
  const grid = { west: 8, south: -12, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 9, rows: 9 };
  const field = (value: number) => ({ grid, values: new Float32Array(81).fill(value) });
  const box = { left: mercatorX(8), right: mercatorX(12), top: mercatorY(-8), bottom: mercatorY(-12) };
  it('point where the water goes, north up, and no longer than their room', () => {
    const arrows = arrowsOf(velocityOf(field(0.3), field(0.4)), box, { width: 300, height: 304, fullSpeed: 0.6 });
    expect(arrows.length).toBeGreaterThan(60);
    for (const { fromX, fromY, toX, toY, speed } of arrows) {
      expect(speed).toBeCloseTo(0.5, 6);
      expect((toX - fromX) / (fromY - toY)).toBeCloseTo(0.75, 6);
      expect(Math.hypot(toX - fromX, toY - fromY)).toBeLessThanOrEqual(24);
    }
  });
  it('are left out where the water stands still', () => {
    expect(arrowsOf(velocityOf(field(0), field(0)), box, { width: 300, height: 300, fullSpeed: 0.6 })).toEqual([]);
  });
});

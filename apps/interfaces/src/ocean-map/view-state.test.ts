import { mapFragment } from '@kianda/contract/open/maps/fragment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseLayers, overlays } from './layers.ts';
import { decodeView, encodeView, flowFactors, initialView, type ViewState } from './view-state.ts';

const share = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
const lon = fc.integer({ min: -180_000, max: 180_000 }).map((value) => value / 1000);
const lat = fc.integer({ min: -85_000, max: 85_000 }).map((value) => value / 1000);
const position = fc.tuple(lon, lat);
const view: fc.Arbitrary<ViewState> = fc.record({
  base: fc.constantFrom(...baseLayers),
  baseOpacity: share,
  model: fc.option(fc.constantFrom('habitat_suitability' as const, 'species_classifier' as const)),
  fitted: fc.boolean(),
  overlays: fc.record(
    Object.fromEntries(overlays.map((id) => [id, fc.record({ on: fc.boolean(), opacity: share })])),
  ) as unknown as fc.Arbitrary<ViewState['overlays']>,
  momentMs: fc.option(fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000)),
  camera: fc.option(
    fc.record({ center: position, zoom: fc.integer({ min: 300, max: 1100 }).map((value) => value / 100) }),
  ),
  pick: fc.option(
    fc.oneof(
      position.map((at) => ({ kind: 'point' as const, position: at })),
      fc.constantFrom('cab-01', 'soy-01').map((id) => ({ kind: 'station' as const, id })),
    ),
  ),
  series: fc.constantFrom('analysedSst' as const, 'salinity' as const),
  pace: fc.constantFrom(...flowFactors),
  density: fc.constantFrom(...flowFactors),
});

describe('view state in the address', () => {
  it('comes back as it was, for every view', () => {
    fc.assert(
      fc.property(view, (state) => {
        const shown = decodeView(`#${encodeView(state)}`);
        // A layer that is off shares nothing: its opacity starts anew.
        const expected = {
          ...state,
          overlays: Object.fromEntries(
            overlays.map((id) => [
              id,
              state.overlays[id].on ? state.overlays[id] : { on: false, opacity: shown.overlays[id].opacity },
            ]),
          ),
        };
        expect(shown).toEqual(expected);
      }),
    );
  });
  it('is empty for the first view and short for others', () => {
    expect(encodeView(initialView)).toBe('');
    expect(decodeView('')).toEqual(initialView);
    const other: ViewState = {
      ...initialView,
      base: 'chlorophyll',
      momentMs: Date.parse('2026-11-20T12:00:00Z'),
      pick: { kind: 'point', position: [0, -10.5] },
    };
    expect(encodeView(other)).toBe('v=chlorophyll&t=2026-11-20T12:00:00Z&p=0,-10.5');
  });
  it.each(['v=constructor', 't=ontem', 'c=1,2', 'c=999,0,5', 'p=,', 'p=NaN,1', 'o=-5', 'o=500', 'e=../x', 'l'])(
    'ignores %s',
    (fragment) => {
      const { overlays: _layers, ...rest } = decodeView(fragment);
      const { overlays: _initialLayers, ...initial } = initialView;
      expect(rest).toEqual(initial);
    },
  );
  it('keeps zero apart from nothing', () => {
    expect(decodeView('p=0,0').pick).toEqual({ kind: 'point', position: [0, 0] });
    expect(decodeView('t=1970-01-01T00:00:00Z').momentMs).toBe(0);
    expect(decodeView('o=0').baseOpacity).toBe(0);
  });
});

it('a saved map opens as it was saved', () => {
  const view = decodeView(
    mapFragment({
      base: 'chlorophyll',
      baseOpacity: 0.7,
      fitted: true,
      overlays: { protected: 0.5, zee: 1 },
      moment: '2026-08-30T00:00:00.000Z',
      camera: { lon: 12.5, lat: -9.25, zoom: 6.5 },
    }),
  );
  expect(view).toMatchObject({
    base: 'chlorophyll',
    baseOpacity: 0.7,
    fitted: true,
    momentMs: Date.parse('2026-08-30T00:00:00Z'),
    camera: { center: [12.5, -9.25], zoom: 6.5 },
  });
  const shown = overlays.filter((id) => view.overlays[id].on);
  expect(shown).toEqual(['zee', 'protected']);
  expect(view.overlays.protected.opacity).toBe(0.5);
});

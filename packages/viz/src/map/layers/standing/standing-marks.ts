/** Kinds of things that the map marks where they stand: structures at sea, and stations of safety on AIS. */
export const structureKinds = ['oil', 'wind', 'unknown'] as const;
export const stationKinds = ['distress', 'aircraft', 'text', 'aid', 'base'] as const;
export type StructureKind = (typeof structureKinds)[number];
export type StationKind = (typeof stationKinds)[number];
export type StandingKind = StructureKind | StationKind;
export const standingKinds: readonly StandingKind[] = [...structureKinds, ...stationKinds];

/** One of them as it is drawn. */
export type StandingMark = {
  readonly key: string;
  readonly kind: StandingKind;
  readonly lon: number;
  readonly lat: number;
};

const triangle = 'M12 3 L22 20 L2 20 Z';
const circle = 'M12 3 A9 9 0 1 1 11.99 3 Z';
const diamond = 'M12 1.5 L22.5 12 L12 22.5 L1.5 12 Z';

/** Outline in a square of 24, colour with 4.5:1 under its white letter, the letter, and where its middle is. */
type Drawing = { readonly path: string; readonly colour: string; readonly letter: string; readonly middle: number };
export const standingDrawings: Readonly<Record<StandingKind, Drawing>> = {
  oil: { path: triangle, colour: '#6b4a1b', letter: 'P', middle: 14.6 },
  wind: { path: triangle, colour: '#1a6b45', letter: 'V', middle: 14.6 },
  unknown: { path: triangle, colour: '#54606e', letter: '?', middle: 14.6 },
  distress: { path: circle, colour: '#b3121d', letter: '!', middle: 12.4 },
  aircraft: { path: circle, colour: '#93420a', letter: 'H', middle: 12.4 },
  text: { path: circle, colour: '#54606e', letter: 'T', middle: 12.4 },
  aid: { path: diamond, colour: '#1f5fa8', letter: 'N', middle: 12.4 },
  base: { path: circle, colour: '#3f4296', letter: 'B', middle: 12.4 },
};

export const standingImage = (kind: StandingKind): string => `fixo-${kind}`;

/** Marks as GeoJSON points with `key`, `kind` and `image`; a signal of distress is drawn last, above the others. */
export function standingFeatures(marks: readonly StandingMark[]): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: marks.map(({ key, kind, lon, lat }) => ({
      type: 'Feature',
      properties: { key, kind, image: standingImage(kind), order: kind === 'distress' ? 1 : 0 },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  };
}

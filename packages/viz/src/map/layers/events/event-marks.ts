/** Kinds of event that the map distinguishes, in the order of their legend. */
export const eventKindNames = [
  'encounter',
  'loitering',
  'gap',
  'port_visit',
  'fishing',
  'zone',
  'jump',
  'shared_mmsi',
  'on_land',
] as const;
export type EventKind = (typeof eventKindNames)[number];

/** One event as it is drawn. */
export type EventMark = {
  readonly key: string;
  readonly kind: EventKind;
  readonly lon: number;
  readonly lat: number;
  readonly label: string;
};

/** A letter in a square shows the kind without colour. */
export const eventLetters: Readonly<Record<EventKind, string>> = {
  encounter: 'E',
  loitering: 'L',
  gap: 'S',
  port_visit: 'P',
  fishing: 'F',
  zone: 'A',
  jump: 'I',
  shared_mmsi: 'M',
  on_land: 'T',
};

/** Backgrounds with 4.5:1 under white letters. */
export const eventColours: Readonly<Record<EventKind, string>> = {
  encounter: '#b3261e',
  loitering: '#875200',
  gap: '#425362',
  port_visit: '#1f5fa8',
  fishing: '#1a6b45',
  zone: '#7a3b8f',
  jump: '#9a3412',
  shared_mmsi: '#5b3a29',
  on_land: '#4d5a1f',
};

export const eventImage = (kind: EventKind): string => `acontecimento-${kind}`;

/** Events as GeoJSON points with `key`, `kind`, `image` and `label`. */
export function eventFeatures(marks: readonly EventMark[]): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: marks.map(({ key, kind, lon, lat, label }) => ({
      type: 'Feature',
      properties: { key, kind, label, image: eventImage(kind) },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  };
}

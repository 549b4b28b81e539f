import { coastLine, coastLongitude, destination, hashUnit, type Position, polygonAreaSquareMeters } from '@kianda/geo';

/** Form of a boundary; a point where the register has no boundary. */
type Shape =
  | { readonly kind: 'blob'; readonly center: Position; readonly km2: number }
  | { readonly kind: 'coast'; readonly south: number; readonly north: number; readonly widthDegrees: number }
  | { readonly kind: 'sea'; readonly south: number; readonly north: number; readonly widthDegrees: number }
  | { readonly kind: 'point'; readonly center: Position };

export type SiteSeed = {
  /** Number in the simulated register: above 990,000,000, where no site of the real one is. */
  readonly siteId: number;
  readonly name: string;
  readonly nameEnglish: string;
  readonly designation: string;
  readonly designationId: number;
  readonly iucn: string;
  readonly legalStatus: 'Designated' | 'Proposed';
  readonly year: number;
  readonly marine: boolean;
  readonly reportedKm2: number;
  readonly governance: string;
  readonly shape: Shape;
};

const government = 'Federal or national ministry or agency';
const park = { designation: 'Parque Nacional', designationId: 1, iucn: 'II', governance: government } as const;

function blob(lon: number, lat: number, km2: number): Shape {
  return { kind: 'blob', center: [lon, lat], km2 };
}

type SiteFacts = Pick<SiteSeed, 'name' | 'nameEnglish' | 'year' | 'reportedKm2' | 'shape'> & Partial<SiteSeed>;

/** A site; a national park unless its facts say otherwise. */
function site(ordinal: number, facts: SiteFacts): SiteSeed {
  return {
    siteId: 990_000_000 + ordinal,
    ...park,
    legalStatus: 'Designated',
    marine: facts.shape.kind === 'sea',
    ...facts,
  };
}

const reserve = (kind: 'Integral' | 'Parcial') => ({
  designation: kind === 'Integral' ? 'Reserva Natural Integral' : 'Reserva Parcial',
  designationId: kind === 'Integral' ? 2 : 3,
  iucn: kind === 'Integral' ? 'Ia' : 'IV',
});

/** Protected areas of Angola. Names, years and areas are real; the boundaries are made up. */
export const siteSeeds: readonly SiteSeed[] = [
  site(1, {
    name: 'Iona',
    nameEnglish: 'Iona',
    year: 1964,
    reportedKm2: 15_150,
    // As wide as makes the area declared.
    shape: { kind: 'coast', south: -17.25, north: -15.75, widthDegrees: 0.86 },
  }),
  site(2, {
    name: 'Quiçama',
    nameEnglish: 'Kissama',
    year: 1957,
    reportedKm2: 9_960,
    shape: { kind: 'coast', south: -10.3, north: -9.35, widthDegrees: 0.75 },
  }),
  site(3, {
    name: 'Cangandala',
    nameEnglish: 'Cangandala',
    year: 1963,
    reportedKm2: 630,
    shape: blob(16.7, -9.85, 630),
  }),
  site(4, { name: 'Bicuar', nameEnglish: 'Bicuar', year: 1964, reportedKm2: 7_900, shape: blob(14.8, -15.3, 7_900) }),
  site(5, { name: 'Mupa', nameEnglish: 'Mupa', year: 1964, reportedKm2: 6_600, shape: blob(15.75, -15.9, 6_600) }),
  site(6, { name: 'Cameia', nameEnglish: 'Cameia', year: 1938, reportedKm2: 14_450, shape: blob(21.6, -11.9, 14_450) }),
  site(7, {
    name: 'Luengue-Luiana',
    nameEnglish: 'Luengue-Luiana',
    year: 2011,
    reportedKm2: 42_000,
    shape: blob(21.6, -16.9, 42_000),
  }),
  site(8, {
    name: 'Mavinga',
    nameEnglish: 'Mavinga',
    year: 2011,
    reportedKm2: 46_072,
    shape: blob(20.9, -15.6, 46_072),
  }),
  site(9, {
    name: 'Maiombe',
    nameEnglish: 'Mayombe',
    year: 2011,
    reportedKm2: 1_930,
    shape: blob(12.55, -4.75, 1_930),
  }),
  site(10, {
    name: 'Reserva Parcial do Namibe',
    nameEnglish: 'Namibe',
    year: 1960,
    reportedKm2: 4_450,
    shape: { kind: 'coast', south: -15.7, north: -15.25, widthDegrees: 0.8 },
    ...reserve('Parcial'),
  }),
  site(11, {
    name: 'Luando',
    nameEnglish: 'Luando',
    year: 1957,
    reportedKm2: 8_280,
    shape: blob(17.2, -10.9, 8_280),
    ...reserve('Integral'),
  }),
  site(12, {
    name: 'Ilhéu dos Pássaros',
    nameEnglish: 'Ilheu dos Passaros',
    year: 1973,
    reportedKm2: 2,
    shape: { kind: 'point', center: [13.14, -8.93] },
    ...reserve('Integral'),
    marine: true,
  }),
  site(13, {
    name: 'Búfalo',
    nameEnglish: 'Buffalo',
    year: 1974,
    reportedKm2: 400,
    shape: blob(13.75, -13.1, 400),
    ...reserve('Parcial'),
  }),
  site(14, {
    name: 'Chimalavera',
    nameEnglish: 'Chimalavera',
    year: 1974,
    reportedKm2: 100,
    shape: blob(13.25, -12.8, 100),
    designation: 'Parque Natural Regional',
    designationId: 4,
    iucn: 'V',
    governance: 'Sub-national ministry or agency',
  }),
  site(15, {
    name: 'Área Marinha Protegida do Iona',
    nameEnglish: 'Iona Marine Protected Area',
    year: 2023,
    reportedKm2: 9_800,
    shape: { kind: 'sea', south: -17.25, north: -15.8, widthDegrees: 0.6 },
    designation: 'Área Marinha Protegida',
    designationId: 5,
    iucn: 'Not Reported',
    legalStatus: 'Proposed',
  }),
];

export type SiteGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

/** Boundary of a site in the world of a seed. */
export function siteGeometry({ siteId, shape }: SiteSeed, seed: number): SiteGeometry {
  switch (shape.kind) {
    case 'point':
      return { type: 'Point', coordinates: shape.center };
    case 'blob':
      return { type: 'Polygon', coordinates: [roundRing(shape.center, shape.km2, hashKey(seed, siteId))] };
    case 'coast':
      return { type: 'Polygon', coordinates: [strip(shape, shape.widthDegrees)] };
    case 'sea':
      return { type: 'Polygon', coordinates: [strip(shape, -shape.widthDegrees)] };
  }
}

/** Area in km² as a geographer would measure it; null for a point. */
export function gisAreaKm2(geometry: SiteGeometry): number | null {
  return geometry.type === 'Point' ? null : polygonAreaSquareMeters(geometry) / 1e6;
}

function hashKey(seed: number, siteId: number): string {
  return `${seed}:site:${siteId}`;
}

/** A closed ring of about `km2` around a centre, its radius uneven. */
function roundRing(center: Position, km2: number, key: string): Position[] {
  const radiusMeters = Math.sqrt((km2 * 1e6) / Math.PI);
  const phases = [2, 3, 5].map((waves) => ({ waves, phase: 2 * Math.PI * hashUnit(key, waves) }));
  const ring: Position[] = [];
  for (let step = 0; step < 48; step += 1) {
    const angle = (2 * Math.PI * step) / 48;
    const uneven = phases.reduce((sum, { waves, phase }) => sum + Math.sin(waves * angle + phase) / (4 * waves), 0);
    ring.push(rounded(destination(center, (angle * 180) / Math.PI, radiusMeters * (1 + uneven))));
  }
  return closed(ring);
}

/** A strip along the coast, inland (positive width) or out to sea. */
function strip({ south, north }: { readonly south: number; readonly north: number }, widthDegrees: number): Position[] {
  const coast = coastLine(south, north).map(rounded);
  const other = [north, (north + south) / 2, south].map((lat) => rounded([coastLongitude(lat) + widthDegrees, lat]));
  return closed([...coast, ...other]);
}

function closed(ring: readonly Position[]): Position[] {
  const [first] = ring;
  return first === undefined ? [] : [...ring, first];
}

function rounded([lon, lat]: Position): Position {
  return [Number(lon.toFixed(5)), Number(lat.toFixed(5))];
}

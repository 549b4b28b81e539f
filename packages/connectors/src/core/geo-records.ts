/** `[lon, lat]`, WGS84 degrees. */
export type LonLat = readonly [lon: number, lat: number];

/** GeoJSON geometry as stored and drawn: two ordinates, WGS84 degrees. */
export type GeoGeometry =
  | { readonly type: 'Point'; readonly coordinates: LonLat }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly LonLat[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly LonLat[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly LonLat[])[])[] };

/** One site of a register of protected areas. Areas in km². */
export type ProtectedAreaRecord = {
  readonly kind: 'protected-area';
  /** Id in the register (WDPA `site_id`). */
  readonly siteId: string;
  readonly withdrawn: false;
  /** Name in the language of the country. */
  readonly name: string;
  readonly nameEnglish: string | null;
  readonly designation: string | null;
  /** `National`, `Regional`, `International`. */
  readonly jurisdiction: string | null;
  readonly iucnCategory: string | null;
  readonly legalStatus: string | null;
  /** ISO date of the legal status; null where unknown. */
  readonly legalStatusDate: string | null;
  readonly statusYear: number | null;
  readonly governance: string | null;
  readonly managementAuthority: string | null;
  readonly noTake: string | null;
  readonly realm: string | null;
  readonly marine: boolean | null;
  readonly isOecm: boolean | null;
  readonly reportedAreaKm2: number | null;
  readonly reportedMarineAreaKm2: number | null;
  readonly gisAreaKm2: number | null;
  readonly gisMarineAreaKm2: number | null;
  /** ISO 3166 alpha-3. */
  readonly countries: readonly string[];
  /** Organisations that reported the site to the register. */
  readonly sources: readonly string[];
  readonly parcels: number;
  readonly url: string | null;
  /** A point where the register has no boundary; null where the account may not see it. */
  readonly geometry: GeoGeometry | null;
};

/** A site that the register no longer has. */
export type WithdrawnAreaRecord = {
  readonly kind: 'protected-area';
  readonly siteId: string;
  readonly withdrawn: true;
};

export type MapFeature = {
  /** Stable within its layer. */
  readonly id: string;
  readonly geometry: GeoGeometry;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** One layer of a regional map server, complete: features absent from it no longer exist. */
export type MapLayerRecord = {
  readonly kind: 'map-layer';
  readonly layerId: string;
  readonly withdrawn: false;
  readonly title: string;
  readonly abstract: string | null;
  readonly keywords: readonly string[];
  /** west, south, east, north. */
  readonly bbox: readonly [number, number, number, number] | null;
  readonly updatedMs: number | null;
  readonly url: string | null;
  readonly licence: string | null;
  /** Null for images, and for layers that the server describes but does not hand out. */
  readonly features: readonly MapFeature[] | null;
};

/** A layer that the server no longer lists. */
export type WithdrawnLayerRecord = {
  readonly kind: 'map-layer';
  readonly layerId: string;
  readonly withdrawn: true;
};

/** Fixes of one tagged animal by one kind of sensor: parallel arrays, UTC epoch milliseconds. */
export type AnimalTrackRecord = {
  readonly kind: 'animal-track';
  readonly study: {
    readonly id: string;
    readonly name: string;
    /** In the owner's own words. */
    readonly licence: string | null;
    readonly citation: string | null;
    readonly contact: string | null;
    readonly url: string | null;
  };
  /** The owner's name of the animal, unique within its study. */
  readonly individual: string;
  readonly taxon: string | null;
  readonly tag: string | null;
  /** `gps`, `argos`. */
  readonly sensor: string;
  readonly timesMs: readonly number[];
  readonly lons: readonly number[];
  readonly lats: readonly number[];
  /** Fixes which the owner or the provider marked as impossible. */
  readonly outliers: readonly boolean[];
};

export type GeoRecord =
  | ProtectedAreaRecord
  | WithdrawnAreaRecord
  | MapLayerRecord
  | WithdrawnLayerRecord
  | AnimalTrackRecord;

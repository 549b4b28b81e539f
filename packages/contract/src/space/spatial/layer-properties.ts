/** Attributes of the layers of a result, in the specification's words where it has any. */

/** Layer `buffers`. */
export type BufferZone = {
  readonly source_name: string;
  /** Metres. */
  readonly buffer_distance: number;
  readonly zone_type: string;
  readonly area_km2: number;
};

/** Layer `links` of a connectivity analysis, and `corridors` of a corridor analysis. */
export type HabitatLink = {
  readonly source_habitat: string;
  readonly target_habitat: string;
  /** Chance of a direct move by the dispersal parameters, or the quality of the corridor; 0–1. */
  readonly connectivity_index: number;
  readonly corridor_length_km: number;
  readonly barrier_count: number;
  readonly quality_score: number | null;
  /** Share of the index lost with the link, per cent; null where not asked for, and of corridors. */
  readonly importance: number | null;
};

/** Layer `habitats` of a connectivity analysis: shares of the index lost with each, per cent. */
export type HabitatImportance = {
  readonly name: string;
  readonly area_km2: number;
  readonly importance: number;
  readonly intra: number;
  readonly flux: number;
  readonly connector: number;
};

/** Layer `hotspots`: significant places alone; `places` has all, with score and class. */
export type Hotspot = {
  readonly hotspot_id: string;
  readonly location_name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly hotspot_type: string;
  /** Share of the highest |z|, 0–1. */
  readonly intensity_score: number;
  /** 1 − p. */
  readonly confidence_level: number;
  /** Null of places that are not cells: they have no area. */
  readonly area_influence_km2: number | null;
  readonly value: number;
  readonly z: number;
  readonly p: number;
  /** −3…3: cold or hot at 99, 95, 90 %. */
  readonly bin: number;
};

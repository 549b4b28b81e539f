import type { GeoGeometry } from '@kianda/connectors';
import type { ResultFormat } from '@kianda/contract/space/spatial/analyses.contract';
import type { StoredLayer } from '../spatial.tables.ts';

export type FileValue = string | number | boolean | null;

export type FileFeature = {
  readonly id: number;
  readonly wkb: Uint8Array;
  readonly geometry: GeoGeometry;
  readonly properties: Readonly<Record<string, FileValue>>;
};

/** A layer with all its features, WGS84 degrees. */
export type FileLayer = { readonly layer: StoredLayer; readonly features: readonly FileFeature[] };

/** Description of a file, inside it. */
export type FileAbout = {
  readonly title: string;
  readonly citation: string;
  readonly methods: readonly string[];
  readonly madeAt: string;
  readonly isSimulated: boolean;
};

/** A feature and a layer as they cross into the thread that writes. */
export type SentFeature = Omit<FileFeature, 'geometry'>;
export type SentLayer = { readonly layer: StoredLayer; readonly features: readonly SentFeature[] };

export type FileTask = {
  readonly format: ResultFormat;
  readonly vectors: readonly SentLayer[];
  readonly rasters: readonly { readonly layer: StoredLayer; readonly bytes: Uint8Array }[];
  readonly about: FileAbout;
};

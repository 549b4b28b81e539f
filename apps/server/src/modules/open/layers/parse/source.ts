import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';

/** A row of a foreign file: its geometry as GeoJSON in the file's own coordinates, or why it can't be read. */
export type SourceRow = {
  readonly geometry: unknown;
  readonly geometryFault?: string;
  /** One for each column, as the format gives it. */
  readonly values: readonly unknown[];
};

/** Coordinates of a file: an EPSG code where it is known, a definition that proj4 reads, and a name for people. */
export type SourceCrs = {
  readonly code: number | null;
  readonly definition: string | object | null;
  readonly name: string;
};

/** A table of a foreign file. */
export type SourceTable = {
  readonly name: string;
  readonly features: number | null;
  readonly crs: SourceCrs;
  readonly columns: readonly LayerColumn[];
  /** Place among the columns of the one of the features' identifiers, which are no property of theirs. */
  readonly idColumn?: number;
  rows(): AsyncIterable<SourceRow> | Iterable<SourceRow>;
};

export const wgs84: SourceCrs = { code: 4326, definition: null, name: 'WGS 84' };

/** The file as the parsing process has it: in memory, and on disk for the format that is a database. */
export type SourceFile = {
  readonly name: string;
  bytes(): Promise<Buffer>;
  path(): Promise<string>;
};

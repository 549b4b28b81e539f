import type { Access } from '@kianda/contract';

/** GeoJSON geometry in WGS84 degrees. */
export type ProductGeometry =
  | { readonly type: 'Point'; readonly coordinates: readonly number[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] };

/** A file form of a product, made at the first request. */
export type ProductAsset = {
  /** Also its file name: `analysedSst.tif`. Letters, digits, `.`, `-` and `_`. */
  readonly key: string;
  /** Portuguese. */
  readonly title: string;
  readonly mediaType: string;
  readonly roles: readonly string[];
  /** Further fields of the asset in STAC: `bands`, `proj:shape`, … */
  readonly fields?: Readonly<Record<string, unknown>>;
};

/** One thing the platform offers: a day's grid, a profile, a month of landings. */
export type Product = {
  /** Unique in its collection. Letters, digits, `.`, `-` and `_`. */
  readonly id: string;
  readonly geometry: ProductGeometry | null;
  /** west, south, east, north; null where the geometry is. */
  readonly bbox: readonly [number, number, number, number] | null;
  /** First and last instant it covers, both inclusive; the same for an instant. */
  readonly startMs: number;
  readonly endMs: number;
  /** STAC properties besides the instants. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly extensions: readonly string[];
  readonly assets: readonly ProductAsset[];
  /** Another hash, another product: files already made of the old one are dropped. */
  readonly contentHash: string;
  readonly origin: {
    readonly connectorId: string;
    readonly streamId: string;
    readonly retrievedAtMs: number;
    readonly simulatedSeed: number | null;
  };
};

/** A collection that a module contributes to the catalogue. */
export type ProductCollection = {
  /** Kebab case. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Permission to read it; `public`: also without an account. */
  readonly access: Access;
  /** Connectors its data may come from: their providers, licences and citations are the collection's. */
  readonly connectorIds: readonly string[];
  /** Others may publish items in it. */
  readonly takesItems?: true;
  /** STAC extensions of the collection itself, and its fields of them. */
  readonly extensions?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Summaries of its items' properties: all values that one has, or its range. */
  readonly summaries?: Readonly<Record<string, readonly unknown[]>>;
  /** Everything in force, in any order. */
  products(): AsyncIterable<Product>;
  /** A product's file; null when the product or the asset is gone. */
  file(productId: string, assetKey: string): Promise<Uint8Array | null>;
};

/** STAC extensions that products use, by the address of their schema. */
export const stacExtensions = {
  eo: 'https://stac-extensions.github.io/eo/v2.0.0/schema.json',
  // The last version with `proj:epsg`, by which GDAL 3.6 knows where a raster is.
  projection: 'https://stac-extensions.github.io/projection/v1.2.0/schema.json',
  raster: 'https://stac-extensions.github.io/raster/v2.0.0/schema.json',
  datacube: 'https://stac-extensions.github.io/datacube/v2.3.0/schema.json',
  processing: 'https://stac-extensions.github.io/processing/v1.2.0/schema.json',
  scientific: 'https://stac-extensions.github.io/scientific/v1.0.0/schema.json',
  file: 'https://stac-extensions.github.io/file/v2.1.0/schema.json',
} as const;

/** Rectangle of a box as a GeoJSON polygon, counter-clockwise. */
export function rectangle([west, south, east, north]: readonly [number, number, number, number]): ProductGeometry {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

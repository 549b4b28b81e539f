import type { ProductCollection } from '../../../platform/collections.ts';

/** Description that a published collection gives of itself, without its names and the catalogue's additions. */
export type PublishedDocument = {
  readonly title?: string | undefined;
  readonly description: string;
  readonly keywords?: readonly string[] | undefined;
  readonly license: string;
  readonly stac_extensions: readonly string[];
  readonly extent: {
    readonly spatial: { readonly bbox: readonly (readonly number[])[] };
    readonly temporal: { readonly interval: readonly (readonly (string | null)[])[] };
  };
  readonly summaries?: Readonly<Record<string, unknown>>;
  readonly links: readonly Readonly<Record<string, unknown>>[];
};

/** A published collection as its row holds it. */
export type StoredCollection = {
  readonly id: string;
  readonly document: PublishedDocument;
  readonly content_hash: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** A collection of a module, or a published one with what it says of itself. */
export type CatalogueCollection = ProductCollection & { readonly published?: StoredCollection };

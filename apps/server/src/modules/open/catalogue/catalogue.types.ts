import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { Assets } from './assets.service.ts';
import type { CatalogueService } from './catalogue.service.ts';
import type { Documents } from './documents/documents.ts';
import type { ItemRepository } from './items.repository.ts';

/** What a published collection says of itself, without its names and what the catalogue adds. */
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

/** Parts that the catalogue's endpoints use. */
export type CatalogueContext = {
  readonly service: CatalogueService;
  readonly repository: ItemRepository;
  readonly assets: Assets;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly version: string;
};

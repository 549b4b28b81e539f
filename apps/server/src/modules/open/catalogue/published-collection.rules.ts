import { createHash } from 'node:crypto';
import { publishedCollectionSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { AppError } from '../../../platform/http/errors.ts';
import type { CatalogueCollection, PublishedDocument, StoredCollection } from './published-collection.types.ts';
import { assertWebAddresses, type Json } from './published-item.rules.ts';
import { boxOf } from './search/spatial.ts';

/** Links that the catalogue makes itself. */
const ownRels: ReadonlySet<string> = new Set([
  'self',
  'root',
  'parent',
  'items',
  'aggregate',
  'aggregations',
  'http://www.opengis.net/def/rel/ogc/1.0/queryables',
  'http://www.opengis.net/def/rel/ogc/1.0/sortables',
]);

/** A collection that someone publishes, as stored. Throws `validation_failed` where the document is no STAC collection. */
export function publishedCollection(
  given: Json,
  dates: { readonly now: Date; readonly created?: Date },
): StoredCollection {
  const parsed = publishedCollectionSchema.safeParse({
    type: 'Collection',
    stac_version: '1.1.0',
    stac_extensions: [],
    links: [],
    ...given,
  });
  if (!parsed.success) {
    throw new AppError('validation_failed', {
      issues: parsed.error.issues.map((issue) => ({ path: ['body', ...issue.path].join('.'), message: issue.message })),
    });
  }
  const { id, links, summaries, extent, type: _type, stac_version: _version, ...others } = parsed.data;
  // The catalogue writes these whenever it answers.
  const { created: _created, updated: _updated, itemType: _itemType, crs: _crs, ...rest } = others;
  assertWebAddresses({ links, assets: rest.assets ?? {} });
  for (const box of extent.spatial.bbox) boxOf(box);
  const { 'eo:count': _count, ...ownSummaries } = summaries ?? {};
  const document: PublishedDocument = {
    ...rest,
    extent,
    ...(Object.keys(ownSummaries).length === 0 ? {} : { summaries: ownSummaries }),
    links: links.filter(({ rel }) => !ownRels.has(rel)),
  };
  return {
    id,
    document,
    content_hash: createHash('sha256').update(JSON.stringify(document)).digest('base64url'),
    created_at: dates.created ?? dates.now,
    updated_at: dates.now,
  };
}

async function* noProducts(): AsyncGenerator<never> {
  // All items of a published collection are published, too.
}

/** A published collection beside those of the modules: open to all, and to the items of who may publish. */
export function collectionOf(stored: StoredCollection): CatalogueCollection {
  const { id, document } = stored;
  return {
    id,
    title: document.title ?? id,
    description: document.description,
    keywords: document.keywords ?? [],
    access: 'public',
    connectorIds: [],
    takesItems: true,
    published: stored,
    products: noProducts,
    file: async () => null,
  };
}

import * as contract from '@kianda/contract/open/features/features.contract';
import { nowIso } from '../../../platform/clock/clock.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { boundsOf } from '../../../platform/geometry/wkb.ts';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { etagOf, matchesTag } from '../../../platform/http/etag.ts';
import { collectionFor } from './access.rules.ts';
import { itemsText } from './collection-snapshot.cache.ts';
import { anchor, escapeHtml, linkList, map, page, paragraph, table } from './documents/html.ts';
import { featureDocument, itemsDocument, itemsLinks } from './documents/items.ts';
import { breadcrumbs, htmlAnswer, wantsHtml } from './documents/representation.ts';
import type { FeatureService } from './features.types.ts';
import { crs84, projectionOf } from './query/crs.ts';
import { readFeature, readPage } from './query/reader.ts';
import { type ItemsRequest, itemsRequest } from './query/request.ts';
import type { SnapshotPage } from './snapshot/snapshot-page.ts';

type ListContext = RequestContext<typeof contract.listFeatures>;
type Items = {
  readonly collection: FeatureCollection;
  readonly context: ListContext;
  readonly request: ItemsRequest;
};

/** Pages of features, and single features. */
export function itemBindings(service: FeatureService): Bindings {
  return [
    bind(contract.listFeatures, async (context) => {
      const collection = await collectionFor(service.collections, context.params.collectionId, context.principal);
      const items = { collection, context, request: itemsRequest(collection, context.query) };
      if (wantsHtml(context)) return htmlPage(service, items);
      const snapshot = await service.snapshots.page(collection, items.request);
      return snapshot === null ? jsonPage(service, items) : snapshotAnswer(service, items, snapshot);
    }),
    bind(contract.getFeature, (context) => answerFeature(service, context)),
  ];
}

/** A page from memory, with a tag that changes whenever the collection does. */
async function snapshotAnswer(
  service: FeatureService,
  { collection, context, request }: Items,
  snapshot: SnapshotPage,
): Promise<StandardAnswer> {
  const own = ownOf(service, collection);
  const links = itemsLinks({ own, collection, query: context.query, token: request.token }, snapshot, false);
  const provenance = await service.provenance(collection);
  const etag = etagOf(Buffer.from(`${snapshot.revision} ${JSON.stringify(context.query)}`));
  const headers = { 'content-crs': `<${request.crs}>`, etag };
  if (matchesTag(String(context.headers['if-none-match'] ?? ''), etag)) return { status: 304, headers, provenance };
  return { headers, provenance, body: itemsText(snapshot, links, nowIso(service.clock)) };
}

async function jsonPage(service: FeatureService, { collection, context, request }: Items): Promise<StandardAnswer> {
  const [found, provenance] = await Promise.all([readPage(collection, request), service.provenance(collection)]);
  const own = ownOf(service, collection);
  const links = itemsLinks({ own, collection, query: context.query, token: request.token }, found, false);
  const text = JSON.stringify(itemsDocument(found, request, links));
  return {
    headers: { 'content-crs': `<${request.crs}>` },
    provenance,
    // The instant of the answer is no part of what the tag is made of: it would never be the same twice.
    tag: etagOf(text),
    json: `{"timeStamp":"${nowIso(service.clock)}",${text.slice(1)}`,
  };
}

async function htmlPage(service: FeatureService, { collection, context, request }: Items): Promise<StandardAnswer> {
  const [found, provenance] = await Promise.all([readPage(collection, request), service.provenance(collection)]);
  const own = ownOf(service, collection);
  const links = itemsLinks({ own, collection, query: context.query, token: request.token }, found, true);
  const names = Object.keys(collection.properties).filter((name) => request.properties?.has(name) ?? true);
  const rows = found.features.map((feature) => [
    anchor(`${own}/items/${encodeURIComponent(feature.id)}?f=html`, feature.id),
    ...names.map((name) => escapeHtml(feature.properties[name])),
  ]);
  const count = `${found.features.length} nesta página${found.matched === null ? '' : `, ${found.matched} ao todo`}.`;
  const heads = ['Id', ...names.map((name) => collection.properties[name]?.title ?? name)];
  const { bbox } = await service.extent(collection);
  const body = paragraph(count) + map(found.features, bbox) + table(collection.title, heads, rows) + linkList(links);
  const crumbs = breadcrumbs(service.base);
  return htmlAnswer(
    page(`${collection.title}: elementos`, [crumbs.home, crumbs.list, crumbs.collection(collection)], body),
    { headers: { 'content-crs': `<${request.crs}>` }, provenance },
  );
}

async function answerFeature(
  service: FeatureService,
  context: RequestContext<typeof contract.getFeature>,
): Promise<StandardAnswer> {
  const collection = await collectionFor(service.collections, context.params.collectionId, context.principal);
  const isHtml = wantsHtml(context);
  const crs = context.query.crs ?? crs84;
  projectionOf(crs, 'crs');
  const [feature, provenance] = await Promise.all([
    readFeature(collection, context.params.featureId),
    service.provenance(collection),
  ]);
  if (feature === null) throw new AppError('not_found', { detail: 'Não existe esse elemento na coleção.' });
  const document = featureDocument(feature, { own: ownOf(service, collection), collection, crs, isHtml });
  const headers = { 'content-crs': `<${crs}>` };
  if (!isHtml) return { headers, provenance, body: document };
  const rows = Object.entries(feature.properties).map(([name, value]) => [
    escapeHtml(collection.properties[name]?.title ?? name),
    escapeHtml(value),
    escapeHtml(collection.properties[name]?.unit),
  ]);
  const bounds = feature.geometry === null ? null : boundsOf(feature.geometry);
  const body =
    map([feature], bounds) + table('Propriedades', ['Nome', 'Valor', 'Unidade'], rows) + linkList(document.links);
  const crumbs = breadcrumbs(service.base);
  return htmlAnswer(page(feature.id, [crumbs.home, crumbs.list, crumbs.collection(collection)], body), {
    headers,
    provenance,
  });
}

function ownOf({ base }: FeatureService, { id }: FeatureCollection): string {
  return `${base}/collections/${id}`;
}

import type { Provenance } from '@kianda/contract';
import * as contract from '@kianda/contract/open/features/features.contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { boundsOf } from '../../../platform/geometry/wkb.ts';
import { type Bindings, bind, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { etagOf, matchesTag } from '../../../platform/http/etag.ts';
import { collectionFor, mayRead } from './access.rules.ts';
import { type HeldPages, itemsText } from './collection-snapshot.cache.ts';
import {
  collectionDocument,
  conformance,
  landingDocument,
  schemaDocument,
  selfLinks,
  types,
} from './documents/documents.ts';
import { anchor, escapeHtml, linkList, map, page, paragraph, table } from './documents/html.ts';
import { featureDocument, itemsDocument, itemsLinks } from './documents/items.ts';
import { openApiDocument } from './documents/openapi.ts';
import type { Extent } from './extent.cache.ts';
import { crs84, projectionOf } from './query/crs.ts';
import { readFeature, readPage } from './query/reader.ts';
import { itemsRequest } from './query/request.ts';

export type FeatureService = {
  readonly collections: () => readonly FeatureCollection[];
  readonly extent: (collection: FeatureCollection) => Promise<Extent>;
  /** Where its features come from, asked for at most every few seconds. */
  readonly provenance: (collection: FeatureCollection) => Promise<Provenance>;
  /** Address of the service, without a slash at its end. */
  readonly base: string;
  /** Pages from memory. */
  readonly held: HeldPages;
  readonly clock: Clock;
  readonly version: string;
};

type Asked = {
  readonly query: { readonly f?: 'json' | 'html' | undefined };
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** What a client wants: by `f`, else by the first of the two kinds that its Accept names; JSON for who takes anything. */
export function wantsHtml({ query, headers }: Asked): boolean {
  if (query.f !== undefined) return query.f === 'html';
  const accept = String(headers.accept ?? '');
  const [html, json] = [accept.indexOf('text/html'), accept.search(/json/)];
  return html >= 0 && (json < 0 || html < json);
}

function html(body: string, answer: Partial<StandardAnswer> = {}): StandardAnswer {
  return { ...answer, contentType: `${types.html}; charset=utf-8`, body };
}

/** Reading: landing page, collections, schemas, features. */
export function featureBindings(service: FeatureService): Bindings {
  const { base, clock } = service;
  const home = { rel: 'up', href: `${base}?f=html`, title: 'Elementos geográficos' };
  const list = { rel: 'up', href: `${base}/collections?f=html`, title: 'Coleções' };
  const up = ({ id, title }: FeatureCollection) => ({
    rel: 'up',
    href: `${base}/collections/${id}?f=html`,
    title,
  });
  const readable = (principal: Principal | null) =>
    service.collections().filter(({ access }) => mayRead(access, principal));
  const ownOf = ({ id }: FeatureCollection) => `${base}/collections/${id}`;

  async function landing(asked: Asked): Promise<StandardAnswer> {
    const isHtml = wantsHtml(asked);
    const document = landingDocument(base, isHtml);
    if (!isHtml) return { body: document };
    return html(page(document.title, [home], paragraph(document.description) + linkList(document.links)));
  }

  function schema(kind: 'queryables' | 'sortables' | 'schema', title: string) {
    return async (
      context: Asked & { readonly params: { readonly collectionId: string }; readonly principal: Principal | null },
    ): Promise<StandardAnswer> => {
      const collection = collectionFor(service.collections(), context.params.collectionId, context.principal);
      const document = schemaDocument(base, collection, kind);
      if (!wantsHtml(context)) return { body: document };
      const properties = Object.entries(document.properties as Record<string, Record<string, unknown>>);
      const rows = properties.map(([name, entry]) => [
        `<code>${escapeHtml(name)}</code>`,
        escapeHtml(entry.title),
        escapeHtml(entry.format ?? entry.type),
        escapeHtml(entry['x-ogc-unit']),
      ]);
      return html(
        page(
          `${collection.title}: ${title}`,
          [home, list, up(collection)],
          table(title, ['Nome', 'Título', 'Tipo', 'Unidade'], rows),
        ),
      );
    };
  }

  return [
    bind(contract.featuresLanding, landing),
    bind(contract.featuresRoot, landing),
    bind(contract.featuresApi, async (context) => {
      const document = openApiDocument(base, service.collections(), service.version);
      if (!wantsHtml(context)) return { body: document };
      const rows = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => [
          `<code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code>`,
          escapeHtml((operation as { summary?: string }).summary),
        ]),
      );
      return html(page('Descrição do serviço', [home], table('Endereços', ['Endereço', 'O que dá'], rows)));
    }),
    bind(contract.featuresConformance, async (context) => {
      if (!wantsHtml(context)) return { body: { conformsTo: [...conformance] } };
      const items = conformance.map((uri) => `<li><code>${escapeHtml(uri)}</code></li>`).join('');
      return html(page('Classes de conformidade', [home], `<ul>${items}</ul>`));
    }),
    bind(contract.featureCollections, async (context) => {
      const isHtml = wantsHtml(context);
      const collections = await Promise.all(
        readable(context.principal).map(async (collection) =>
          collectionDocument(base, collection, await service.extent(collection), isHtml),
        ),
      );
      if (!isHtml) return { body: { links: selfLinks(`${base}/collections`, false), collections } };
      const rows = collections.map(({ id, title, description }) => [
        anchor(`${base}/collections/${id}?f=html`, title),
        escapeHtml(description),
      ]);
      return html(page('Coleções', [home], table('Coleções que pode ler', ['Coleção', 'Descrição'], rows)));
    }),
    bind(contract.featureCollection, async (context) => {
      const collection = collectionFor(service.collections(), context.params.collectionId, context.principal);
      const isHtml = wantsHtml(context);
      const extent = await service.extent(collection);
      const document = collectionDocument(base, collection, extent, isHtml);
      if (!isHtml) return { body: document };
      return html(
        page(
          collection.title,
          [home, list],
          paragraph(collection.description) + map([], extent.bbox) + linkList(document.links),
        ),
      );
    }),
    bind(contract.featureQueryables, schema('queryables', 'propriedades de filtro')),
    bind(contract.featureSortables, schema('sortables', 'propriedades de ordem')),
    bind(contract.featureSchema, schema('schema', 'esquema')),
    bind(contract.listFeatures, async (context) => {
      const collection = collectionFor(service.collections(), context.params.collectionId, context.principal);
      const isHtml = wantsHtml(context);
      const request = itemsRequest(collection, context.query);
      const own = ownOf(collection);
      const held = isHtml ? null : await service.held.page(collection, request);
      if (held !== null) {
        const links = itemsLinks(own, collection, context.query, held, request.token, false);
        const provenance = await service.provenance(collection);
        const etag = etagOf(Buffer.from(`${held.revision} ${JSON.stringify(context.query)}`));
        const headers = { 'content-crs': `<${request.crs}>`, etag };
        if (matchesTag(String(context.headers['if-none-match'] ?? ''), etag))
          return { status: 304, headers, provenance };
        return { headers, provenance, body: itemsText(held, links, nowIso(clock)) };
      }
      const [found, provenance] = await Promise.all([readPage(collection, request), service.provenance(collection)]);
      const links = itemsLinks(ownOf(collection), collection, context.query, found, request.token, isHtml);
      const headers = { 'content-crs': `<${request.crs}>` };
      if (!isHtml) return { headers, provenance, body: itemsDocument(found, request, links, nowIso(clock)) };
      const names = Object.keys(collection.properties).filter((name) => request.properties?.has(name) ?? true);
      const rows = found.features.map((feature) => [
        anchor(`${ownOf(collection)}/items/${encodeURIComponent(feature.id)}?f=html`, feature.id),
        ...names.map((name) => escapeHtml(feature.properties[name])),
      ]);
      const count = `${found.features.length} nesta página${found.matched === null ? '' : `, ${found.matched} ao todo`}.`;
      const heads = ['Id', ...names.map((name) => collection.properties[name]?.title ?? name)];
      const { bbox } = await service.extent(collection);
      const body =
        paragraph(count) + map(found.features, bbox) + table(collection.title, heads, rows) + linkList(links);
      return html(page(`${collection.title}: elementos`, [home, list, up(collection)], body), { headers, provenance });
    }),
    bind(contract.getFeature, async (context) => {
      const collection = collectionFor(service.collections(), context.params.collectionId, context.principal);
      const isHtml = wantsHtml(context);
      const crs = context.query.crs ?? crs84;
      projectionOf(crs, 'crs');
      const [feature, provenance] = await Promise.all([
        readFeature(collection, context.params.featureId),
        service.provenance(collection),
      ]);
      if (feature === null) throw new AppError('not_found', { detail: 'Não existe esse elemento na coleção.' });
      const document = featureDocument(ownOf(collection), collection, feature, crs, isHtml);
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
      return html(page(feature.id, [home, list, up(collection)], body), { headers, provenance });
    }),
  ];
}

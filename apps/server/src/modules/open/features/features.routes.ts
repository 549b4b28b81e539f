import * as contract from '@kianda/contract/open/features/features.contract';
import { type Bindings, bind, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { collectionFor, mayReadCollection } from './access.rules.ts';
import { collectionDocument, conformance, landingDocument, schemaDocument, selfLinks } from './documents/documents.ts';
import { anchor, escapeHtml, linkList, map, page, paragraph, table } from './documents/html.ts';
import { openApiDocument } from './documents/openapi.ts';
import { breadcrumbs, type FormatRequest, htmlAnswer, wantsHtml } from './documents/representation.ts';
import type { FeatureService } from './features.types.ts';
import { itemBindings } from './items.routes.ts';

/** Endpoints that read: landing page, collections, schemas, features. */
export function featureBindings(service: FeatureService): Bindings {
  return [
    ...serviceBindings(service),
    ...collectionBindings(service),
    ...schemaBindings(service),
    ...itemBindings(service),
  ];
}

/** The service's own description. */
function serviceBindings({ base, collections, version }: FeatureService): Bindings {
  const { home } = breadcrumbs(base);

  async function landing(request: FormatRequest): Promise<StandardAnswer> {
    const isHtml = wantsHtml(request);
    const document = landingDocument(base, isHtml);
    if (!isHtml) return { body: document };
    return htmlAnswer(page(document.title, [home], paragraph(document.description) + linkList(document.links)));
  }

  return [
    bind(contract.featuresLanding, landing),
    bind(contract.featuresRoot, landing),
    bind(contract.featuresApi, async (context) => {
      const all = await collections.list();
      const known = all.filter((one) => one.owner === undefined || mayReadCollection(one, context.principal));
      const document = openApiDocument(base, known, version);
      if (!wantsHtml(context)) return { body: document };
      const rows = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => [
          `<code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code>`,
          escapeHtml((operation as { summary?: string }).summary),
        ]),
      );
      return htmlAnswer(page('Descrição do serviço', [home], table('Endereços', ['Endereço', 'O que dá'], rows)));
    }),
    bind(contract.featuresConformance, async (context) => {
      if (!wantsHtml(context)) return { body: { conformsTo: [...conformance] } };
      const items = conformance.map((uri) => `<li><code>${escapeHtml(uri)}</code></li>`).join('');
      return htmlAnswer(page('Classes de conformidade', [home], `<ul>${items}</ul>`));
    }),
  ];
}

function collectionBindings(service: FeatureService): Bindings {
  const { base } = service;
  const { home, list } = breadcrumbs(base);
  const readable = async (principal: Principal | null) =>
    (await service.collections.list()).filter((collection) => mayReadCollection(collection, principal));
  return [
    bind(contract.featureCollections, async (context) => {
      const isHtml = wantsHtml(context);
      const collections = await Promise.all(
        (await readable(context.principal)).map(async (collection) =>
          collectionDocument(base, collection, await service.extent(collection), isHtml),
        ),
      );
      if (!isHtml) return { body: { links: selfLinks(`${base}/collections`, false), collections } };
      const rows = collections.map(({ id, title, description }) => [
        anchor(`${base}/collections/${id}?f=html`, title),
        escapeHtml(description),
      ]);
      return htmlAnswer(page('Coleções', [home], table('Coleções que pode ler', ['Coleção', 'Descrição'], rows)));
    }),
    bind(contract.featureCollection, async (context) => {
      const collection = await collectionFor(service.collections, context.params.collectionId, context.principal);
      const isHtml = wantsHtml(context);
      const extent = await service.extent(collection);
      const document = collectionDocument(base, collection, extent, isHtml);
      if (!isHtml) return { body: document };
      const body = paragraph(collection.description) + map([], extent.bbox) + linkList(document.links);
      return htmlAnswer(page(collection.title, [home, list], body));
    }),
  ];
}

/** Properties of a collection: those to filter by, those to sort by, and all. */
function schemaBindings({ base, collections }: FeatureService): Bindings {
  const { home, list, collection: crumb } = breadcrumbs(base);

  function schema(kind: 'queryables' | 'sortables' | 'schema', title: string) {
    return async (
      context: FormatRequest & {
        readonly params: { readonly collectionId: string };
        readonly principal: Principal | null;
      },
    ): Promise<StandardAnswer> => {
      const collection = await collectionFor(collections, context.params.collectionId, context.principal);
      const document = schemaDocument(base, collection, kind);
      if (!wantsHtml(context)) return { body: document };
      const properties = Object.entries(document.properties as Record<string, Record<string, unknown>>);
      const rows = properties.map(([name, entry]) => [
        `<code>${escapeHtml(name)}</code>`,
        escapeHtml(entry.title),
        escapeHtml(entry.format ?? entry.type),
        escapeHtml(entry['x-ogc-unit']),
      ]);
      const body = table(title, ['Nome', 'Título', 'Tipo', 'Unidade'], rows);
      return htmlAnswer(page(`${collection.title}: ${title}`, [home, list, crumb(collection)], body));
    };
  }

  return [
    bind(contract.featureQueryables, schema('queryables', 'propriedades de filtro')),
    bind(contract.featureSortables, schema('sortables', 'propriedades de ordem')),
    bind(contract.featureSchema, schema('schema', 'esquema')),
  ];
}

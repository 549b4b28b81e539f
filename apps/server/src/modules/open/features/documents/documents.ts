import type { FeatureCollection, FeatureProperty } from '../../../../platform/feature-collections.ts';
import type { Extent } from '../extent.cache.ts';
import { crs84, crsList } from '../query/crs.ts';
import { isSortable } from '../query/request.ts';
import { geometryName } from '../query/selection.ts';

export type Link = { readonly rel: string; readonly href: string; readonly type?: string; readonly title?: string };

const ogc = 'http://www.opengis.net/spec';
const relation = 'http://www.opengis.net/def/rel/ogc/1.0';
export const types = {
  json: 'application/json',
  html: 'text/html',
  geojson: 'application/geo+json',
  schema: 'application/schema+json',
  mapbox: 'application/vnd.mapbox.style+json',
  openapi: 'application/vnd.oai.openapi+json;version=3.0',
} as const;

/** Classes that the service keeps to: none is listed that its tests do not go through. */
export const conformance: readonly string[] = [
  ...['core', 'landing-page', 'json', 'oas30'].map((name) => `${ogc}/ogcapi-common-1/1.0/conf/${name}`),
  `${ogc}/ogcapi-common-2/1.0/conf/collections`,
  ...['core', 'oas30', 'geojson', 'html'].map((name) => `${ogc}/ogcapi-features-1/1.0/conf/${name}`),
  `${ogc}/ogcapi-features-2/1.0/conf/crs`,
  ...['queryables', 'queryables-query-parameters', 'filter', 'features-filter'].map(
    (name) => `${ogc}/ogcapi-features-3/1.0/conf/${name}`,
  ),
  ...['create-replace-delete', 'update', 'features'].map((name) => `${ogc}/ogcapi-features-4/1.0/conf/${name}`),
  ...['schemas', 'queryables', 'sortables'].map((name) => `${ogc}/ogcapi-features-5/1.0/conf/${name}`),
  ...['basic-cql2', 'cql2-text', 'cql2-json', 'advanced-comparison-operators'].map(
    (name) => `${ogc}/cql2/1.0/conf/${name}`,
  ),
  ...['case-insensitive-comparison', 'accent-insensitive-comparison'].map((name) => `${ogc}/cql2/1.0/conf/${name}`),
  ...['basic-spatial-functions', 'basic-spatial-functions-plus', 'spatial-functions'].map(
    (name) => `${ogc}/cql2/1.0/conf/${name}`,
  ),
  ...['core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'datetime', 'mvt'].map(
    (name) => `${ogc}/ogcapi-tiles-1/1.0/conf/${name}`,
  ),
  ...['core', 'ogc-process-description', 'json', 'job-list', 'callback', 'dismiss'].map(
    (name) => `${ogc}/ogcapi-processes-1/1.0/conf/${name}`,
  ),
  `${ogc}/tilematrixset/1.0/conf/json-tilematrixset`,
  ...['temporal-functions', 'array-functions', 'property-property', 'arithmetic'].map(
    (name) => `${ogc}/cql2/1.0/conf/${name}`,
  ),
];

/** The document and the same as a page, each saying which of the two it is. */
export function selfLinks(href: string, isHtml: boolean, type: string = types.json): Link[] {
  const joint = href.includes('?') ? '&' : '?';
  const json = { href: `${href}${joint}f=json`, type, title: 'Este documento em JSON' };
  const html = { href: `${href}${joint}f=html`, type: types.html, title: 'Este documento em HTML' };
  return [
    { rel: 'self', ...(isHtml ? html : json) },
    { rel: 'alternate', ...(isHtml ? json : html) },
  ];
}

export function landingDocument(base: string, isHtml: boolean) {
  return {
    title: 'Kianda: elementos geográficos',
    description: 'Zona Económica Exclusiva de Angola: limites, portos, áreas, observações e embarcações, pela OGC API.',
    links: [
      ...selfLinks(base, isHtml),
      { rel: 'service-desc', href: `${base}/api`, type: types.openapi, title: 'Descrição OpenAPI' },
      { rel: 'service-doc', href: `${base}/api?f=html`, type: types.html, title: 'Descrição do serviço' },
      { rel: 'conformance', href: `${base}/conformance`, type: types.json, title: 'Classes de conformidade' },
      {
        rel: `${relation}/processes`,
        href: `${base}/processes`,
        type: types.json,
        title: 'Análises',
      },
      { rel: `${relation}/job-list`, href: `${base}/jobs`, type: types.json, title: 'Execuções de análises' },
      { rel: `${relation}/tiling-schemes`, href: `${base}/tileMatrixSets`, type: types.json, title: 'Grelhas' },
      { rel: 'data', href: `${base}/collections`, type: types.json, title: 'Coleções' },
    ] satisfies Link[],
  };
}

export function collectionDocument(base: string, collection: FeatureCollection, extent: Extent, isHtml: boolean) {
  const own = `${base}/collections/${collection.id}`;
  return {
    id: collection.id,
    title: collection.title,
    description: collection.description,
    keywords: [...collection.keywords],
    itemType: 'feature',
    // As ldproxy and STAC name it: counted with the extent, at most a minute old.
    itemCount: extent.count,
    extent: {
      ...(extent.bbox === null ? {} : { spatial: { bbox: [[...extent.bbox]], crs: crs84 } }),
      ...(extent.interval === null ? {} : { temporal: { interval: [[...extent.interval]] } }),
    },
    crs: [...crsList],
    storageCrs: crs84,
    ...(collection.attribution === undefined ? {} : { attribution: collection.attribution }),
    ...(collection.licence === undefined ? {} : { license: collection.licence }),
    links: [
      ...selfLinks(own, isHtml),
      { rel: 'items', href: `${own}/items`, type: types.geojson, title: `${collection.title}: elementos` },
      { rel: 'items', href: `${own}/items?f=html`, type: types.html, title: `${collection.title}: elementos` },
      { rel: `${relation}/queryables`, href: `${own}/queryables`, type: types.schema, title: 'Propriedades de filtro' },
      { rel: `${relation}/sortables`, href: `${own}/sortables`, type: types.schema, title: 'Propriedades de ordem' },
      ...(collection.geometryType === null
        ? []
        : [
            { rel: `${relation}/tilesets-vector`, href: `${own}/tiles`, type: types.json, title: 'Mosaicos vetoriais' },
            { rel: `${relation}/styles`, href: `${own}/styles`, type: types.json, title: 'Estilos' },
          ]),
      { rel: `${relation}/schema`, href: `${own}/schema`, type: types.schema, title: 'Esquema' },
    ] satisfies Link[],
  };
}

/** Schema of the properties that a filter (`queryables`), an order (`sortables`) or an answer (`schema`) has. */
export function schemaDocument(
  base: string,
  collection: FeatureCollection,
  kind: 'queryables' | 'sortables' | 'schema',
): Record<string, unknown> {
  const entries = Object.entries(collection.properties).filter(([, property]) =>
    kind === 'sortables' ? isSortable(property) : true,
  );
  const properties: Record<string, unknown> = Object.fromEntries(
    entries.map(([name, property]) => [name, propertySchema(property, name === collection.time && kind === 'schema')]),
  );
  if (kind !== 'sortables' && collection.geometryType !== null) {
    properties[geometryName] = {
      title: 'Lugar',
      format: `geometry-${collection.geometryType}`,
      ...(kind === 'schema' ? { 'x-ogc-role': 'primary-geometry' } : {}),
    };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${base}/collections/${collection.id}/${kind}`,
    type: 'object',
    title: collection.title,
    properties,
    additionalProperties: false,
  };
}

function propertySchema(property: FeatureProperty, isTime: boolean): Record<string, unknown> {
  const { title, unit } = property;
  return {
    title,
    ...schemaType(property),
    ...(unit === undefined ? {} : { 'x-ogc-unit': unit }),
    ...(isTime ? { 'x-ogc-role': 'primary-instant' } : {}),
  };
}

function schemaType(property: FeatureProperty): Record<string, unknown> {
  switch (property.type) {
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'array':
      return { type: 'array', items: { type: property.element } };
    case 'geometry':
    case 'interval':
      return {};
    default:
      return { type: property.type };
  }
}

const stac = (version: string, ...names: string[]) =>
  names.map((name) => `https://api.stacspec.org/${version}/${name}`);
const ogc = (part: string, ...names: string[]) =>
  names.map((name) => `http://www.opengis.net/spec/${part}/1.0/conf/${name}`);

/** Conformance classes of the catalogue; a test holds it to each one named here. */
export const conformance: readonly string[] = [
  ...stac('v1.0.0', 'core', 'collections', 'ogcapi-features', 'item-search'),
  ...stac('v1.0.0', 'item-search#fields', 'ogcapi-features#fields'),
  ...stac('v1.0.0', 'item-search#sort', 'ogcapi-features#sort'),
  ...stac('v1.1.0', 'item-search#sort', 'ogcapi-features#sort', 'item-search#sortables'),
  ...stac('v1.0.0', 'item-search#query'),
  ...stac('v1.0.0', 'item-search#filter'),
  ...stac('v1.0.0-rc.1', 'item-search#free-text', 'ogcapi-features#free-text'),
  ...stac('v1.0.0-rc.2', 'children'),
  ...stac('v1.0.0', 'ogcapi-features/extensions/transaction', 'collections/extensions/transaction'),
  ...stac('v1.0.0-rc.1', 'collection-search', 'collection-search#free-text'),
  ...stac('v1.0.0-rc.1', 'collection-search#sort', 'collection-search#fields'),
  ...stac('v0.3.0', 'aggregation', 'aggregation#query', 'aggregation#filter'),
  ...ogc('ogcapi-common-2', 'simple-query'),
  ...ogc('ogcapi-features-1', 'core', 'geojson'),
  ...ogc('ogcapi-features-3', 'filter', 'features-filter'),
  ...ogc('ogcapi-features-5', 'sortables'),
  ...ogc(
    'cql2',
    'basic-cql2',
    'cql2-text',
    'cql2-json',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'accent-insensitive-comparison',
    'basic-spatial-functions',
    'basic-spatial-functions-plus',
    'spatial-functions',
    'temporal-functions',
    'array-functions',
    'property-property',
    'arithmetic',
  ),
];

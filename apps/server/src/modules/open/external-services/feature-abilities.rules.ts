type Query = Readonly<Record<string, string | number | undefined>>;
type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Parameters that a server may ignore in silence, each with the parts of the standard that bring it and its name. */
const abilities = [
  { parameters: ['filter', 'filter-lang', 'filter-crs'], part: /ogcapi-features-3\//, what: 'não filtra por CQL2' },
  { parameters: ['sortby'], part: /ogcapi-features-[3-9]\/|ogcapi-records|\/sort/, what: 'não ordena' },
  { parameters: ['crs', 'bbox-crs'], part: /ogcapi-features-2\//, what: 'só dá longitudes e latitudes (CRS84)' },
] as const;

/** Whether a request asks for what only some servers can do. */
export function needsAbilities(query: Query): boolean {
  return abilities.some(({ parameters }) => parameters.some((name) => query[name] !== undefined));
}

/**
 * The first parameter that the server doesn't claim to read, with the reason in words; null where it claims all. A server
 * that says nothing of itself is taken at its answer.
 */
export function lacking(query: Query, conformance: unknown): { parameter: string; reason: string } | null {
  const classes = listOf(objectOf(conformance).conformsTo).map(String);
  if (classes.length === 0) return null;
  for (const { parameters, part, what } of abilities) {
    const parameter = parameters.find((name) => query[name] !== undefined);
    if (parameter !== undefined && !classes.some((uri) => part.test(uri))) return { parameter, reason: what };
  }
  return null;
}

const ordinary: ReadonlySet<string> = new Set([
  ...['f', 'limit', 'bbox', 'bbox-crs', 'datetime', 'crs', 'properties', 'sortby', 'token', 'offset'],
  ...['filter', 'filter-lang', 'filter-crs'],
]);

/** A property asked for by its name whose value the answer doesn't have: the server did not read it. */
export function ignoredProperty(query: Query, page: unknown): string | null {
  const named = Object.entries(query).filter(([name, value]) => !ordinary.has(name) && value !== undefined);
  const features = listOf(objectOf(page).features).map((feature) => objectOf(objectOf(feature).properties));
  const ignored = named.find(([name, value]) =>
    features.some((properties) => !(name in properties) || String(properties[name]) !== String(value)),
  );
  return ignored?.[0] ?? null;
}

const pygeoapis = '/openapi';

/** Path of the API definition below the service, by its landing page; where that names none, pygeoapi's. */
export function definitionPath(landing: unknown, publicUrl: string): string {
  const link = listOf(objectOf(landing).links)
    .map(objectOf)
    .find(({ rel, href }) => rel === 'service-desc' && typeof href === 'string');
  const href = typeof link?.href === 'string' ? link.href : '';
  return href.startsWith(`${publicUrl}/`) ? (href.slice(publicUrl.length).split('?')[0] ?? pygeoapis) : pygeoapis;
}

const placeOf: Readonly<Record<string, string>> = {
  ...{ Point: 'geometry-point', LineString: 'geometry-linestring', Polygon: 'geometry-polygon' },
  ...{ MultiPoint: 'geometry-multipoint', MultiPolygon: 'geometry-multipolygon' },
};

/** The schema of a collection as its first features show it, for a server that describes none. */
export function schemaOfPage(page: unknown, address: string): Json {
  const features = listOf(objectOf(page).features).map(objectOf);
  const types = new Map<string, string>();
  for (const { properties } of features) {
    for (const [name, value] of Object.entries(objectOf(properties))) {
      const type = typeof value;
      const isKnown = type === 'number' || type === 'boolean' || type === 'string';
      // A whole number in one feature may have a fraction in the next.
      if (!types.has(name) || types.get(name) === '') types.set(name, isKnown ? type : '');
    }
  }
  const geometry = features.map((feature) => objectOf(feature.geometry).type).find((type) => typeof type === 'string');
  const place =
    geometry === undefined
      ? {}
      : { geometry: { 'x-ogc-role': 'primary-geometry', format: placeOf[String(geometry)] ?? 'geometry-any' } };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: address,
    type: 'object',
    description: 'Como os primeiros elementos a mostram: o serviço não descreve as propriedades desta coleção.',
    properties: {
      ...place,
      ...Object.fromEntries(
        [...types].map(([name, type]) => [name, { title: name, ...(type === '' ? {} : { type }) }]),
      ),
    },
  };
}

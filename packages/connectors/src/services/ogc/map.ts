type Json = Readonly<Record<string, unknown>>;

const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const everywhere = { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } };

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** OGC API Features lets a server leave these out; clients of ours count on them. */
export function mapFeatureCollection(document: unknown): Json {
  const collection = objectOf(document);
  const crs = listOf(collection.crs);
  return {
    ...collection,
    title: textOf(collection.title, String(collection.id)),
    // MapServer writes a warning to its operator here.
    description: textOf(collection.description, '')
      .replaceAll(/<!--.*?-->/gs, '')
      .trim(),
    extent: objectOf(collection.extent),
    crs: crs.length === 0 ? [crs84] : crs,
    links: listOf(collection.links),
  };
}

export function mapFeatureCollections(document: unknown): Json {
  const body = objectOf(document);
  return {
    ...body,
    links: listOf(body.links),
    collections: listOf(body.collections).map(mapFeatureCollection),
  };
}

/** Identifiers may be numbers in GeoJSON; pygeoapi hands on those of its databases as they are. */
export function mapFeature(document: unknown): Json {
  const feature = objectOf(document);
  return {
    ...feature,
    id: String(feature.id),
    geometry: feature.geometry ?? null,
    properties: objectOf(feature.properties),
  };
}

export function mapFeaturePage(document: unknown, nowIso: string): Json {
  const page = objectOf(document);
  const features = listOf(page.features).map(mapFeature);
  return {
    ...page,
    features,
    links: listOf(page.links),
    timeStamp: textOf(page.timeStamp, nowIso),
    numberReturned: features.length,
  };
}

export function mapProcess(document: unknown): Json {
  const process = objectOf(document);
  return { ...process, version: textOf(process.version, '1.0.0') };
}

export function mapProcesses(document: unknown): Json {
  const { processes, links } = objectOf(document);
  return { processes: listOf(processes).map(mapProcess), links: listOf(links) };
}

/** Inputs and outputs of a process; one without inputs may leave them out. */
export function mapProcessDescription(document: unknown): Json {
  const process = mapProcess(document);
  return { ...process, inputs: objectOf(process.inputs), outputs: objectOf(process.outputs) };
}

/** pygeoapi before 0.17 lists jobs without their type. */
export function mapJob(document: unknown): Json {
  const job = objectOf(document);
  return { ...job, jobID: String(job.jobID), type: 'process', links: listOf(job.links) };
}

export function mapJobs(document: unknown): Json {
  const { jobs, links } = objectOf(document);
  return { jobs: listOf(jobs).map(mapJob), links: listOf(links) };
}

/** A collection of STAC 1.0 or 1.1; `items`: how many it has, null where the service does not count. */
export function mapStacCollection(document: unknown, items: number | null): Json {
  const collection = objectOf(document);
  const id = String(collection.id);
  const title = textOf(collection.title, id);
  const summaries = objectOf(collection.summaries);
  const license = textOf(collection.license, 'other');
  return {
    ...collection,
    type: 'Collection',
    stac_version: version(collection.stac_version),
    stac_extensions: listOf(collection.stac_extensions),
    title,
    description: textOf(collection.description, title),
    keywords: listOf(collection.keywords),
    license: /^[\w .()+-]+$/.test(license) ? license : 'other',
    providers: listOf(collection.providers),
    extent: collection.extent ?? everywhere,
    summaries: { ...summaries, 'eo:count': items === null ? listOf(summaries['eo:count']) : [items] },
    itemType: 'feature',
    links: listOf(collection.links),
  };
}

export function mapStacCollections(document: unknown): Json {
  const body = objectOf(document);
  const collections = listOf(body.collections).map((entry) => mapStacCollection(entry, null));
  const matched = body.numberMatched ?? objectOf(body.context).matched;
  return {
    collections,
    links: listOf(body.links),
    numberMatched: typeof matched === 'number' ? matched : collections.length,
    numberReturned: collections.length,
  };
}

export function mapStacItems(document: unknown): Json {
  const body = objectOf(document);
  const features = listOf(body.features);
  const matched = matchedOf(body);
  return {
    type: 'FeatureCollection',
    features,
    links: listOf(body.links),
    ...(matched === null ? {} : { numberMatched: matched }),
    numberReturned: features.length,
  };
}

/** Number of items that match, at the top or in the older context extension; null where neither has it. */
export function matchedOf(document: unknown): number | null {
  const body = objectOf(document);
  const matched = body.numberMatched ?? objectOf(body.context).matched;
  return typeof matched === 'number' && Number.isInteger(matched) ? matched : null;
}

export function mapStacCatalog(document: unknown): Json {
  const catalog = objectOf(document);
  const title = textOf(catalog.title, String(catalog.id));
  return {
    ...catalog,
    type: 'Catalog',
    stac_version: version(catalog.stac_version),
    title,
    description: textOf(catalog.description, title),
    conformsTo: listOf(catalog.conformsTo),
    links: listOf(catalog.links),
  };
}

function version(given: unknown): '1.0.0' | '1.1.0' {
  return given === '1.1.0' ? '1.1.0' : '1.0.0';
}

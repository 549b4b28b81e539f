import type { Feature, FeatureCollection } from '../../../../platform/feature-collections.ts';
import { crs84, inCrs } from '../query/crs.ts';
import type { ItemsRequest } from '../query/request.ts';
import type { FeaturePage } from '../query/selection.ts';
import { type Link, selfLinks, types } from './documents.ts';

/** A feature as GeoJSON in the CRS asked for, with the properties asked for. */
export function featureJson({ id, geometry, properties }: Feature, crs: string, names: ReadonlySet<string> | null) {
  return {
    type: 'Feature' as const,
    id,
    geometry: geometry === null ? null : inCrs(geometry, crs),
    properties:
      names === null ? properties : Object.fromEntries(Object.entries(properties).filter(([name]) => names.has(name))),
  };
}

/** The address of this page with its parameters, `f` and the place in the list left out. */
export function pageAddress(
  own: string,
  query: Readonly<Record<string, string | number | undefined>>,
  token: string | null,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'f' && name !== 'token' && value !== undefined) search.set(name, String(value));
  }
  if (token !== null) search.set('token', token);
  const text = search.toString();
  return text === '' ? own : `${own}?${text}`;
}

export function itemsLinks(
  {
    own,
    collection,
    query,
    token,
  }: {
    /** Address of the collection. */
    readonly own: string;
    readonly collection: FeatureCollection;
    readonly query: Readonly<Record<string, string | number | undefined>>;
    readonly token: string | null;
  },
  page: Pick<FeaturePage, 'next'>,
  isHtml: boolean,
): Link[] {
  const next = page.next === null ? [] : [pageAddress(`${own}/items`, query, page.next)];
  const joint = (href: string) => `${href}${href.includes('?') ? '&' : '?'}f=${isHtml ? 'html' : 'json'}`;
  return [
    ...selfLinks(pageAddress(`${own}/items`, query, token), isHtml, types.geojson),
    ...next.map((href) => ({
      rel: 'next',
      href: joint(href),
      type: isHtml ? types.html : types.geojson,
      title: 'Página seguinte',
    })),
    { rel: 'collection', href: own, type: types.json, title: collection.title },
  ];
}

/** A page of features, but for the instant of the answer. */
export function itemsDocument(page: FeaturePage, request: ItemsRequest, links: readonly Link[]) {
  return {
    type: 'FeatureCollection' as const,
    ...(page.matched === null ? {} : { numberMatched: page.matched }),
    numberReturned: page.features.length,
    features: page.features.map((feature) => featureJson(feature, request.crs, request.properties)),
    links,
  };
}

export function featureDocument(
  feature: Feature,
  {
    own,
    collection,
    crs,
    isHtml,
  }: {
    /** Address of the collection. */
    readonly own: string;
    readonly collection: FeatureCollection;
    readonly crs: string;
    readonly isHtml: boolean;
  },
) {
  const href = `${own}/items/${encodeURIComponent(feature.id)}`;
  return {
    ...featureJson(feature, crs, null),
    links: [
      ...selfLinks(crs === crs84 ? href : `${href}?crs=${encodeURIComponent(crs)}`, isHtml, types.geojson),
      { rel: 'collection', href: own, type: types.json, title: collection.title },
    ],
  };
}

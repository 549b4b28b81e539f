import type { DataOf } from '@kianda/contract';
import { type featureCollections, featureSchema, listFeatures } from '@kianda/contract/open/features/features.contract';
import { useState } from 'react';
import type { CallFailure } from '../../../../client/failure.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { type FeatureFilters, itemsQuery } from '../search.ts';

export type Collection = DataOf<typeof featureCollections>['collections'][number];
export type FeaturePage = DataOf<typeof listFeatures>;
export type FeatureRow = FeaturePage['features'][number];
export type PropertyInfo = {
  readonly name: string;
  readonly title: string;
  readonly type: string;
  readonly unit: string;
};

export type SchemaView = {
  readonly properties: readonly PropertyInfo[];
  readonly hasPlace: boolean;
  readonly timeProperty: string | null;
};

/** Properties of a collection by its schema, with its place and time apart. */
export function schemaView(properties: Readonly<Record<string, unknown>>): SchemaView {
  const entries = Object.entries(properties).map(([name, value]) => ({
    name,
    ...(value as Readonly<Record<string, unknown>>),
  }));
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  const roleOf = (entry: object) => ('x-ogc-role' in entry ? entry['x-ogc-role'] : undefined);
  return {
    properties: entries
      .filter((entry) => roleOf(entry) !== 'primary-geometry')
      .map((entry: { readonly name: string; readonly [key: string]: unknown }) => ({
        name: entry.name,
        title: text(entry.title, entry.name),
        type: text(entry.format, text(entry.type, '')),
        unit: text(entry['x-ogc-unit'], ''),
      })),
    hasPlace: entries.some((entry) => roleOf(entry) === 'primary-geometry'),
    timeProperty: entries.find((entry) => roleOf(entry) === 'primary-instant')?.name ?? null,
  };
}

/** Token of the page after this one; null on the last. */
export function nextToken({ links }: Pick<FeaturePage, 'links'>): string | null {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  return href === undefined ? null : (URL.parse(href, 'http://kianda.invalid')?.searchParams.get('token') ?? null);
}

/** One page of a collection's elements, and the way to the next and back to the first. */
export function useFeatures(collectionId: string, filters: FeatureFilters) {
  const [token, setToken] = useState<string | null>(null);
  const query = { ...itemsQuery(filters), ...(token === null ? {} : { token }) };
  const items = useEndpoint(
    listFeatures,
    { params: { collectionId }, query },
    { refetchSeconds: 60, timeoutSeconds: 30 },
  );
  const schema = useEndpoint(featureSchema, { params: { collectionId }, query: { f: 'json' } }, { refetchSeconds: 0 });
  const view = schema.sourced === undefined ? undefined : schemaView(schema.sourced.value.properties);
  return { items, schema: view, isFirst: token === null, toPage: setToken };
}

/** The service's own message about one filter; null where it accepts the filter. */
export function refusalOf(failure: CallFailure | null, parameter: string): string | null {
  const issue = failure?.issues?.find(({ path }) => path === `query.${parameter}`);
  return issue?.message ?? null;
}

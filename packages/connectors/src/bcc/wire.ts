import { z } from 'zod';

const text = z.string().nullish();

/** One entry of GeoNode's list. `alternate` is the layer's name on the map server, with its workspace. */
export const resourceWire = z.object({
  alternate: z.string().min(1),
  title: text,
  abstract: text,
  raw_abstract: text,
  /** `vector`, `raster`. */
  subtype: text,
  keywords: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).nullish(),
  extent: z.object({ coords: z.array(z.number()).length(4), srid: text }).nullish(),
  last_updated: text,
  detail_url: text,
  license: z.object({ name: text, identifier: text }).nullish(),
});
export type ResourceWire = z.infer<typeof resourceWire>;

const paging = {
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
};

/** `GET /api/v2/resources`; versions before 4 have `/api/v2/datasets`. */
export const resourcesWire = z.union([
  z.object({ ...paging, resources: z.array(z.unknown()) }),
  z.object({ ...paging, datasets: z.array(z.unknown()) }),
]);

/** WFS `GetFeature` as GeoJSON. */
export const featuresWire = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
  numberMatched: z.union([z.number().int(), z.literal('unknown')]).nullish(),
  numberReturned: z.number().int().nullish(),
});

export const featureWire = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number().transform(String)]),
  geometry: z.unknown(),
  properties: z.record(z.string(), z.unknown()).nullable(),
});

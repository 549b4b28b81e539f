import { z } from 'zod';

/** RFC 3339, as STAC writes instants. */
const instant = z.iso.datetime({ offset: true });
const identifier = z.string().regex(/^[\w.-]{1,200}$/);

export const stacLinkSchema = z.looseObject({
  href: z.string().min(1),
  rel: z.string().min(1),
  type: z.string().optional(),
  title: z.string().optional(),
  method: z.enum(['GET', 'POST']).optional(),
});
export type StacLink = z.infer<typeof stacLinkSchema>;

export const stacAssetSchema = z.looseObject({
  href: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  roles: z.array(z.string()).optional(),
});

const position = z.array(z.number()).min(2).max(3);
const ring = z.array(position).min(4);
const coordinateSchemas = [
  z.looseObject({ type: z.literal('Point'), coordinates: position }),
  z.looseObject({ type: z.literal('MultiPoint'), coordinates: z.array(position) }),
  z.looseObject({ type: z.literal('LineString'), coordinates: z.array(position).min(2) }),
  z.looseObject({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position).min(2)) }),
  z.looseObject({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)) }),
] as const;
const simpleGeometry = z.discriminatedUnion('type', coordinateSchemas);
/** Every GeoJSON geometry, collections included. */
export const stacGeometrySchema = z.discriminatedUnion('type', [
  ...coordinateSchemas,
  z.looseObject({ type: z.literal('GeometryCollection'), geometries: z.array(simpleGeometry).min(1) }),
]);

const box = z.union([z.array(z.number()).length(4), z.array(z.number()).length(6)]);

const propertiesSchema = z
  .looseObject({
    datetime: instant.nullable(),
    start_datetime: instant.optional(),
    end_datetime: instant.optional(),
    created: instant.optional(),
    updated: instant.optional(),
    title: z.string().optional(),
    description: z.string().min(1).optional(),
    license: z.string().min(1).optional(),
  })
  .superRefine((properties, context) => {
    const { datetime, start_datetime: start, end_datetime: end } = properties;
    if (datetime === null && (start === undefined || end === undefined)) {
      context.addIssue({ code: 'custom', message: 'start_datetime e end_datetime são obrigatórios sem datetime.' });
    }
    if ((start === undefined) !== (end === undefined)) {
      context.addIssue({ code: 'custom', message: 'start_datetime e end_datetime vêm sempre juntos.' });
    }
    if (start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end)) {
      context.addIssue({ code: 'custom', message: 'start_datetime é posterior a end_datetime.' });
    }
  });

/** STAC 1.1 item, with its specification's demands beyond the types. */
export const stacItemSchema = z
  .looseObject({
    type: z.literal('Feature'),
    stac_version: z.enum(['1.0.0', '1.1.0']),
    stac_extensions: z.array(z.url()).optional(),
    id: identifier,
    geometry: stacGeometrySchema.nullable(),
    bbox: box.optional(),
    properties: propertiesSchema,
    links: z.array(stacLinkSchema),
    assets: z.record(z.string(), stacAssetSchema),
    collection: z.string().optional(),
  })
  .superRefine((item, context) => {
    if (item.geometry !== null && item.bbox === undefined) {
      context.addIssue({ code: 'custom', path: ['bbox'], message: 'bbox é obrigatório quando há geometria.' });
    }
    if (item.geometry === null && item.bbox !== undefined) {
      context.addIssue({ code: 'custom', path: ['bbox'], message: 'bbox não se aceita sem geometria.' });
    }
    if (item.links.some(({ rel }) => rel === 'collection') && item.collection === undefined) {
      context.addIssue({ code: 'custom', path: ['collection'], message: 'collection falta.' });
    }
  });
export type StacItem = z.infer<typeof stacItemSchema>;

const extentSchema = z.object({
  spatial: z.object({
    bbox: z
      .array(box)
      .min(1)
      .refine((boxes) => boxes.length !== 2, { message: 'uma caixa, ou a de todas e pelo menos mais duas' }),
  }),
  temporal: z.object({ interval: z.array(z.tuple([instant.nullable(), instant.nullable()])).min(1) }),
});

const providerSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  roles: z.array(z.enum(['licensor', 'producer', 'processor', 'host'])).optional(),
  url: z.url().optional(),
});

const utcInstant = instant.regex(/(\+00:00|Z)$/, 'Um instante escreve-se em UTC, com Z.');
const publishedExtent = extentSchema.extend({
  temporal: z.looseObject({
    interval: z
      .array(z.tuple([utcInstant.nullable(), utcInstant.nullable()]))
      .min(1)
      .refine(
        (all) => all.every(([from, to]) => from === null || to === null || Date.parse(from) <= Date.parse(to)),
        'O fim de um intervalo é anterior ao seu princípio.',
      ),
  }),
});
const jsonObject = z.record(z.string(), z.unknown());
const isNotEmpty = (value: object) => Object.keys(value).length > 0;

/** STAC 1.1 collection that someone publishes, by the demands of its specification and of its schema. */
export const publishedCollectionSchema = z.looseObject({
  type: z.literal('Collection'),
  stac_version: z.enum(['1.0.0', '1.1.0']),
  stac_extensions: z.array(z.url()).refine((all) => new Set(all).size === all.length, 'Uma extensão vem duas vezes.'),
  id: identifier,
  title: z.string().min(1).max(500).optional(),
  description: z.string().min(1),
  keywords: z.array(z.string()).optional(),
  /** SPDX, or `other`. */
  license: z.string().regex(/^[\w.+-]+$/),
  providers: z.array(providerSchema).optional(),
  extent: publishedExtent,
  summaries: z
    .record(z.string(), z.union([z.array(z.unknown()).min(1), jsonObject.refine(isNotEmpty, 'Um resumo não é vazio.')]))
    .optional(),
  assets: z.record(z.string(), stacAssetSchema).optional(),
  item_assets: z
    .record(
      z.string(),
      jsonObject
        .refine((asset) => Object.keys(asset).length >= 2, 'Quer pelo menos dois campos.')
        .refine((asset) => !Object.hasOwn(asset, 'href'), 'Aqui não há href.'),
    )
    .optional(),
  links: z.array(stacLinkSchema),
});

/** STAC collection, as this service answers it: 1.1, or 1.0 where the catalogue is a service elsewhere. */
export const stacCollectionSchema = z.looseObject({
  type: z.literal('Collection'),
  stac_version: z.enum(['1.0.0', '1.1.0']),
  stac_extensions: z.array(z.url()),
  id: identifier,
  title: z.string().min(1),
  description: z.string().min(1),
  keywords: z.array(z.string()),
  license: z.string().regex(/^[\w .()+-]+$/),
  providers: z.array(providerSchema),
  extent: extentSchema,
  /** Number of items; an empty list where they are not counted. */
  summaries: z.looseObject({ 'eo:count': z.array(z.number().int()).max(1) }),
  itemType: z.literal('feature'),
  links: z.array(stacLinkSchema),
});
export type StacCollection = z.infer<typeof stacCollectionSchema>;

export const stacCatalogSchema = z.looseObject({
  type: z.literal('Catalog'),
  stac_version: z.enum(['1.0.0', '1.1.0']),
  id: identifier,
  title: z.string(),
  description: z.string().min(1),
  conformsTo: z.array(z.url()),
  links: z.array(stacLinkSchema),
});

/** An answer to a search: with the fields extension, features may be incomplete items. */
export const stacItemCollectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.looseObject({ type: z.literal('Feature'), id: z.string() })),
  links: z.array(stacLinkSchema),
  /** Left out where counting would cost more than the page. */
  numberMatched: z.number().int().optional(),
  /** Matches when items were last held in memory, where what changed since is not counted yet. */
  'kianda:estimatedMatched': z.number().int().optional(),
  numberReturned: z.number().int(),
});

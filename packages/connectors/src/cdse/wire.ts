import { z } from 'zod';

/** Ocean colour, surface temperature and altimetry over water: types always have eleven characters. */
export const PRODUCT_TYPES = ['OL_2_WFR___', 'SL_2_WST___', 'SR_2_WAT___'] as const;
export const COLLECTION = 'SENTINEL-3';

const attribute = z.object({
  Name: z.string(),
  Value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  ValueType: z.string().nullish(),
});
const interval = z.object({ Start: z.string(), End: z.string() });
const geometry = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

/** One product with `$expand=Attributes`. Footprints may be null. */
export const productWire = z.object({
  Id: z.string().min(1),
  Name: z.string().min(1),
  ContentLength: z.number(),
  PublicationDate: z.string(),
  Online: z.boolean(),
  S3Path: z.string().nullish(),
  ContentDate: interval,
  GeoFootprint: geometry.nullish(),
  Attributes: z.array(attribute),
});
export type ProductWire = z.infer<typeof productWire>;

/** One row of `DeletedProducts`: no attributes, no publication. */
export const deletedWire = z.object({
  Id: z.string().min(1),
  Name: z.string().min(1),
  ContentLength: z.number().nullish(),
  DeletionDate: z.string(),
  DeletionCause: z.string().nullish(),
  ContentDate: interval,
  GeoFootprint: geometry.nullish(),
});
export type DeletedWire = z.infer<typeof deletedWire>;

/** An answer: rows stay unknown until each is parsed on its own. The link to the next page is gone past 10,000 rows. */
export const answerWire = z.object({
  '@odata.context': z.string().nullish(),
  '@odata.count': z.number().nullish(),
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().nullish(),
});
export type AnswerWire = z.infer<typeof answerWire>;

/** A 422. */
export const validationWire = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
});
/** An answer of the STAC search: how many there are is optional there. */
export const stacAnswerWire = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
  numberMatched: z.number().nullish(),
  numberReturned: z.number().nullish(),
});
export type StacAnswerWire = z.infer<typeof stacAnswerWire>;

/** An answer of OpenSearch (resto). */
export const restoAnswerWire = z.object({
  type: z.literal('FeatureCollection'),
  properties: z.looseObject({ totalResults: z.number(), startIndex: z.number(), itemsPerPage: z.number() }),
  features: z.array(z.unknown()),
});
export type RestoAnswerWire = z.infer<typeof restoAnswerWire>;

/** Keycloak's tokens. */
export const tokenWire = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().nullish(),
  refresh_expires_in: z.number().nullish(),
});

/** Name of the user that a token belongs to. */
export const userInfoWire = z.object({ preferred_username: z.string().nullish() });

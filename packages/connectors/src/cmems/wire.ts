import { z } from 'zod';

/** `clientsConfigV1.json`: where the catalogues are, the first one first. */
export const clientsConfig = z.object({
  catalogues: z
    .array(z.object({ stac: z.url(), stacRoot: z.url(), idMapping: z.url() }))
    .min(1, 'esperado pelo menos um catálogo'),
});

/** `dataset_product_id_mapping.json`: products (comma-separated) of each dataset; null for an entry of another form. */
export const datasetProductMapping = z.record(z.string(), z.string().nullable().catch(null));

/** `PRODUCT/product.stac.json`: one `item` link per dataset version. */
export const productCollection = z.object({
  id: z.string(),
  type: z.literal('Collection'),
  links: z.array(z.object({ rel: z.string(), href: z.string(), title: z.string().optional() })),
});
export type ProductCollection = z.infer<typeof productCollection>;

/** `DATASET_VERSION/dataset.stac.json`. Hrefs are absolute. */
export const datasetItem = z.object({
  id: z.string(),
  type: z.literal('Feature'),
  properties: z.object({
    admp_in_preparation: z.boolean().default(false),
    admp_updated: z.iso.datetime({ offset: true }).nullish(),
    admp_released_date: z.iso.datetime({ offset: true }).nullish(),
    admp_retired_date: z.iso.datetime({ offset: true }).nullish(),
  }),
  assets: z.object({ timeChunked: z.object({ href: z.url() }) }),
});
export type DatasetItem = z.infer<typeof datasetItem>;

/** Consolidated metadata of a Zarr v2 store. */
export const consolidatedMetadata = z.object({
  zarr_consolidated_format: z.literal(1),
  metadata: z.record(z.string(), z.unknown()),
});

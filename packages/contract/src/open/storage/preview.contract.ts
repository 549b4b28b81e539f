import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { lifecycleRuleSchema } from './storage.contract.ts';

const bucketParams = z.object({ name: z.string().min(1).max(255) });
const count = z.number().int();

const rasterSchema = z.object({
  kind: z.literal('raster'),
  width: count,
  height: count,
  bands: count,
  /** The band of the picture, from 1. */
  band: count,
  /** Kind and bits of a value, e.g. `float32`. */
  sample: z.string(),
  /** `EPSG:4326`; null where the file does not state it. */
  crs: z.string().nullable(),
  /** West, south, east, north in the file's own coordinates. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  noData: z.number().nullable(),
  /** Smaller versions of itself that the file carries. */
  overviews: count,
  isTiled: z.boolean(),
  picture: z
    .object({
      width: count,
      height: count,
      min: z.number(),
      max: z.number(),
      /** Float32, little-endian, rows from the north, NaN where there is no data; base64. */
      values: z.string(),
    })
    .nullable(),
  /** Why there is no picture. */
  reason: z.enum(['too-large', 'no-values']).nullable(),
});
export type RasterPreview = z.infer<typeof rasterSchema>;

const parquetSchema = z.object({
  kind: z.literal('parquet'),
  rows: count,
  rowGroups: count,
  createdBy: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), isRequired: z.boolean() })),
});
export const objectPreviewSchema = z.discriminatedUnion('kind', [rasterSchema, parquetSchema]);
export type ObjectPreview = z.infer<typeof objectPreviewSchema>;

export const previewObject = endpoint({
  id: 'previewObject',
  service: 'storage',
  access: 'storage:read',
  method: 'GET',
  path: '/buckets/{name}/preview',
  summary: 'O que um ficheiro GeoTIFF ou Parquet contém, com uma imagem pequena do primeiro',
  params: bucketParams,
  query: z.object({
    key: z.string().min(1).max(1000),
    band: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  response: objectPreviewSchema,
  errors: ['not_found', 'forbidden'],
});

export const previewLifecycle = endpoint({
  id: 'previewLifecycle',
  service: 'storage',
  access: 'storage:manage',
  method: 'POST',
  path: '/buckets/{name}/lifecycle/preview',
  summary: 'O que regras de eliminação por idade eliminariam agora, sem eliminar nada',
  params: bucketParams,
  body: z.object({ rules: z.array(lifecycleRuleSchema).max(20) }),
  response: z.object({
    rules: z.array(
      lifecycleRuleSchema.extend({
        objects: count,
        bytes: z.number(),
        /** The oldest of them. */
        examples: z.array(z.object({ key: z.string(), size: z.number(), lastModified: instantSchema })),
      }),
    ),
    /** Objects that any of the rules takes, each once. */
    objects: count,
    bytes: z.number(),
    scanned: count,
    /** False where there were too many objects to look at all of them. */
    isWhole: z.boolean(),
    /** When the rules are next applied; null where nothing does. */
    nextRunAt: instantSchema.nullable(),
  }),
  errors: ['not_found', 'read_only'],
});

export const runLifecycle = endpoint({
  id: 'runLifecycle',
  service: 'storage',
  access: 'storage:manage',
  method: 'POST',
  path: '/lifecycle/run',
  summary: 'Aplica já as regras de eliminação por idade de todas as áreas',
  response: z.object({ id: z.uuid() }),
  errors: ['already_running', 'conflict'],
});

export const storagePreviewEndpoints = [previewObject, previewLifecycle, runLifecycle] as const;

import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { objectKeySchema, revisionSchema, seenRevision } from './storage.contract.ts';

const bucketParams = z.object({ name: z.string().min(1).max(255) });
const corsMethods = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'] as const;
/** Text without control characters and without halves of characters, neither of which the database stores. */
const plain = z.string().refine((text) => !/\p{Cc}|\p{Cs}/u.test(text), 'Sem caracteres de controlo.');
const oneStar = plain
  .min(1)
  .max(255)
  .regex(/^[^*\s,]*\*?[^*\s,]*$/, 'Com um «*» no máximo, sem espaços.');
const tagsSchema = z.array(z.tuple([plain.min(1).max(128), plain.max(256)]));
const days = z.number().int().min(1, 'De 1 a 36 500 dias.').max(36_500, 'De 1 a 36 500 dias.');

/** Which pages of other origins may read the objects of an area, and how. */
export const corsRuleSchema = z.object({
  id: plain.max(255).nullable(),
  /** As pages name themselves, with at most one `*`. */
  origins: z.array(oneStar).min(1, 'Escreva, pelo menos, uma origem.').max(100),
  methods: z.array(z.enum(corsMethods)).min(1, 'Escolha, pelo menos, um método.'),
  headers: z.array(oneStar).max(100),
  exposed: z.array(z.string().regex(/^[\w-]{1,100}$/, 'Um nome de cabeçalho, sem «*».')).max(100),
  maxAgeSeconds: z.number().int().min(0).max(86_400).nullable(),
});
export const corsRulesSchema = z.array(corsRuleSchema).max(100);
export type CorsRule = z.infer<typeof corsRuleSchema>;

/** A rule by which an area loses objects, versions of them, marks of deletions, or uploads left unfinished. */
export const bucketRuleSchema = z.object({
  name: plain.max(255),
  isEnabled: z.boolean(),
  /** Beginning of the keys it is about; empty: all of the area. */
  prefix: plain.max(500),
  /** Tags that an object must have, all of them. */
  tags: tagsSchema.max(10),
  /** Objects not modified for this many days are deleted. */
  days: days.nullable(),
  /** From this midnight (UTC) on all are deleted. */
  onDate: instantSchema.nullable(),
  /** Versions go so many days after another took their place, */
  noncurrentDays: days.nullable(),
  /** but for the newest so many of them. */
  newerNoncurrent: z.number().int().min(1).max(100).nullable(),
  /** A mark of a deletion goes once nothing else is left of its object. */
  expiredMarkers: z.boolean(),
  /** Uploads in parts, by S3 clients, that were not completed so many days after they began. */
  abortDays: days.nullable(),
});
export type BucketRule = z.infer<typeof bucketRuleSchema>;

export const publicBlockSchema = z.object({
  blockPublicAcls: z.boolean(),
  ignorePublicAcls: z.boolean(),
  /** No policy may open anything to everyone. */
  blockPublicPolicy: z.boolean(),
  /** A policy that opens something to everyone counts for nothing. */
  restrictPublicBuckets: z.boolean(),
});
export type PublicBlock = z.infer<typeof publicBlockSchema>;

export const lockModeSchema = z.enum(['GOVERNANCE', 'COMPLIANCE']);

export const bucketSettingsSchema = z.object({
  versioning: z.enum(['enabled', 'suspended', 'off']),
  lock: z.object({ mode: lockModeSchema.nullable(), days: z.number().int().nullable() }).nullable(),
  cors: corsRulesSchema,
  /** As it was written; null where there is none. */
  policy: z.string().nullable(),
  /** Whether anything is open to everyone now. */
  isPublic: z.boolean(),
  publicBlock: publicBlockSchema.nullable(),
  tags: tagsSchema,
  /** Rules besides those of plain age. */
  rules: z.array(bucketRuleSchema),
  /** Of each list that is put as a whole: what a change says that it was made from. */
  revisions: z.object({ cors: revisionSchema, policy: revisionSchema, rules: revisionSchema }),
});
export type BucketSettings = z.infer<typeof bucketSettingsSchema>;

const own = {
  service: 'storage',
  params: bucketParams,
  errors: ['not_found', 'read_only', 'conflict', 'precondition_failed'],
} as const;
const managed = { ...own, access: 'storage:manage', response: z.object({ name: z.string() }) } as const;

export const bucketSettings = endpoint({
  ...own,
  id: 'bucketSettings',
  access: 'storage:read',
  method: 'GET',
  path: '/buckets/{name}/settings',
  summary: 'Escolhas de uma área: versões, bloqueio, CORS, política, etiquetas e regras',
  response: bucketSettingsSchema,
});

export const putBucketVersions = endpoint({
  ...managed,
  id: 'putBucketVersions',
  method: 'PUT',
  path: '/buckets/{name}/settings/versions',
  summary: 'Guarda, ou deixa de guardar, versões dos objetos de uma área',
  body: z.object({ versioning: z.enum(['enabled', 'suspended']) }),
});

export const putBucketLock = endpoint({
  ...managed,
  id: 'putBucketLock',
  method: 'PUT',
  path: '/buckets/{name}/settings/lock',
  summary: 'Liga o bloqueio de objetos de uma área, e diz quanto dura o de cada objeto novo',
  body: z.object({ mode: lockModeSchema.nullable(), days: days.nullable() }),
});

export const putBucketCors = endpoint({
  ...managed,
  id: 'putBucketCors',
  method: 'PUT',
  path: '/buckets/{name}/settings/cors',
  summary: 'Substitui as regras CORS de uma área',
  body: z.object({ rules: corsRulesSchema, revision: seenRevision }),
});

export const putBucketPolicy = endpoint({
  ...managed,
  id: 'putBucketPolicy',
  method: 'PUT',
  path: '/buckets/{name}/settings/policy',
  summary: 'Substitui ou retira a política que abre uma área a todos, para ler',
  body: z.object({
    policy: z
      .string()
      .max(20 * 1024)
      .nullable(),
    revision: seenRevision,
  }),
});

export const putBucketRules = endpoint({
  ...managed,
  id: 'putBucketRules',
  method: 'PUT',
  path: '/buckets/{name}/settings/rules',
  summary: 'Substitui as regras de uma área que não são só de idade: versões, marcas, envios, etiquetas',
  body: z.object({ rules: z.array(bucketRuleSchema).max(20), revision: seenRevision }),
});

export const putVersionLock = endpoint({
  ...managed,
  id: 'putVersionLock',
  method: 'PUT',
  path: '/buckets/{name}/versions/lock',
  summary: 'Muda a retenção ou a ordem legal de uma versão de um objeto',
  body: z.object({
    key: objectKeySchema,
    versionId: z.string().min(1).max(200),
    /** Null: none. */
    retention: z.object({ mode: lockModeSchema, until: instantSchema }).nullable().optional(),
    legalHold: z.boolean().optional(),
  }),
});

export const bucketSettingsEndpoints = [
  bucketSettings,
  putBucketVersions,
  putBucketLock,
  putBucketCors,
  putBucketPolicy,
  putBucketRules,
  putVersionLock,
] as const;

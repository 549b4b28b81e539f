import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { bboxSchema, multiPolygonSchema, polygonSchema, positionSchema } from '../../core/geo.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { pushSubscriptionSchema } from '../../people/notifications/push-subscription.ts';
import { fieldResource, fieldRowSchema } from './field.resource.ts';
import { fieldPayloadSchema, ownRecordSchema, plain, sendOutcomes, sentRecordSchema } from './field.schemas.ts';

/** Records of one request: a batch that a line of one bar carries in a few seconds. */
export const mostSent = 25;
/** Bytes of one photo: phones make them smaller before they send. */
export const mostPhotoBytes = 2_000_000;
/** Photos of one record. */
export const mostPhotos = 6;

/** Parts of the sea that a phone keeps a chart of: the sectors of the fisheries administration. */
export const chartIds = ['cabinda', 'norte', 'centro', 'sul'] as const;
export type ChartId = (typeof chartIds)[number];
const chartId = z.enum(chartIds);
const areal = z.discriminatedUnion('type', [polygonSchema, multiPolygonSchema]);

const recordParams = z.object({ id: z.uuid() });

/** Copy that a phone keeps to work without a network: names, ports, licences, areas and closed seasons. */
export const fieldReference = endpoint({
  id: 'fieldReference',
  service: 'admin-api',
  method: 'GET',
  path: '/field/reference',
  summary: 'Espécies, portos, licenças, áreas e vedas que o telemóvel guarda para trabalhar sem rede',
  access: 'field:write',
  response: z.object({
    taxa: z.array(
      z.object({
        aphiaId: z.number().int().nullable(),
        scientificName: z.string(),
        commonName: z.string().nullable(),
        /** FAO ASFIS code, for what is landed. */
        code: z.string().nullable(),
      }),
    ),
    ports: z.array(z.object({ name: z.string(), lon: z.number(), lat: z.number() })),
    gears: z.array(z.string()),
    licences: z.array(
      z.object({
        number: z.string(),
        vessel: z.string(),
        registration: z.string().nullable(),
        gears: z.array(z.string()),
        held: z.array(z.object({ from: z.string(), to: z.string() })),
      }),
    ),
    seasons: z.array(
      z.object({
        name: z.string(),
        from: z.string(),
        to: z.string(),
        gears: z.array(z.string()).nullable(),
        species: z.array(z.string()),
        /** Area to which it is limited; null for all waters. */
        area: z.string().nullable(),
      }),
    ),
    /** Areas that a landing may name, or that a closed season is limited to. */
    areas: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        forbidsFishing: z.boolean(),
        geometry: areal,
      }),
    ),
  }),
});

export const fieldCharts = endpoint({
  id: 'fieldCharts',
  service: 'admin-api',
  method: 'GET',
  path: '/field/charts',
  summary: 'Cartas que um telemóvel pode guardar para usar sem rede, com o tamanho de cada uma',
  access: 'field:write',
  response: z.object({
    charts: z.array(z.object({ id: chartId, name: z.string(), bytes: z.number().int().nonnegative() })),
  }),
});

const line = z.array(positionSchema);

/** A chart in lines: it holds no pictures, so that a part of the sea is a few kilobytes. */
export const fieldChart = endpoint({
  id: 'fieldChart',
  service: 'admin-api',
  method: 'GET',
  path: '/field/charts/{id}',
  summary: 'Carta de uma parte do mar: terra e costa, limite da ZEE, zonas de pesca, áreas com regras e portos',
  access: 'field:write',
  params: z.object({ id: chartId }),
  response: z.object({
    id: chartId,
    name: z.string(),
    bbox: bboxSchema,
    /** Land with its coast and islands, cut at the box: what the maps of the platform draw. */
    land: z.array(line),
    /** Limit of the ZEE, as far as it lies in the box. */
    limit: z.array(line),
    /** Terms under which its lines are shown. */
    notice: z.string(),
    zones: z.array(z.object({ name: z.string(), geometry: areal })),
    areas: z.array(z.object({ id: z.string(), name: z.string(), forbidsFishing: z.boolean(), geometry: areal })),
    ports: z.array(z.object({ name: z.string(), lon: z.number(), lat: z.number() })),
  }),
});

/**
 * Takes records in the order in which they come. The same record twice is stored once; one that a reviewer dealt with
 * meanwhile, and its author changed, answers `conflict` with the platform's own.
 */
export const sendFieldRecords = endpoint({
  id: 'sendFieldRecords',
  service: 'admin-api',
  method: 'POST',
  path: '/field/records',
  summary: 'Envia registos de campo, por ordem; cada um é guardado uma só vez',
  access: 'field:write',
  body: z.object({ records: z.array(sentRecordSchema).min(1).max(mostSent) }),
  response: z.object({
    results: z.array(
      z.object({
        id: z.uuid(),
        outcome: z.enum(sendOutcomes),
        /** Portuguese; null where there is nothing to say. */
        reason: z.string().nullable(),
        /** The platform's own; null where it is another person's. */
        record: ownRecordSchema.nullable(),
      }),
    ),
  }),
});

export const sendFieldPhoto = endpoint({
  id: 'sendFieldPhoto',
  service: 'admin-api',
  method: 'PUT',
  path: '/field/records/{id}/photos/{photoId}',
  summary: 'Envia uma fotografia (JPEG) de um registo próprio; o que a câmara escreveu nela é tirado',
  access: 'field:write',
  params: z.object({ id: z.uuid(), photoId: z.uuid() }),
  query: z.object({
    /** Place where the photo was taken, where its author keeps it. */
    lon: z.coerce.number().min(-180).max(180).optional(),
    lat: z.coerce.number().min(-90).max(90).optional(),
  }),
  requestBody: 'stream',
  takesRoom: 'objects',
  response: z.object({ outcome: z.enum(['stored', 'already']), bytes: z.number().int() }),
  errors: ['not_found', 'conflict'],
});

/** Fate of the records that the account sent, the last changed first. */
export const myFieldRecords = endpoint({
  id: 'myFieldRecords',
  service: 'admin-api',
  method: 'GET',
  path: '/field/mine',
  summary: 'Os registos de campo que a conta enviou, e o que foi feito deles',
  access: 'field:write',
  query: z.object({
    since: instantSchema
      .refine((at) => at >= '2000' && at < '2200', { message: 'um instante entre 2000 e 2200' })
      .optional(),
  }),
  response: z.object({ records: z.array(ownRecordSchema) }),
  personal: true,
});

/** Phones of the account that get its answers by push, and the key that one subscribes with. */
export const fieldPush = endpoint({
  id: 'fieldPush',
  service: 'admin-api',
  method: 'GET',
  path: '/field/push',
  summary: 'Telemóveis e navegadores em que a conta recebe as respostas aos seus registos, e a chave para subscrever',
  access: 'field:write',
  response: z.object({
    /** Public key, base64url of an uncompressed P-256 point. */
    key: z.string(),
    devices: z.array(
      z.object({ id: z.uuid(), lastSentAt: instantSchema.nullable(), lastError: z.string().nullable() }),
    ),
  }),
  personal: true,
});

export const keepFieldPush = endpoint({
  id: 'keepFieldPush',
  service: 'admin-api',
  method: 'POST',
  path: '/field/push',
  summary: 'Regista este telemóvel para receber as respostas aos registos (Web Push)',
  access: 'field:write',
  body: pushSubscriptionSchema,
  response: z.object({ id: z.uuid() }),
  errors: ['conflict'],
  rateLimitPerMinute: 20,
  neverStored: true,
});

export const dropFieldPush = endpoint({
  id: 'dropFieldPush',
  service: 'admin-api',
  method: 'DELETE',
  path: '/field/push/{id}',
  summary: 'Deixa de enviar avisos a um telemóvel desta conta',
  access: 'field:write',
  params: recordParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const listFieldRecords = endpoint({
  id: 'listFieldRecords',
  service: 'admin-api',
  method: 'GET',
  path: '/field/records',
  summary: 'Registos que chegaram do campo, por filtros, ordem e página',
  access: 'field:read',
  query: z.object(pageShapeOf(fieldResource)).refine(isInOrder, orderMessage),
  response: pageOf(fieldRowSchema),
  personal: true,
});

export const exportFieldRecords = endpoint({
  ...listFile,
  id: 'exportFieldRecords',
  service: 'admin-api',
  path: '/field/records/export',
  summary: 'A lista dos registos de campo, em CSV, XLSX ou JSON (auditado)',
  access: 'field:read',
  query: z.object(fileShapeOf(fieldResource)).refine(isInOrder, orderMessage),
});

const detailSchema = z.object({
  record: ownRecordSchema,
  sender: z.string(),
  receivedAt: instantSchema,
  reviewer: z.string().nullable(),
  photos: z.array(
    z.object({
      id: z.uuid(),
      bytes: z.number().int(),
      width: z.number().int(),
      height: z.number().int(),
      lon: z.number().nullable(),
      lat: z.number().nullable(),
    }),
  ),
  history: z.array(z.object({ at: instantSchema, actor: z.string(), act: z.string(), note: z.string().nullable() })),
});
export type FieldDetail = z.infer<typeof detailSchema>;

export const fieldRecord = endpoint({
  id: 'fieldRecord',
  service: 'admin-api',
  method: 'GET',
  path: '/field/records/{id}',
  summary: 'Um registo de campo: como veio, como foi corrigido, dúvidas, fotografias e história',
  access: 'field:read',
  params: recordParams,
  response: detailSchema,
  personal: true,
  errors: ['not_found'],
});

export const fieldPhoto = endpoint({
  id: 'fieldPhoto',
  service: 'admin-api',
  method: 'GET',
  path: '/field/photos/{photoId}',
  summary: 'Fotografia de um registo de campo',
  access: 'field:read',
  params: z.object({ photoId: z.uuid() }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'image/jpeg',
  personal: true,
  errors: ['not_found'],
});

/** `accept` takes the record as it was sent; `correct` with what the reviewer wrote, and keeps what was sent. */
export const reviewFieldRecord = endpoint({
  id: 'reviewFieldRecord',
  service: 'admin-api',
  method: 'POST',
  path: '/field/records/{id}/review',
  summary: 'Aceita, corrige, recusa ou devolve com uma pergunta um registo de campo',
  access: 'field:review',
  params: recordParams,
  body: z
    .object({
      decision: z.enum(['accept', 'correct', 'ask', 'reject']),
      /** Version that the reviewer saw: another one answers `conflict`. */
      version: z.number().int().min(1).max(2_147_483_647),
      note: plain(1000).default(''),
      corrected: fieldPayloadSchema.nullable().default(null),
    })
    .refine(({ decision, note }) => decision === 'accept' || note !== '', {
      message: 'escreva a pergunta ou a razão',
      path: ['note'],
    })
    .refine(({ decision, corrected }) => (decision === 'correct') === (corrected !== null), {
      message: 'a correção vem com o registo corrigido, e só ela',
      path: ['corrected'],
    }),
  response: detailSchema,
  errors: ['not_found', 'conflict'],
});

export const fieldEndpoints = [
  fieldReference,
  fieldCharts,
  fieldChart,
  sendFieldRecords,
  sendFieldPhoto,
  myFieldRecords,
  fieldPush,
  keepFieldPush,
  dropFieldPush,
  listFieldRecords,
  exportFieldRecords,
  fieldRecord,
  fieldPhoto,
  reviewFieldRecord,
] as const;

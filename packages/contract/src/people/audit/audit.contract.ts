import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { auditEventSchema, auditResource } from './audit.resource.ts';

/** The stored audit trail, newest first. It is read only: no endpoint edits or removes an event. */
export const listAuditEvents = endpoint({
  id: 'listAuditEvents',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/audit/events',
  summary: 'Eventos da auditoria, os mais recentes primeiro',
  access: 'audit:read',
  query: z.object(pageShapeOf(auditResource)).refine(isInOrder, orderMessage),
  response: pageOf(auditEventSchema),
});

/** Files of what the filters find, unsigned: the signed one is `auditExport`. */
export const exportAuditEvents = endpoint({
  ...listFile,
  id: 'exportAuditEvents',
  service: 'admin-api',
  path: '/audit/events/export',
  summary: 'Todos os eventos da auditoria dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'audit:read',
  query: z.object(fileShapeOf(auditResource)).refine(isInOrder, orderMessage),
});

const faultSchema = z.object({
  /** `edited`: content differs from its hash; `missing`: a gap; `truncated`: the chain ends before its mark. */
  kind: z.enum(['edited', 'missing', 'truncated']),
  seq: z.number().int(),
  /** The event at that place as it reads now; null where none is left. */
  event: z
    .object({ occurredAt: z.string(), event: z.string(), actorName: z.string(), resource: z.string() })
    .nullable(),
});

const verificationSchema = z.object({
  at: instantSchema,
  durationMs: z.number(),
  /** `schedule`, or who asked. */
  trigger: z.string(),
  intact: z.boolean(),
  /** Events read before the first fault, or all of them. */
  checked: z.number().int(),
  /** Up to where a cut tail would be noticed; null before the first mark. */
  checkpointSeq: z.number().int().nullable(),
  fault: faultSchema.nullable(),
  /** Reason why the chain could not be verified, in Portuguese; null where it was. */
  problem: z.string().nullable(),
});
export type AuditVerificationView = z.infer<typeof verificationSchema>;

export const auditStatus = endpoint({
  id: 'auditStatus',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/audit/status',
  summary: 'Estado da cadeia de auditoria: tamanho, última verificação e as anteriores',
  access: 'audit:read',
  response: z.object({
    events: z.number().int(),
    /** Hash of the newest event; null before the first. */
    headHash: z.string().nullable(),
    firstAt: instantSchema.nullable(),
    lastAt: instantSchema.nullable(),
    /** Newest first, ten at most. */
    verifications: z.array(verificationSchema),
    verifying: z.boolean(),
    /** Public key that exports are signed with: PEM (SPKI, Ed25519), and its name. */
    publicKey: z.object({ keyId: z.string(), pem: z.string() }),
  }),
});

/** Runs in the background: the outcome appears in `auditStatus`. */
export const auditVerify = endpoint({
  id: 'auditVerify',
  service: 'admin-api',
  method: 'POST',
  path: '/audit/verify',
  summary: 'Verificar agora a cadeia de auditoria, do primeiro ao último evento',
  access: 'audit:read',
  response: z.object({ runId: z.string() }),
  errors: ['already_running'],
});

/** Most hours that one export may cover, and most events in it. */
export const auditExportHoursMax = 8_760;
export const auditExportEvents = 50_000;

/**
 * A ZIP of the events of the last hours with their hashes (`eventos.csv` or `eventos.json`), a manifest with their digest,
 * its signature and the public key, so that it is verified without the platform. Recorded in the audit.
 */
export const auditExport = endpoint({
  id: 'auditExport',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/audit/export',
  summary: 'Exportar a auditoria das últimas horas, assinada (CSV ou JSON)',
  access: 'audit:read',
  rateLimitPerMinute: 10,
  query: z.object({
    hours: z.coerce.number().int().min(1).max(auditExportHoursMax).default(24),
    format: z.enum(['csv', 'json']).default('json'),
  }),
  format: 'binary',
  response: z.string(),
  errors: ['payload_too_large'],
});

export const auditEndpoints = [listAuditEvents, exportAuditEvents, auditStatus, auditVerify, auditExport] as const;

import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { eventKinds } from '../surveillance/alerts.contract.ts';
import { vesselFilters } from './list.contract.ts';

/** Files that the server writes, with their labels. NAF covers positions alone. */
export const exportFormats = { geojson: 'GeoJSON', kml: 'KML', naf: 'NAF', pdf: 'PDF' } as const;
export type ExportFormat = keyof typeof exportFormats;
const anyFormat = z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]);

/** Rows of a file that one waits for at most. */
export const mostExported = 20_000;
/**
 * The same on paper, and rows of a volume where there are several: laying out so many takes some 250 MB, however many
 * volumes there are.
 */
export const mostPrinted = 2_000;

const common = {
  service: 'admin-api',
  method: 'GET',
  access: 'surveillance:export',
  response: z.unknown(),
  format: 'binary',
  errors: ['export_too_large'],
  rateLimitPerMinute: 30,
} as const;

export const exportVessels = endpoint({
  id: 'exportVessels',
  path: '/vessels/export',
  summary: 'Embarcações dos filtros, na última posição, em GeoJSON, KML, NAF ou PDF (auditado)',
  query: z.object({ ...vesselFilters, format: anyFormat }),
  ...common,
});

export const exportTrack = endpoint({
  id: 'exportVesselTrack',
  path: '/vessels/{id}/track/export',
  summary: 'Posições de uma embarcação num período, em GeoJSON, KML, NAF ou PDF (auditado)',
  params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
  query: z
    .object({ from: instantSchema.optional(), to: instantSchema.optional(), format: anyFormat })
    .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
      message: 'from must not be after to',
    }),
  ...common,
  errors: ['not_found', 'export_too_large'],
});

export const exportVesselEvents = endpoint({
  id: 'exportVesselEvents',
  path: '/surveillance/events/export',
  summary: 'Acontecimentos detetados, em GeoJSON, KML ou PDF (auditado)',
  query: z.object({
    kind: z.enum(eventKinds).optional(),
    vesselId: z.coerce.number().int().min(1).optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    format: z.enum(['geojson', 'kml', 'pdf']),
  }),
  ...common,
});

export const exportEndpoints = [exportVessels, exportTrack, exportVesselEvents] as const;

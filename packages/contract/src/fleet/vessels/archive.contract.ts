import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { archivedDaySchema, archiveResource } from './archive.resource.ts';

export const listArchivedDays = endpoint({
  id: 'listArchivedDays',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/archive',
  summary: 'Dias de posições de embarcações que estão em ficheiros GeoParquet no armazenamento',
  access: 'vessels:read',
  query: z.object(pageShapeOf(archiveResource)),
  response: pageOf(archivedDaySchema).extend({
    /** Days that positions stay in the database before they go into files; 0: all their time. */
    archiveDays: z.number().int(),
    /** Days that positions are kept, in the database or in files. */
    positionDays: z.number().int(),
    totalPositions: z.number().int(),
    totalBytes: z.number().int(),
  }),
});

export const exportArchivedDays = endpoint({
  ...listFile,
  id: 'exportArchivedDays',
  service: 'admin-api',
  path: '/vessels/archive/export',
  summary: 'Os dias de posições arquivados, em CSV, XLSX ou JSON (auditado)',
  access: 'vessels:read',
  query: z.object(fileShapeOf(archiveResource)),
});

export const restoreArchivedDay = endpoint({
  id: 'restoreArchivedDay',
  service: 'admin-api',
  method: 'POST',
  path: '/vessels/archive/{day}/restore',
  summary: 'Repõe na base de dados as posições de um dia arquivado, por alguns dias',
  access: 'storage:manage',
  params: z.object({ day: z.iso.date() }),
  body: z.object({ keepDays: z.number().int().min(1).max(365).default(30) }),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'already_running'],
});

export const archiveEndpoints = [listArchivedDays, exportArchivedDays, restoreArchivedDay] as const;

import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const publishedSchema = z.object({
  reportId: z.uuid(),
  name: z.string(),
  publishedAt: instantSchema,
  publishedBy: z.string(),
});

/** Folder of the ministry's portal on the interfaces' origin, and its second name. */
export const sitePaths = ['minpermar-site', 'minpermar/dist'] as const;
/** File of the folder that carries all of it. */
export const siteArchive = 'minpermar-site.zip';

export const siteState = endpoint({
  id: 'siteState',
  service: 'admin-api',
  method: 'GET',
  path: '/ministry-site',
  summary: 'O portal do ministério: quando foi gerado, o que contém e os relatórios publicados nele',
  access: 'interfaces:read',
  response: z.object({
    /** Null before the first time. */
    generatedAt: instantSchema.nullable(),
    files: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** Addresses on the interfaces' origin. */
    url: z.string(),
    archiveUrl: z.string(),
    published: z.array(publishedSchema),
  }),
});

export const generateSite = endpoint({
  id: 'generateSite',
  service: 'admin-api',
  method: 'POST',
  path: '/ministry-site/generate',
  summary: 'Gera de novo o portal do ministério; é uma tarefa',
  access: 'reports:write',
  response: z.object({ job: z.uuid() }),
  errors: ['already_running'],
  rateLimitPerMinute: 10,
});

export const publishReport = endpoint({
  id: 'publishReport',
  service: 'admin-api',
  method: 'PUT',
  path: '/ministry-site/reports/{id}',
  summary: 'Publica um relatório acabado no portal do ministério, à vista de todos, ou retira-o (auditado)',
  access: 'reports:write',
  params: z.object({ id: z.uuid() }),
  body: z.object({ isPublished: z.boolean() }),
  response: z.object({ published: z.array(publishedSchema) }),
  errors: ['not_found'],
});

export const ministrySiteEndpoints = [siteState, generateSite, publishReport] as const;

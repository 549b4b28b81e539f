import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { noticeSchema } from './bell.contract.ts';
import { noticeResource } from './notices.resource.ts';

/** All that the bell shows the newest of. */
export const listNotices = endpoint({
  id: 'listNotices',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/notifications/history',
  summary: 'Todas as notificações desta conta dos últimos 30 dias, uma por regra e objeto',
  access: 'session',
  query: z.object(pageShapeOf(noticeResource)).refine(isInOrder, orderMessage),
  response: pageOf(noticeSchema),
});

export const exportNotices = endpoint({
  ...listFile,
  id: 'exportNotices',
  personal: true,
  service: 'admin-api',
  path: '/notifications/history/export',
  summary: 'Todas as notificações desta conta, dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'session',
  query: z.object(fileShapeOf(noticeResource)).refine(isInOrder, orderMessage),
});

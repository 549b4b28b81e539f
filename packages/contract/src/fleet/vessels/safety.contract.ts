import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { safetyResource, safetyStationSchema } from './safety.resource.ts';

export const listSafetyStations = endpoint({
  id: 'listSafetyStations',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/safety',
  summary: 'Sinais de socorro, aeronaves de salvamento, textos de segurança, ajudas à navegação e estações base do AIS',
  access: 'vessels:read',
  query: z.object(pageShapeOf(safetyResource)),
  response: pageOf(safetyStationSchema),
});

export const exportSafetyStations = endpoint({
  ...listFile,
  id: 'exportSafetyStations',
  service: 'admin-api',
  path: '/vessels/safety/export',
  summary: 'As estações de segurança dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'surveillance:export',
  query: z.object(fileShapeOf(safetyResource)),
});

export const safetyEndpoints = [listSafetyStations, exportSafetyStations] as const;

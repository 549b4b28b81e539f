import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { featureIds } from './features.ts';

export const maintenanceSchema = z.object({
  message: z.string().trim().min(3).max(300),
  /** Expected end, as announced; the mode ends when an administrator ends it. */
  until: instantSchema.nullable(),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;

export const featureStates = z.record(z.enum(featureIds), z.boolean());

/** Asked for by every page: apart from the settings, which only one section needs. */
export const operatingMode = endpoint({
  id: 'operatingMode',
  service: 'admin-api',
  method: 'GET',
  path: '/config/mode',
  summary: 'Modo de manutenção e funções desligadas',
  access: 'session',
  response: z.object({ maintenance: maintenanceSchema.nullable(), features: featureStates }),
});

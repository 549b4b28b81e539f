import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { featureIds } from './features.ts';
import { featureStates, maintenanceSchema, operatingMode } from './mode.contract.ts';

export const settingGroups = [
  'access',
  'limits',
  'operator',
  'retention',
  'network',
  'database',
  'storage',
  'identity',
  'delivery',
  'log',
  'vessels',
  'simulation',
  'services',
  'providers',
] as const;

const settingSchema = z.object({
  /** Environment variable, which is also its name here. */
  name: z.string(),
  group: z.enum(settingGroups),
  title: z.string(),
  kind: z.enum(['integer', 'text', 'email', 'choice', 'secret']),
  unit: z.string().nullable(),
  min: z.number().int().nullable(),
  max: z.number().int().nullable(),
  choices: z.array(z.string()).nullable(),
  /** Value in effect in this process; null where none is set, and always for secrets. */
  value: z.string().nullable(),
  default: z.string().nullable(),
  /** True when a secret has a value. */
  isSet: z.boolean(),
  origin: z.enum(['default', 'environment', 'database']),
  /** Stored value, in effect at once or from the next start on. */
  stored: z.string().nullable(),
  /** `start`: needed before the database is open, or a secret: only the environment sets it. */
  lockedBy: z.enum(['environment', 'start']).nullable(),
  effect: z.enum(['now', 'restart']),
  /** Stored, and not yet what this process works with. */
  isPending: z.boolean(),
});
export type SettingInfo = z.infer<typeof settingSchema>;

const configurationSchema = z.object({
  /** Number of changes so far; a change names the one it was made from. */
  version: z.number().int().nonnegative(),
  changedAt: instantSchema.nullable(),
  changedBy: z.string().nullable(),
  isRestartPending: z.boolean(),
  settings: z.array(settingSchema),
  features: featureStates,
  maintenance: maintenanceSchema.nullable(),
});
export type Configuration = z.infer<typeof configurationSchema>;

export const readConfiguration = endpoint({
  id: 'readConfiguration',
  service: 'admin-api',
  method: 'GET',
  path: '/config',
  summary: 'Definições da plataforma, com a origem de cada uma',
  access: 'config:read',
  response: configurationSchema,
});

export const changeConfiguration = endpoint({
  id: 'changeConfiguration',
  service: 'admin-api',
  method: 'PUT',
  path: '/config',
  summary: 'Muda definições, funções e o modo de manutenção',
  access: 'config:write',
  body: z.strictObject({
    /** The version that was read: another change since then answers `precondition_failed`. */
    version: z.number().int().nonnegative(),
    /** By name; null goes back to the default. */
    settings: z.record(z.string().max(100), z.string().max(500).nullable()).optional(),
    features: z.partialRecord(z.enum(featureIds), z.boolean()).optional(),
    maintenance: maintenanceSchema.nullable().optional(),
    note: z.string().trim().max(300).optional(),
  }),
  response: configurationSchema,
  errors: ['precondition_failed'],
});

const changeSchema = z.object({
  /** Name of a setting, `feature/<id>` or `maintenance`. */
  name: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

export const configurationHistory = endpoint({
  id: 'configurationHistory',
  service: 'admin-api',
  method: 'GET',
  path: '/config/history',
  summary: 'Quem mudou que definições e quando, as mais recentes primeiro',
  access: 'config:read',
  query: z.object({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    versions: z.array(
      z.object({
        version: z.number().int(),
        at: instantSchema,
        by: z.string(),
        note: z.string().nullable(),
        changes: z.array(changeSchema),
      }),
    ),
    hasMore: z.boolean(),
  }),
});

export const restoreConfiguration = endpoint({
  id: 'restoreConfiguration',
  service: 'admin-api',
  method: 'POST',
  path: '/config/history/{version}/restore',
  summary: 'Repõe as definições como estavam numa versão, como nova versão',
  access: 'config:write',
  params: z.object({ version: z.coerce.number().int().nonnegative() }),
  body: z.object({ version: z.number().int().nonnegative() }),
  response: configurationSchema,
  errors: ['not_found', 'precondition_failed'],
});

export const configurationEndpoints = [
  readConfiguration,
  changeConfiguration,
  configurationHistory,
  restoreConfiguration,
  operatingMode,
] as const;

import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { backupStates } from './backups.contract.ts';

const count = z.number().int().nonnegative();
const startedSchema = z.object({ runId: z.uuid() });

export const instantStatus = endpoint({
  service: 'admin-api',
  access: 'backups:read',
  id: 'instantStatus',
  method: 'GET',
  path: '/backup/instant',
  summary: 'Reposição num instante: o que o arquivo do diário tem, as suas falhas e as bases',
  response: z.object({
    /** True while the embedded server's journal is being archived. */
    isArchiving: z.boolean(),
    everySeconds: count.nullable(),
    /** Spans of instants that can be asked for, oldest first. */
    windows: z.array(z.object({ from: instantSchema, to: instantSchema })),
    lastArchivedAt: instantSchema.nullable(),
    lagSeconds: z.number().nullable(),
    segments: count,
    /** Size as stored, compressed and encrypted. */
    storedBytes: count,
    /** Of the hour before the newest segment. */
    lastHourBytes: count,
    /** Finished segments that are not in the archive yet. */
    waiting: count,
    /** Reason why the last run of the archive failed. */
    failure: z.string().nullable(),
    /** Segments missing between archived ones. */
    gaps: z.array(z.object({ first: z.string(), last: z.string(), segments: count })),
    bases: z.array(
      z.object({
        name: z.string(),
        status: z.enum(backupStates),
        trigger: z.enum(['schedule', 'manual']),
        actor: z.string(),
        startTime: instantSchema,
        /** The first instant that it can be put back to. */
        usableFrom: instantSchema.nullable(),
        dataBytes: count.nullable(),
        size: count.nullable(),
        files: count.nullable(),
        error: z.string().nullable(),
        isOnSecond: z.boolean(),
      }),
    ),
    /** Command that does the same without the console; the instant follows it. */
    command: z.string(),
  }),
});

export const createInstantBase = endpoint({
  service: 'admin-api',
  access: 'backups:run',
  id: 'createInstantBase',
  method: 'POST',
  path: '/backup/instant/base',
  summary: 'Faz agora uma base, a partir da qual se repõe qualquer instante',
  takesRoom: 'backups',
  response: startedSchema,
  errors: ['already_running', 'conflict'],
});

export const drillInstant = endpoint({
  service: 'admin-api',
  access: 'backups:run',
  id: 'drillInstant',
  method: 'POST',
  path: '/backup/instant/drill',
  summary: 'Ensaia a reposição num instante, ao lado da base em uso, e conta as linhas',
  body: z.object({ instant: instantSchema }),
  response: startedSchema,
  errors: ['already_running', 'conflict'],
});

export const restoreInstant = endpoint({
  service: 'admin-api',
  access: 'backups:restore',
  id: 'restoreInstant',
  method: 'POST',
  path: '/backup/instant/restore',
  summary: 'Repõe a base de dados como estava num instante; pede o instante por escrito e a razão',
  body: z.object({
    instant: instantSchema,
    confirmation: z.string(),
    reason: z.string().trim().min(10, 'Escreva a razão, com 10 caracteres ou mais.').max(500),
  }),
  response: startedSchema,
  errors: ['already_running', 'conflict'],
  rateLimitPerMinute: 10,
});

export const instantEndpoints = [instantStatus, createInstantBase, drillInstant, restoreInstant] as const;

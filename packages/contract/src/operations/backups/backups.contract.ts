import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { backupLineSchema, backupLogResource, backupResource } from './backups.resource.ts';
import { backupKinds, backupSchema, backupTargets, requestedBackupKinds } from './backups.schemas.ts';

export * from './backups.schemas.ts';

const admin = { service: 'admin-api', access: 'backups:read' } as const;
const count = z.number().int().nonnegative();
const nameSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'nome de cópia inválido');
const nameParams = z.object({ name: nameSchema });
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'esperada uma hora HH:MM');

const activitySchema = z.object({
  runId: z.uuid(),
  action: z.enum(['create', 'verify', 'drill', 'restore', 'copy', 'base', 'instantDrill', 'instantRestore']),
  label: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'running']),
  progress: z.number().nullable(),
  message: z.string().nullable(),
  startedAt: instantSchema.nullable(),
});
export type BackupActivity = z.infer<typeof activitySchema>;

const ruleSchema = z.object({
  /** Copies of the data that were found when they were last looked for, the platform's own included. */
  copies: count,
  /** Different devices or services that they lie on. */
  media: count,
  /** Number on another machine; null where that is unknown. */
  offsite: count,
  isMet: z.boolean(),
  places: z.array(
    z.object({
      id: z.enum(['live', ...backupTargets]),
      label: z.string(),
      place: z.string(),
      medium: z.string(),
      isOffsite: z.boolean(),
      holds: z.boolean(),
      detail: z.string(),
      checkedAt: instantSchema.nullable(),
    }),
  ),
});

export const backupOverview = endpoint({
  ...admin,
  id: 'backupOverview',
  method: 'GET',
  path: '/backup/overview',
  summary: 'Estado das cópias de segurança: a última, a próxima, as cópias 3-2-1, a chave e o que está em curso',
  response: z.object({
    lastBackup: backupSchema.nullable(),
    ageHours: z.number().nullable(),
    maxAgeHours: z.number(),
    isTooOld: z.boolean(),
    next: z.object({ type: z.enum(backupKinds), at: instantSchema }).nullable(),
    stats: z.object({
      total: count,
      successful: count,
      failed: count,
      successRate: z.number().nullable(),
      retentionDays: count,
      storedBytes: count,
    }),
    rule: ruleSchema,
    key: z.object({
      fingerprint: z.string(),
      origin: z.enum(['environment', 'file']),
      /** Path of the key file on the server; null where the operator sets the key. */
      path: z.string().nullable(),
      /** When someone confirmed that the key is also stored outside this machine. */
      savedAt: instantSchema.nullable(),
      savedBy: z.string().nullable(),
    }),
    lastDrill: z.object({ at: instantSchema, passed: z.boolean(), backup: z.string() }).nullable(),
    nextDrillAt: instantSchema.nullable(),
    pointInTime: z.object({ isAvailable: z.boolean(), detail: z.string(), lastArchivedAt: instantSchema.nullable() }),
    activity: z.array(activitySchema),
  }),
});

export const backupList = endpoint({
  ...admin,
  id: 'backupList',
  method: 'GET',
  path: '/backup',
  summary: 'Cópias de segurança, por filtros, ordem e página; a mais recente primeiro',
  query: z.object(pageShapeOf(backupResource)).refine(isInOrder, orderMessage),
  response: pageOf(backupSchema),
});

export const exportBackups = endpoint({
  ...admin,
  ...listFile,
  id: 'exportBackups',
  path: '/backup/export',
  summary: 'A lista das cópias de segurança, em CSV, XLSX ou JSON (auditado)',
  query: z.object(fileShapeOf(backupResource)).refine(isInOrder, orderMessage),
});

export const backupDetail = endpoint({
  ...admin,
  id: 'backupDetail',
  method: 'GET',
  path: '/backup/list/{name}',
  summary: 'Uma cópia de segurança, e o que se perderia se fosse reposta agora',
  params: nameParams,
  response: z.object({
    backup: backupSchema,
    /** Good backups that need files of this one. */
    neededBy: z.array(z.string()),
    /** Present contents of the platform, and those of the backup. */
    restore: z.object({
      isPossible: z.boolean(),
      reason: z.string().nullable(),
      rowsInBackup: count.nullable(),
      minutesSinceMark: z.number().nullable(),
    }),
  }),
  errors: ['not_found'],
});

const startedSchema = z.object({ runId: z.uuid() });

export const createBackup = endpoint({
  service: 'admin-api',
  access: 'backups:run',
  id: 'createBackup',
  method: 'POST',
  path: '/backup/create',
  summary: 'Faz uma cópia de segurança agora',
  body: z.object({ type: z.enum(requestedBackupKinds) }),
  takesRoom: 'backups',
  response: startedSchema.extend({
    requested: z.enum(requestedBackupKinds),
    /** Kind that is made. */
    type: z.enum(backupKinds),
    /** Why another kind than the requested one is made; null where it is the same. */
    note: z.string().nullable(),
  }),
  errors: ['already_running'],
});

export const verifyBackup = endpoint({
  service: 'admin-api',
  access: 'backups:run',
  id: 'verifyBackup',
  method: 'POST',
  path: '/backup/list/{name}/verify',
  summary: 'Verifica uma cópia: somas de controlo de cada ficheiro e abertura com a chave',
  params: nameParams,
  body: z.object({ target: z.enum(backupTargets).default('main') }),
  response: startedSchema,
  errors: ['not_found', 'already_running', 'conflict'],
});

export const drillBackup = endpoint({
  service: 'admin-api',
  access: 'backups:run',
  id: 'drillBackup',
  method: 'POST',
  path: '/backup/list/{name}/drill',
  summary: 'Ensaia a reposição de uma cópia numa base de dados à parte',
  params: nameParams,
  body: z.object({ target: z.enum(backupTargets).default('main') }),
  response: startedSchema,
  errors: ['not_found', 'already_running', 'conflict'],
});

export const restoreBackup = endpoint({
  service: 'admin-api',
  access: 'backups:restore',
  id: 'restoreBackup',
  method: 'POST',
  path: '/backup/list/{name}/restore',
  summary: 'Repõe a plataforma como estava na marca de uma cópia; pede o nome da cópia e a razão',
  params: nameParams,
  body: z.object({
    confirmation: z.string(),
    reason: z.string().trim().min(10, 'Escreva a razão, com 10 caracteres ou mais.').max(500),
    target: z.enum(backupTargets).default('main'),
  }),
  response: startedSchema,
  errors: ['not_found', 'already_running', 'conflict'],
  rateLimitPerMinute: 10,
});

export const deleteBackup = endpoint({
  service: 'admin-api',
  access: 'backups:restore',
  id: 'deleteBackup',
  method: 'DELETE',
  path: '/backup/list/{name}',
  summary: 'Elimina uma cópia de todos os destinos',
  params: nameParams,
  response: z.object({ deleted: z.boolean() }),
  errors: ['not_found', 'already_running', 'conflict'],
});

const drillSchema = z.object({
  id: z.uuid(),
  backup: z.string(),
  target: z.enum(backupTargets),
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  state: z.enum(['running', 'passed', 'failed']),
  error: z.string().nullable(),
  /** Seconds that the restoration took: what a disaster would cost. */
  seconds: z.number().nullable(),
  /** Age of the backup's mark when the drill began: what a disaster would lose. */
  lossMinutes: z.number().nullable(),
  tables: count.nullable(),
  rows: count.nullable(),
  objects: count.nullable(),
  objectBytes: count.nullable(),
  evidence: z.array(z.object({ table: z.string(), rows: count, foundRows: count, isSame: z.boolean() })),
  /** Not null: the server was recovered to it, and the rows of the evidence compare the present with that instant. */
  instant: instantSchema.nullable(),
});
export type BackupDrill = z.infer<typeof drillSchema>;

export const backupDrills = endpoint({
  ...admin,
  id: 'backupDrills',
  method: 'GET',
  path: '/backup/drills',
  summary: 'Ensaios de reposição, com as provas de cada um',
  response: z.object({ drills: z.array(drillSchema) }),
});

export const backupLog = endpoint({
  ...admin,
  id: 'backupLog',
  method: 'GET',
  path: '/backup/log',
  summary: 'Registo das cópias de segurança, por filtros, ordem e página',
  query: z.object(pageShapeOf(backupLogResource)).refine(isInOrder, orderMessage),
  response: pageOf(backupLineSchema),
});

export const exportBackupLog = endpoint({
  ...admin,
  ...listFile,
  id: 'exportBackupLog',
  path: '/backup/log/export',
  summary: 'O registo das cópias de segurança, em CSV, XLSX ou JSON (auditado)',
  query: z.object(fileShapeOf(backupLogResource)).refine(isInOrder, orderMessage),
});

const secondSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    folder: z.string().trim().min(1).max(500).startsWith('/', 'Escreva o caminho completo da pasta, a começar por /.'),
  }),
  z.object({
    kind: z.literal('s3'),
    bucket: z.string().trim().min(3).max(63),
    region: z.string().trim().min(1).max(63),
    endpoint: z.url({ protocol: /^https?$/ }).nullable(),
    accessKeyId: z.string().trim().max(200).nullable(),
  }),
  z.object({
    kind: z.literal('sftp'),
    address: z
      .string()
      .trim()
      .regex(/^sftp:\/\/[^@\s/]+@[^\s/]+(\/.*)?$/, 'Escreva sftp://utilizador@servidor:porta/pasta.'),
    hostKey: z
      .string()
      .trim()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, 'Escreva SHA256:… como o OpenSSH a mostra.'),
  }),
]);
export type SecondTarget = z.infer<typeof secondSchema>;

export const backupSettingsSchema = z.object({
  scheduleEnabled: z.boolean(),
  /** 0 is Sunday. Times of Luanda. */
  fullWeekday: z.number().int().min(0).max(6),
  fullAt: clockTime,
  /** On the other days. */
  incrementalAt: clockTime,
  retentionDays: z.number().int().min(1).max(3_650),
  /** Beyond it an alert is raised. */
  maxAgeHours: z.number().int().min(1).max(720),
  /** Days between two drills; null: none is scheduled. */
  drillEveryDays: z.number().int().min(1).max(365).nullable(),
  second: secondSchema.nullable(),
});
export type BackupSettings = z.infer<typeof backupSettingsSchema>;

export const backupSettings = endpoint({
  ...admin,
  id: 'backupSettings',
  method: 'GET',
  path: '/backup/settings',
  summary: 'Definições das cópias de segurança; nunca as credenciais',
  response: backupSettingsSchema.extend({
    mainPlace: z.string(),
    hasSecret: z.boolean(),
    updatedAt: instantSchema,
    updatedBy: z.string().nullable(),
  }),
});

export const changeBackupSettings = endpoint({
  service: 'admin-api',
  access: 'backups:configure',
  id: 'changeBackupSettings',
  method: 'PUT',
  path: '/backup/settings',
  summary: 'Altera a agenda, a retenção e o segundo destino',
  neverStored: true,
  body: backupSettingsSchema.extend({
    /** S3 secret key, or SFTP password or private key; absent: as it was. */
    secret: z.string().min(1).max(20_000).optional(),
  }),
  response: z.object({ saved: z.literal(true) }),
});

export const testBackupTarget = endpoint({
  service: 'admin-api',
  access: 'backups:configure',
  id: 'testBackupTarget',
  method: 'POST',
  path: '/backup/settings/test',
  summary: 'Grava, lê e apaga um ficheiro de ensaio no segundo destino gravado',
  response: z.object({ ok: z.boolean(), detail: z.string(), durationMs: z.number() }),
  errors: ['conflict'],
  rateLimitPerMinute: 20,
});

export const confirmBackupKey = endpoint({
  service: 'admin-api',
  access: 'backups:configure',
  id: 'confirmBackupKey',
  method: 'POST',
  path: '/backup/key/saved',
  summary: 'Regista que a chave das cópias está guardada fora deste servidor',
  body: z.object({ fingerprint: z.string() }),
  response: z.object({ saved: z.literal(true) }),
  errors: ['conflict'],
});

export const backupEndpoints = [
  backupOverview,
  backupList,
  exportBackups,
  backupDetail,
  createBackup,
  verifyBackup,
  drillBackup,
  restoreBackup,
  deleteBackup,
  backupDrills,
  backupLog,
  exportBackupLog,
  backupSettings,
  changeBackupSettings,
  testBackupTarget,
  confirmBackupKey,
] as const;

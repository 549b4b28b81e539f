import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';
import type { Backup, BackupTargetId } from './backups.schemas.ts';

export const backupKindNames = { full: 'Completa', incremental: 'Incremental' } as const;
export const backupStateNames = { running: 'Em curso', completed: 'Concluída', failed: 'Falhada' } as const;
export const backupTargetNames: Readonly<Record<BackupTargetId, string>> = {
  main: 'Destino principal',
  second: 'Segundo destino',
};
const triggerNames = { schedule: 'Agenda', manual: 'Manual' } as const;

const secondsOf = ({ startTime, endTime }: Backup): number | null =>
  endTime === null ? null : (Date.parse(endTime) - Date.parse(startTime)) / 1000;
const placesOf = ({ copies }: Backup): string =>
  copies
    .filter(({ state }) => state === 'good')
    .map(({ target }) => backupTargetNames[target])
    .join(', ');

/** The list of backups. */
export const backupResource = resource<Backup>()({
  id: 'copias-de-seguranca',
  initial: { sort: 'begun', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Nome, autor ou erro'),
    period: periodFilter('Começada entre', 'Começada desde', 'Começada até'),
  },
  columns: {
    name: { label: 'Nome', kind: 'code', value: ({ name }) => name, sort: 'name' },
    type: {
      label: 'Tipo',
      kind: 'choice',
      value: ({ type }) => type,
      choices: backupKindNames,
      filter: choiceFilter('type', 'Tipo', backupKindNames),
    },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ status }) => status,
      choices: backupStateNames,
      sort: 'state',
      filter: choiceFilter('state', 'Estado', backupStateNames),
    },
    begun: { label: 'Começou', kind: 'instant', value: ({ startTime }) => startTime, sort: 'begun' },
    duration: {
      label: 'Duração',
      unit: 's',
      kind: 'seconds',
      value: secondsOf,
      unknown: 'Ainda não terminou.',
      sort: 'duration',
    },
    size: { label: 'Tamanho', unit: 'B', kind: 'bytes', value: ({ size }) => size, sort: 'size' },
    rows: { label: 'Linhas', kind: 'number', decimals: 0, value: ({ rows }) => rows, sort: 'rows' },
    objects: {
      label: 'Objetos',
      kind: 'number',
      decimals: 0,
      value: ({ objects }) => objects,
      sort: 'objects',
      shown: 'chosen',
    },
    verified: { label: 'Verificada', kind: 'instant', value: ({ verifiedAt }) => verifiedAt, sort: 'verified' },
    verifyError: {
      label: 'Erro da verificação',
      kind: 'text',
      value: ({ verifyError }) => verifyError,
      shown: 'never',
    },
    drilled: { label: 'Ensaiada', kind: 'instant', value: ({ drilledAt }) => drilledAt, sort: 'drilled' },
    drillPassed: { label: 'Ensaio passou', kind: 'yesNo', value: ({ drillPassed }) => drillPassed, shown: 'never' },
    where: { label: 'Onde está', kind: 'text', value: placesOf, shown: 'chosen' },
    trigger: {
      label: 'Origem',
      kind: 'choice',
      value: ({ trigger }) => trigger,
      choices: triggerNames,
      shown: 'chosen',
    },
    actor: { label: 'Pedida por', kind: 'text', value: ({ actor }) => actor, shown: 'chosen' },
    error: { label: 'Erro', kind: 'text', value: ({ error }) => error, shown: 'chosen' },
    checksum: { label: 'Soma do manifesto (SHA-256)', kind: 'code', value: ({ checksum }) => checksum, shown: 'never' },
  },
});

export const backupLogLevels = { info: 'Informação', warn: 'Aviso', error: 'Erro' } as const;

export const backupLineSchema = z.object({
  id: z.number().int().nonnegative(),
  at: instantSchema,
  level: z.enum(['info', 'warn', 'error']),
  backup: z.string().nullable(),
  message: z.string(),
});
export type BackupLine = z.infer<typeof backupLineSchema>;

/** The log of backups. */
export const backupLogResource = resource<BackupLine>()({
  id: 'registo-das-copias',
  initial: { sort: 'at', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Cópia ou mensagem'),
    period: periodFilter('Registado entre', 'Registado desde', 'Registado até'),
  },
  columns: {
    id: { label: 'N.º', kind: 'number', decimals: 0, value: ({ id }) => id, shown: 'never' },
    at: { label: 'Quando', kind: 'instant', value: ({ at }) => at, sort: 'at' },
    level: {
      label: 'Nível',
      kind: 'choice',
      value: ({ level }) => level,
      choices: backupLogLevels,
      sort: 'level',
      filter: choiceFilter('level', 'Nível', backupLogLevels),
    },
    backup: { label: 'Cópia', kind: 'code', value: ({ backup }) => backup, sort: 'backup' },
    message: { label: 'Mensagem', kind: 'text', value: ({ message }) => message },
  },
});

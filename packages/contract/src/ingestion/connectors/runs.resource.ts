import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter, valueFilterAt } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';
import { jobTriggers } from '../../operations/tasks/tasks.resource.ts';
import { failureNames } from './failure-names.ts';
import { streamTitle } from './stream-titles.ts';

/** States of a run, with what people read. */
export const runStateNames = {
  queued: 'Em espera',
  running: 'Em execução',
  /** The provider prepares the answer: the run gives up its slot and continues by itself. */
  waiting_provider: 'À espera do fornecedor',
  succeeded: 'Concluída',
  succeeded_with_rejects: 'Concluída com rejeições',
  failed: 'Falhou',
  timed_out: 'Tempo esgotado',
  cancelled: 'Cancelada',
  /** Asked for while another run of the stream was under way. */
  skipped: 'Dispensada',
} as const;
type RunStateName = keyof typeof runStateNames;
export const runStates = Object.keys(runStateNames) as [RunStateName, ...RunStateName[]];

/** Why a run failed, with what people read. */
export const errorClassNames = {
  auth: failureNames.auth,
  quota: failureNames.quota,
  network: failureNames.network,
  schema: failureNames.schema,
  provider: failureNames.provider,
  data: failureNames.data,
  bug: failureNames.bug,
} as const;
type ErrorClassName = keyof typeof errorClassNames;
const errorClasses = Object.keys(errorClassNames) as [ErrorClassName, ...ErrorClassName[]];

export const runModes = { incremental: 'Incremental', full: 'Completa', backfill: 'Histórico' } as const;

/** Causes of a run that the platform itself names, with what people read. */
export const runTriggers = {
  ...jobTriggers,
  cron: 'Agenda',
  batch: 'Lote',
  arranque: 'Arranque',
  probe: 'Sonda',
  recuperação: 'Recuperação',
  contínuo: 'Contínuo',
  intake: 'Ficheiro',
  upload: 'Ficheiro',
} as const;

export const ingestJobSchema = z.object({
  id: z.string(),
  connectorId: z.string(),
  connectorName: z.string(),
  stream: z.string(),
  mode: z.enum(['incremental', 'full', 'backfill']),
  trigger: z.string(),
  status: z.enum(runStates),
  startTime: instantSchema.nullable(),
  endTime: instantSchema.nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** Rows read that could be mapped: written plus duplicates. */
  recordsProcessed: z.number().int(),
  recordsWritten: z.number().int(),
  /** Rows that were there already, unchanged. */
  recordsDuplicate: z.number().int(),
  recordsRejected: z.number().int(),
  requests: z.number().int(),
  bytes: z.number(),
  throttled: z.number().int(),
  errors: z.array(z.string()),
  errorClass: z.enum(errorClasses).nullable(),
  /** When a run in `waiting_provider` asks again. */
  resumesAt: instantSchema.nullable(),
  progress: z.number().nullable(),
  message: z.string().nullable(),
});
export type IngestJob = z.infer<typeof ingestJobSchema>;

/** A run as the list of all has it: with when it was asked for, and the terms of what it brought. */
export const ingestRunSchema = ingestJobSchema.extend({
  createdAt: instantSchema,
  licence: z.string(),
  citation: z.string(),
  simulated: z.boolean(),
});
export type IngestRun = z.infer<typeof ingestRunSchema>;

/** The list of runs of connectors, of one or of all. */
export const ingestRunResource = resource<IngestRun>()({
  id: 'execucoes',
  initial: { sort: 'asked', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Fluxo ou mensagem'),
    period: periodFilter('Pedida entre', 'Pedida desde', 'Pedida até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    connector: {
      label: 'Conector',
      kind: 'text',
      value: ({ connectorName }) => connectorName,
      sort: 'connector',
      // A connector's own page has its id under `connector`.
      filter: valueFilterAt('connector', 'source', 'Conector', z.string().max(64)),
    },
    asked: { label: 'Pedida', kind: 'instant', value: ({ createdAt }) => createdAt, sort: 'asked', shown: 'chosen' },
    started: {
      label: 'Início',
      kind: 'instant',
      value: ({ startTime }) => startTime,
      unknown: 'Ainda não começou.',
      sort: 'started',
    },
    stream: {
      label: 'Fluxo',
      kind: 'text',
      value: ({ stream }) => streamTitle(stream),
      sort: 'stream',
      // Programs know it by its id.
      file: { value: ({ stream }) => stream },
    },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ status }) => status,
      choices: runStateNames,
      sort: 'state',
      filter: choiceFilter('state', 'Estado', runStateNames),
    },
    records: {
      label: 'Registos',
      kind: 'number',
      decimals: 0,
      value: ({ recordsProcessed }) => recordsProcessed,
      sort: 'records',
    },
    written: {
      label: 'Gravados',
      kind: 'number',
      decimals: 0,
      value: ({ recordsWritten }) => recordsWritten,
      sort: 'written',
      shown: 'chosen',
    },
    duplicates: {
      label: 'Repetidos',
      kind: 'number',
      decimals: 0,
      value: ({ recordsDuplicate }) => recordsDuplicate,
      shown: 'chosen',
    },
    rejected: {
      label: 'Rejeitados',
      kind: 'number',
      decimals: 0,
      value: ({ recordsRejected }) => recordsRejected,
      sort: 'rejected',
    },
    duration: {
      label: 'Duração',
      unit: 's',
      kind: 'seconds',
      value: ({ duration }) => duration,
      unknown: 'Ainda não começou.',
      sort: 'duration',
    },
    bytes: { label: 'Recebido', unit: 'B', kind: 'bytes', value: ({ bytes }) => bytes, sort: 'bytes' },
    mode: {
      label: 'Modo',
      kind: 'choice',
      value: ({ mode }) => mode,
      choices: runModes,
      filter: choiceFilter('mode', 'Modo', runModes),
    },
    trigger: {
      label: 'Origem',
      kind: 'choice',
      value: ({ trigger }) => trigger,
      choices: runTriggers,
      shown: 'chosen',
    },
    requests: { label: 'Pedidos', kind: 'number', decimals: 0, value: ({ requests }) => requests, shown: 'chosen' },
    throttled: {
      label: 'Respostas 429',
      kind: 'number',
      decimals: 0,
      value: ({ throttled }) => throttled,
      shown: 'chosen',
    },
    errorClass: {
      label: 'Classe do erro',
      kind: 'choice',
      value: ({ errorClass }) => errorClass,
      choices: errorClassNames,
      unknown: 'Não falhou.',
      sort: 'errorClass',
      filter: choiceFilter('errorClass', 'Classe do erro', errorClassNames),
      shown: 'chosen',
    },
    message: {
      label: 'Mensagem',
      kind: 'text',
      value: ({ errors, message }) => errors[0] ?? message,
      shown: 'chosen',
    },
    licence: { label: 'Licença', kind: 'text', value: ({ licence }) => licence, shown: 'never' },
    citation: { label: 'Citação', kind: 'text', value: ({ citation }) => citation, shown: 'never' },
    simulated: { label: 'Dados simulados', kind: 'yesNo', value: ({ simulated }) => simulated, shown: 'never' },
  },
});

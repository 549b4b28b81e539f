import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';

/** States of a run, with what people read. */
export const jobStateNames = {
  queued: 'Em espera',
  running: 'Em curso',
  succeeded: 'Concluída',
  failed: 'Falhou',
  cancelled: 'Cancelada',
} as const;
const states = Object.keys(jobStateNames) as [keyof typeof jobStateNames, ...(keyof typeof jobStateNames)[]];

export const jobRunSchema = z.object({
  id: z.uuid(),
  /** Identifier of the kind of work, e.g. `connectors.ingest`. */
  name: z.string(),
  label: z.string(),
  /** Runs of one name and key never overlap. */
  key: z.string(),
  state: z.enum(states),
  /** Share done, 0–1; null while unknown. */
  progress: z.number().min(0).max(1).nullable(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  /** Number of times it was begun. */
  attempt: z.number().int().nonnegative(),
  /** Cause: `schedule`, `manual`, `start`, … */
  trigger: z.string(),
  /** An operator asked for its end and it has not stopped yet. */
  cancelRequested: z.boolean(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
});
export type JobRunView = z.infer<typeof jobRunSchema>;

/** Causes of a run that the platform itself names, with what people read. */
export const jobTriggers = {
  schedule: 'Agenda',
  manual: 'Manual',
  start: 'Arranque',
  conductor: 'Coordenação',
  backfill: 'Histórico',
  positions: 'Posições novas',
  event: 'Acontecimento',
  replay: 'Reposição',
  retry: 'Nova tentativa',
} as const;

const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;

/** The list of runs of background work. */
export const jobRunResource = resource<JobRunView>()({
  id: 'tarefas',
  initial: { sort: 'asked', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Identificador, chave ou mensagem'),
    period: periodFilter('Pedida entre', 'Pedida desde', 'Pedida até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    label: { label: 'Tarefa', kind: 'text', value: ({ label }) => label },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ state }) => state,
      choices: jobStateNames,
      sort: 'state',
      filter: choiceFilter('state', 'Estado', jobStateNames),
    },
    asked: { label: 'Pedida', kind: 'instant', value: ({ createdAt }) => createdAt, sort: 'asked' },
    wait: {
      label: 'Espera',
      unit: 's',
      kind: 'seconds',
      value: ({ createdAt, startedAt }) => secondsBetween(createdAt, startedAt),
      unknown: 'Ainda não começou.',
      sort: 'wait',
    },
    duration: {
      label: 'Duração',
      unit: 's',
      kind: 'seconds',
      value: ({ startedAt, endedAt }) => secondsBetween(startedAt, endedAt),
      unknown: 'Ainda não terminou, ou nunca começou.',
      sort: 'duration',
    },
    attempt: { label: 'Tentativas', kind: 'number', decimals: 0, value: ({ attempt }) => attempt, sort: 'attempt' },
    trigger: {
      label: 'Origem',
      kind: 'choice',
      value: ({ trigger }) => trigger,
      choices: jobTriggers,
      sort: 'trigger',
      filter: choiceFilter('trigger', 'Origem', jobTriggers),
    },
    message: { label: 'Mensagem', kind: 'text', value: ({ error, message }) => error ?? message },
    key: { label: 'Chave', kind: 'code', value: ({ key }) => key, sort: 'key', shown: 'chosen' },
    name: { label: 'Identificador', kind: 'code', value: ({ name }) => name, sort: 'name', shown: 'chosen' },
  },
});

import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';

/**
 * Files that national institutions send. States of a file: received (`awaiting_confirmation`, or `awaiting_mapping`
 * while a required field has no column) → previewed, nothing written yet → confirmed (`accepted`) → a run of the
 * connector stores its rows (`stored`); its invalid rows become dead letters of that run.
 */
export const intakeStateNames = {
  awaiting_mapping: 'Falta indicar colunas',
  awaiting_confirmation: 'Por confirmar',
  accepted: 'Aceite, por gravar',
  stored: 'Gravado',
  rejected: 'Recusado',
  discarded: 'Descartado',
} as const;
type IntakeState = keyof typeof intakeStateNames;
export const intakeStates = Object.keys(intakeStateNames) as [IntakeState, ...IntakeState[]];

export const intakeWayNames = {
  upload: 'Envio na consola',
  folder: 'Pasta vigiada',
  sftp: 'SFTP',
  push: 'HTTPS',
} as const;
type IntakeWay = keyof typeof intakeWayNames;
const intakeWays = Object.keys(intakeWayNames) as [IntakeWay, ...IntakeWay[]];

export const intakeFileSchema = z.object({
  id: z.uuid(),
  connectorId: z.string(),
  /** Null while it is not known which format the file has. */
  stream: z.string().nullable(),
  name: z.string(),
  way: z.enum(intakeWays),
  state: z.enum(intakeStates),
  sizeBytes: z.number().int(),
  sha256: z.string(),
  receivedAt: instantSchema,
  /** Account, SFTP host or push key it came from. */
  receivedFrom: z.string(),
  /** Rows of the last check of the whole file; null before one. */
  rowsTotal: z.number().int().nullable(),
  rowsRejected: z.number().int().nullable(),
  /** Why it was rejected or waits. */
  reason: z.string().nullable(),
  acceptedAt: instantSchema.nullable(),
  /** Run that stored it. */
  runId: z.string().nullable(),
});
export type IntakeFileView = z.infer<typeof intakeFileSchema>;

const notChecked = 'Ainda não verificado.';

/** The list of files that a connector received, by every way. */
export const intakeFileResource = resource<IntakeFileView>()({
  id: 'ficheiros-recebidos',
  initial: { sort: 'received', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Nome, quem entregou ou razão'),
    period: periodFilter('Recebido entre', 'Recebido desde', 'Recebido até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    name: { label: 'Ficheiro', kind: 'text', value: ({ name }) => name, sort: 'name' },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ state }) => state,
      choices: intakeStateNames,
      sort: 'state',
      filter: choiceFilter('state', 'Estado', intakeStateNames),
    },
    received: { label: 'Recebido', kind: 'instant', value: ({ receivedAt }) => receivedAt, sort: 'received' },
    way: {
      label: 'Via',
      kind: 'choice',
      value: ({ way }) => way,
      choices: intakeWayNames,
      sort: 'way',
      filter: choiceFilter('way', 'Via', intakeWayNames),
    },
    rows: {
      label: 'Linhas',
      kind: 'number',
      decimals: 0,
      value: ({ rowsTotal }) => rowsTotal,
      unknown: notChecked,
      sort: 'rows',
    },
    rejected: {
      label: 'Com erros',
      kind: 'number',
      decimals: 0,
      value: ({ rowsRejected }) => rowsRejected,
      unknown: notChecked,
      sort: 'rejected',
    },
    size: { label: 'Tamanho', unit: 'B', kind: 'bytes', value: ({ sizeBytes }) => sizeBytes, sort: 'size' },
    from: {
      label: 'Entregue por',
      kind: 'text',
      value: ({ receivedFrom }) => receivedFrom,
      sort: 'from',
      shown: 'chosen',
    },
    reason: { label: 'Razão', kind: 'text', value: ({ reason }) => reason, shown: 'chosen' },
    sha256: { label: 'SHA-256', kind: 'code', value: ({ sha256 }) => sha256, shown: 'chosen' },
    accepted: {
      label: 'Aceite',
      kind: 'instant',
      value: ({ acceptedAt }) => acceptedAt,
      unknown: 'Não foi aceite.',
      shown: 'chosen',
    },
    stream: { label: 'Fluxo', kind: 'text', value: ({ stream }) => stream, shown: 'never' },
    run: { label: 'Execução', kind: 'code', value: ({ runId }) => runId, shown: 'never' },
  },
});

import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';
import { fieldKinds, fieldStates } from './field.schemas.ts';

const keysOf = <T extends Readonly<Record<string, string>>>(of: T) =>
  Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

/** A record of the field as the list of reviewers shows it. */
export const fieldRowSchema = z.object({
  id: z.uuid(),
  kind: z.enum(keysOf(fieldKinds)),
  state: z.enum(keysOf(fieldStates)),
  summary: z.string(),
  sender: z.string(),
  capturedAt: instantSchema,
  receivedAt: instantSchema,
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  accuracyMeters: z.number().nullable(),
  errors: z.number().int(),
  warnings: z.number().int(),
  photos: z.number().int(),
  version: z.number().int(),
  reviewer: z.string().nullable(),
});
export type FieldRow = z.infer<typeof fieldRowSchema>;

const noPlace = 'Enviado sem posição.';

/** The list of records that came from the field. */
export const fieldResource = resource<FieldRow>()({
  id: 'registos-de-campo',
  initial: { sort: 'received', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Espécie, embarcação, porto ou quem enviou'),
    period: periodFilter('Recebido entre', 'Recebido desde', 'Recebido até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    kind: {
      label: 'Tipo',
      kind: 'choice',
      value: ({ kind }) => kind,
      choices: fieldKinds,
      sort: 'kind',
      filter: choiceFilter('kind', 'Tipo', fieldKinds),
    },
    summary: { label: 'Registo', kind: 'text', value: ({ summary }) => summary, sort: 'summary' },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ state }) => state,
      choices: fieldStates,
      sort: 'state',
      filter: choiceFilter('state', 'Estado', fieldStates),
    },
    captured: { label: 'Feito', kind: 'instant', value: ({ capturedAt }) => capturedAt, sort: 'captured' },
    received: { label: 'Recebido', kind: 'instant', value: ({ receivedAt }) => receivedAt, sort: 'received' },
    sender: { label: 'Enviado por', kind: 'text', value: ({ sender }) => sender, sort: 'sender' },
    errors: { label: 'Faltas', kind: 'number', decimals: 0, value: ({ errors }) => errors, sort: 'errors' },
    warnings: { label: 'Dúvidas', kind: 'number', decimals: 0, value: ({ warnings }) => warnings, shown: 'chosen' },
    photos: { label: 'Fotografias', kind: 'number', decimals: 0, value: ({ photos }) => photos, shown: 'chosen' },
    lat: { label: 'Latitude', unit: '°', kind: 'latitude', value: ({ lat }) => lat, unknown: noPlace, shown: 'chosen' },
    lon: {
      label: 'Longitude',
      unit: '°',
      kind: 'longitude',
      value: ({ lon }) => lon,
      unknown: noPlace,
      shown: 'chosen',
    },
    accuracy: {
      label: 'Incerteza',
      unit: 'm',
      kind: 'number',
      decimals: 0,
      value: ({ accuracyMeters }) => accuracyMeters,
      unknown: 'Sem medida do GPS.',
      shown: 'chosen',
    },
    reviewer: {
      label: 'Revisto por',
      kind: 'text',
      value: ({ reviewer }) => reviewer,
      unknown: 'Por rever.',
      shown: 'chosen',
    },
  },
});

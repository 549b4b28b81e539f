import { z } from 'zod';
import {
  angolaBoxFilter,
  choiceFilter,
  choicesFilter,
  periodFilter,
  rangeFilter,
  searchFilter,
  switchFilter,
  valueFilter,
  valuesFilter,
} from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';
import { type VesselType, vesselTypes } from './vessel-types.ts';

const typeNames = Object.keys(vesselTypes) as [VesselType, ...VesselType[]];

/** Days since the last transmission: one at most, seven at most, more. */
export const vesselActivities = { active: 'Ativa', recent: 'Recente', inactive: 'Inativa' } as const;
export type VesselActivity = keyof typeof vesselActivities;

/** Vessels with or without a valid licence of the national registry today. */
export const vesselLicences = { with: 'Com licença', without: 'Sem licença' } as const;
const licenceNames = Object.keys(vesselLicences) as (keyof typeof vesselLicences)[];

export const listedVesselSchema = z.object({
  /** `603990001` (its MMSI) or the provider's own id, where it has no other. */
  id: z.string(),
  /** Identifies its track; null for a vessel that only the provider reports. */
  shipId: z.number().int().nullable(),
  /** Identity at Global Fishing Watch. */
  vesselId: z.string().nullable(),
  name: z.string().nullable(),
  vesselType: z.enum(typeNames),
  gearType: z.string().nullable(),
  /** ISO 3166-1 alpha-3: as registered, else by the first three digits of its MMSI. */
  flag: z.string().nullable(),
  mmsi: z.string().nullable(),
  imo: z.string().nullable(),
  callsign: z.string().nullable(),
  registration: z.string().nullable(),
  lengthMeters: z.number().nullable(),
  /** By the national registry, today (UTC); null where the registry is empty or the vessel does not report itself. */
  licence: z.enum(licenceNames).nullable(),
  /** Of the last report; null where it had none, and for vessels that only the provider reports. */
  speedKnots: z.number().nullable(),
  /** Over ground, degrees from true north. */
  courseDegrees: z.number().nullable(),
  firstTransmissionDate: instantSchema.nullable(),
  lastTransmissionDate: instantSchema,
  /** When the last position came to the platform: long after it was sent where a station or a satellite buffered it. */
  receivedDate: instantSchema.nullable(),
  geom: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  /** `report`: a position it sent; `presence`: south-west corner of the 0.1° cell it was last present in. */
  positionKind: z.enum(['report', 'presence']),
  activity: z.enum(Object.keys(vesselActivities) as [VesselActivity, ...VesselActivity[]]),
  simulated: z.boolean(),
});
export type ListedVessel = z.infer<typeof listedVesselSchema>;

/** Dates as the specification asks for in exports. */
const dates = new Intl.DateTimeFormat('pt-BR', { timeZone: 'Africa/Luanda' });
const dateOf = (instant: string | null): string => (instant === null ? '' : dates.format(Date.parse(instant)));
const raw = ['raw'] as const;
const unreported = 'A embarcação não o transmitiu, ou só o fornecedor diz onde esteve.';

/** The list of vessels: a column that is written here is in the query, the table, the filters and the files. */
export const vesselResource = resource<ListedVessel>()({
  id: 'embarcacoes',
  initial: { sort: 'last', order: 'desc', size: 25 },
  pageSizes: [10, 25, 50, 100],
  orders: { location: 'Localização (latitude)' },
  filters: {
    search: searchFilter('Procurar', 'Nome, id, IMO, indicativo ou MMSI'),
    group: valueFilter('group', 'Grupo', z.uuid()),
    period: periodFilter('Transmitiu entre', 'Transmitiu desde', 'Transmitiu até'),
    /** Heard within the last 30 days. */
    active: switchFilter('activeOnly', 'Apenas ativas (30 dias)', 'active'),
    place: angolaBoxFilter,
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    name: { label: 'Nome', kind: 'text', value: ({ name }) => name, sort: 'name' },
    type: {
      label: 'Tipo',
      kind: 'choice',
      value: ({ vesselType }) => vesselType,
      choices: vesselTypes,
      sort: 'type',
      filter: choicesFilter('types', 'Tipos', vesselTypes),
    },
    flag: {
      label: 'Bandeira',
      kind: 'text',
      value: ({ flag }) => flag,
      sort: 'flag',
      filter: valuesFilter('flags', 'Bandeiras', 'a bandeira'),
    },
    imo: {
      label: 'IMO',
      kind: 'code',
      value: ({ imo }) => imo,
      filter: switchFilter('hasImo', 'Com IMO', 'imo'),
    },
    callsign: {
      label: 'Indicativo',
      kind: 'code',
      value: ({ callsign }) => callsign,
      shown: 'chosen',
      file: { header: 'Callsign' },
    },
    first: {
      label: 'Primeira transmissão',
      kind: 'instant',
      value: ({ firstTransmissionDate }) => firstTransmissionDate,
      sort: 'first',
      shown: 'chosen',
      file: { header: 'Primeira Transmissão', value: ({ firstTransmissionDate }) => dateOf(firstTransmissionDate) },
    },
    last: {
      label: 'Última transmissão',
      kind: 'instant',
      value: ({ lastTransmissionDate }) => lastTransmissionDate,
      sort: 'last',
      file: { header: 'Última Transmissão', value: ({ lastTransmissionDate }) => dateOf(lastTransmissionDate) },
    },
    received: {
      label: 'Recebida',
      kind: 'instant',
      value: ({ receivedDate }) => receivedDate,
      shown: 'chosen',
      unknown: 'Só o fornecedor diz onde esteve.',
      file: { only: raw },
    },
    latitude: { label: 'Latitude', kind: 'latitude', value: ({ geom }) => geom.coordinates[1], shown: 'chosen' },
    longitude: { label: 'Longitude', kind: 'longitude', value: ({ geom }) => geom.coordinates[0], shown: 'chosen' },
    mmsi: { label: 'MMSI', kind: 'code', value: ({ mmsi }) => mmsi, file: { only: raw } },
    registration: {
      label: 'Matrícula',
      kind: 'code',
      value: ({ registration }) => registration,
      shown: 'chosen',
      file: { only: raw },
    },
    gear: {
      label: 'Arte',
      kind: 'text',
      value: ({ gearType }) => gearType,
      unknown: 'Nenhuma fonte diz com que arte pesca.',
      sort: 'gear',
      filter: valuesFilter('gears', 'Artes', 'a arte', 40),
    },
    simulated: {
      label: 'Simulado',
      kind: 'yesNo',
      value: ({ simulated }) => simulated,
      shown: 'never',
      file: { only: raw },
    },
    licence: {
      label: 'Licença',
      kind: 'choice',
      value: ({ licence }) => licence,
      choices: vesselLicences,
      unknown: 'O registo nacional está vazio, ou a embarcação não transmite por AIS ou VMS.',
      sort: 'licence',
      filter: choiceFilter('licence', 'Licença', vesselLicences),
    },
    speed: {
      label: 'Velocidade',
      unit: 'nós',
      kind: 'number',
      decimals: 1,
      value: ({ speedKnots }) => speedKnots,
      unknown: unreported,
      sort: 'speed',
      filter: rangeFilter(
        'minSpeed',
        'maxSpeed',
        { label: 'Velocidade (nós)', low: 'Velocidade mínima (nós)', high: 'Velocidade máxima (nós)' },
        { min: 0, max: 102.2, step: 0.5 },
      ),
    },
    course: {
      label: 'Rumo',
      unit: '°',
      kind: 'number',
      decimals: 0,
      value: ({ courseDegrees }) => courseDegrees,
      unknown: unreported,
      sort: 'course',
      filter: rangeFilter(
        'fromCourse',
        'toCourse',
        { label: 'Rumo (°)', low: 'Rumo desde (°)', high: 'Rumo até (°)' },
        { min: 0, max: 360 },
      ),
    },
    activity: {
      label: 'Atividade',
      kind: 'choice',
      value: ({ activity }) => activity,
      choices: vesselActivities,
      file: false,
    },
  },
});

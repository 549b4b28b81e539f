import { z } from 'zod';
import { angolaBoxFilter, periodFilter, rangeFilter, searchFilter, wordsFilter } from '../../core/filters.ts';
import { resource } from '../../core/resource.ts';

export const specimenSexes = { F: 'Fêmea', M: 'Macho' } as const;

export const specimenSchema = z.object({
  /** Source and number there. */
  id: z.string(),
  survey: z.string(),
  station: z.string(),
  scientificName: z.string(),
  /** Portuguese, where one is known. */
  commonName: z.string().nullable(),
  date: z.iso.date(),
  longitude: z.number(),
  latitude: z.number(),
  depthMeters: z.number().nullable(),
  gear: z.string(),
  lengthCentimeters: z.number().nullable(),
  /** Way of measuring: total, fork, carapace… */
  lengthKind: z.string().nullable(),
  weightGrams: z.number().nullable(),
  sex: z.enum(['F', 'M']).nullable(),
  /** Stage, 1 (immature) to 6 (spent). */
  maturity: z.number().int().nullable(),
  habitat: z.string().nullable(),
  behaviour: z.string().nullable(),
  isSimulated: z.boolean(),
});
export type Specimen = z.infer<typeof specimenSchema>;

const unnoted = 'Não foi anotado na amostragem.';

/** Animals that the national institute measured, one a row. */
export const specimenResource = resource<Specimen>()({
  id: 'exemplares',
  initial: { sort: 'date', order: 'desc', size: 50 },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Espécie, campanha ou estação'),
    gear: wordsFilter('gear', 'Arte', { address: 'arte', hint: 'arrasto, gaiola, palangre…' }),
    period: periodFilter('Medido entre', 'Medido desde', 'Medido até'),
    length: rangeFilter(
      'minLength',
      'maxLength',
      { label: 'Comprimento (cm)', low: 'Comprimento mínimo', high: 'Comprimento máximo' },
      { min: 0, max: 1_000 },
    ),
    depth: rangeFilter(
      'minDepth',
      'maxDepth',
      { label: 'Profundidade (m)', low: 'Profundidade mínima', high: 'Profundidade máxima' },
      { min: 0, max: 11_000, step: 10 },
    ),
    place: angolaBoxFilter,
  },
  columns: {
    date: { label: 'Data', kind: 'day', value: ({ date }) => date, sort: 'date' },
    name: { label: 'Nome científico', kind: 'text', value: ({ scientificName }) => scientificName, sort: 'name' },
    common: {
      label: 'Nome comum',
      kind: 'text',
      value: ({ commonName }) => commonName,
      unknown: 'Não tem nome em português conhecido.',
    },
    length: {
      label: 'Comprimento',
      kind: 'number',
      unit: 'cm',
      decimals: 1,
      value: ({ lengthCentimeters }) => lengthCentimeters,
      sort: 'length',
      unknown: unnoted,
    },
    lengthKind: {
      ...{ label: 'Tipo de comprimento', kind: 'text', unknown: unnoted, shown: 'chosen' },
      value: ({ lengthKind }) => lengthKind,
    },
    weight: {
      label: 'Peso',
      kind: 'number',
      unit: 'g',
      decimals: 0,
      value: ({ weightGrams }) => weightGrams,
      sort: 'weight',
      unknown: unnoted,
    },
    depth: {
      label: 'Profundidade',
      kind: 'number',
      unit: 'm',
      decimals: 0,
      value: ({ depthMeters }) => depthMeters,
      sort: 'depth',
      unknown: unnoted,
    },
    gear: { label: 'Arte', kind: 'text', value: ({ gear }) => gear, sort: 'gear' },
    sex: { label: 'Sexo', kind: 'choice', value: ({ sex }) => sex, choices: specimenSexes, unknown: unnoted },
    maturity: {
      ...{ label: 'Maturação', kind: 'number', decimals: 0, unknown: unnoted, shown: 'chosen' },
      value: ({ maturity }) => maturity,
    },
    habitat: {
      ...{ label: 'Habitat', kind: 'text', unknown: unnoted, shown: 'chosen' },
      value: ({ habitat }) => habitat,
    },
    behaviour: {
      ...{ label: 'Comportamento', kind: 'text', unknown: unnoted, shown: 'chosen' },
      value: ({ behaviour }) => behaviour,
    },
    survey: { label: 'Campanha', kind: 'code', value: ({ survey }) => survey, sort: 'survey' },
    station: { label: 'Estação', kind: 'code', value: ({ station }) => station, shown: 'chosen' },
    latitude: { label: 'Latitude', kind: 'latitude', value: ({ latitude }) => latitude, shown: 'chosen' },
    longitude: { label: 'Longitude', kind: 'longitude', value: ({ longitude }) => longitude, shown: 'chosen' },
    simulated: { label: 'Simulado', kind: 'yesNo', value: ({ isSimulated }) => isSimulated, shown: 'chosen' },
  },
});

import { z } from 'zod';
import { angolaBoxFilter, choiceFilter, searchFilter } from '../../core/filters.ts';
import { resource } from '../../core/resource.ts';

/** Categories of the IUCN red list, with what people read. */
export const redListCategories = {
  EX: 'Extinta',
  EW: 'Extinta na natureza',
  CR: 'Criticamente em perigo',
  EN: 'Em perigo',
  VU: 'Vulnerável',
  NT: 'Quase ameaçada',
  LC: 'Pouco preocupante',
  DD: 'Dados insuficientes',
} as const;

export const speciesSchema = z.object({
  /** Of the accepted name in the register of marine species. */
  aphiaId: z.number().int(),
  scientificName: z.string(),
  /** Portuguese, where one was found. */
  commonName: z.string().nullable(),
  class: z.string().nullable(),
  order: z.string().nullable(),
  family: z.string().nullable(),
  /** As the records state it: a category of the red list, or other words. */
  redListCategory: z.string().nullable(),
  isThreatened: z.boolean(),
  /** Each observation once. */
  occurrences: z.number().int(),
  sources: z.number().int(),
  firstYear: z.number().int().nullable(),
  lastYear: z.number().int().nullable(),
});
export type Species = z.infer<typeof speciesSchema>;

const noCommon = 'O registo não tem nome em português.';
const noCategory = 'Os registos não dizem a categoria.';

/** The list of recorded taxa, by their accepted names. */
export const speciesResource = resource<Species>()({
  id: 'especies',
  initial: { sort: 'occurrences', order: 'desc', size: 25 },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Nome comum ou científico, família, classe'),
    /** Recorded within a box: figures of the rows are of these records alone. */
    place: angolaBoxFilter,
    threatened: choiceFilter('threatened', 'Ameaça', { true: 'Só ameaçadas' }),
  },
  columns: {
    common: {
      label: 'Nome comum',
      kind: 'text',
      value: ({ commonName }) => commonName,
      sort: 'common',
      unknown: noCommon,
    },
    name: { label: 'Nome científico', kind: 'text', value: ({ scientificName }) => scientificName, sort: 'name' },
    family: { label: 'Família', kind: 'text', value: ({ family }) => family, sort: 'family' },
    class: { label: 'Classe', kind: 'text', value: (row) => row.class, sort: 'class' },
    order: { label: 'Ordem', kind: 'text', value: ({ order }) => order, shown: 'chosen' },
    category: {
      label: 'Lista vermelha',
      kind: 'text',
      value: ({ redListCategory }) => redListCategory,
      unknown: noCategory,
    },
    occurrences: {
      label: 'Registos',
      kind: 'number',
      decimals: 0,
      value: ({ occurrences }) => occurrences,
      sort: 'occurrences',
    },
    sources: { label: 'Fontes', kind: 'number', decimals: 0, value: ({ sources }) => sources, shown: 'chosen' },
    first: { label: 'Primeiro ano', kind: 'code', value: ({ firstYear }) => firstYear, shown: 'chosen' },
    last: { label: 'Último ano', kind: 'code', value: ({ lastYear }) => lastYear, sort: 'last' },
    aphiaId: { label: 'AphiaID', kind: 'code', value: ({ aphiaId }) => aphiaId, shown: 'chosen' },
  },
});

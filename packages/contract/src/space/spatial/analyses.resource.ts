import { choiceFilter, choicesFilter, periodFilter, searchFilter } from '../../core/filters.ts';
import { resource } from '../../core/resource.ts';
import { type AnalysisSummary, analysisReaders, analysisStates } from './analysis-results.ts';
import { analysisTypes } from './analysis-types.ts';

const owners = { mine: 'As minhas', shared: 'Partilhadas' } as const;

/** The list of spatial analyses that an account may read. */
export const analysisResource = resource<AnalysisSummary>()({
  id: 'analises-espaciais',
  initial: { sort: 'created', order: 'desc', size: 25 },
  pageSizes: [10, 25, 50, 100],
  filters: {
    search: searchFilter('Procurar', 'Nome'),
    owner: choiceFilter('owner', 'De quem', owners),
    period: periodFilter('Criada entre', 'Criada desde', 'Criada até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    name: { label: 'Análise', kind: 'text', value: ({ name }) => name, sort: 'name' },
    type: {
      label: 'Tipo',
      kind: 'choice',
      value: ({ type }) => type,
      choices: analysisTypes,
      sort: 'type',
      filter: choicesFilter('types', 'Tipos', analysisTypes),
    },
    status: {
      label: 'Estado',
      kind: 'choice',
      value: ({ status }) => status,
      choices: analysisStates,
      filter: choicesFilter('states', 'Estados', analysisStates),
    },
    features: {
      label: 'Elementos',
      kind: 'number',
      decimals: 0,
      value: ({ features }) => features,
      unknown: 'Ainda sem resultado.',
    },
    warnings: { label: 'Avisos', kind: 'number', decimals: 0, value: ({ warnings }) => warnings, shown: 'chosen' },
    owner: { label: 'Criada por', kind: 'text', value: ({ ownerName }) => ownerName },
    readers: { label: 'Quem lê', kind: 'choice', value: ({ readers }) => readers, choices: analysisReaders },
    created: { label: 'Criada', kind: 'instant', value: ({ createdAt }) => createdAt, sort: 'created' },
    completed: {
      label: 'Concluída',
      kind: 'instant',
      value: ({ completedAt }) => completedAt,
      unknown: 'Ainda não acabou.',
      sort: 'completed',
    },
    seconds: {
      label: 'Duração',
      unit: 's',
      kind: 'seconds',
      value: ({ seconds }) => seconds,
      unknown: 'Ainda não acabou.',
    },
    bytes: { label: 'Tamanho', kind: 'bytes', value: ({ bytes }) => bytes, shown: 'chosen' },
    error: { label: 'Erro', kind: 'text', value: ({ error }) => error, shown: 'never' },
  },
});

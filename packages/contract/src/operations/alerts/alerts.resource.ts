import { choiceFilter, periodFilter, searchFilter, wordsFilter } from '../../core/filters.ts';
import { resource } from '../../core/resource.ts';
import { alertHandling, type PlatformAlert } from '../health/health.contract.ts';
import { alertTypes } from './rules.contract.ts';

const secondsOpen = ({ timestamp, resolvedAt }: PlatformAlert): number | null =>
  resolvedAt === null ? null : (Date.parse(resolvedAt) - Date.parse(timestamp)) / 1000;

/** The list of alerts of the platform, open and closed. */
export const alertResource = resource<PlatformAlert>()({
  id: 'historico-de-alertas',
  initial: { sort: 'raised', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Título, mensagem ou origem'),
    rule: wordsFilter('rule', 'Regra', { hint: 'Nome da regra', address: 'rule', most: 80 }),
    period: periodFilter('Levantado entre', 'Levantado desde', 'Levantado até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    title: { label: 'Alerta', kind: 'text', value: ({ title }) => title, sort: 'title' },
    type: {
      label: 'Gravidade',
      kind: 'choice',
      value: ({ type }) => type,
      choices: alertTypes,
      sort: 'type',
      filter: choiceFilter('type', 'Gravidade', alertTypes),
    },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ state }) => state,
      choices: alertHandling,
      filter: choiceFilter('state', 'Estado', alertHandling),
    },
    source: { label: 'Origem', kind: 'text', value: ({ source }) => source, sort: 'source' },
    assignee: { label: 'Responsável', kind: 'text', value: ({ assignee }) => assignee?.name, shown: 'chosen' },
    raised: { label: 'Levantado', kind: 'instant', value: ({ timestamp }) => timestamp, sort: 'raised' },
    resolved: { label: 'Resolvido', kind: 'instant', value: ({ resolvedAt }) => resolvedAt, sort: 'resolved' },
    duration: {
      label: 'Duração',
      unit: 's',
      kind: 'seconds',
      value: secondsOpen,
      unknown: 'Ainda por resolver.',
      sort: 'duration',
    },
    message: { label: 'Mensagem', kind: 'text', value: ({ message }) => message, shown: 'never' },
  },
});

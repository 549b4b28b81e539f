import { choiceFilter, periodFilter, searchFilter } from '../../core/filters.ts';
import { resource } from '../../core/resource.ts';
import { alertSources, deliverySeverities } from '../delivery/scale.ts';
import type { Notice } from './bell.contract.ts';

/** Whether a person has read a notice, with what people read. */
export const noticeStateNames = { unread: 'Por ler', read: 'Lida' } as const;

/** The list of a person's own notices. */
export const noticeResource = resource<Notice>()({
  id: 'notificacoes',
  initial: { sort: 'at', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Título ou descrição'),
    period: periodFilter('Período', 'Desde', 'Até'),
  },
  columns: {
    title: { label: 'Título', kind: 'text', value: ({ title }) => title, sort: 'title' },
    severity: {
      label: 'Gravidade',
      kind: 'choice',
      value: ({ severity }) => severity,
      choices: deliverySeverities,
      sort: 'severity',
      filter: choiceFilter('severity', 'Gravidade', deliverySeverities),
    },
    source: {
      label: 'Origem',
      kind: 'choice',
      value: ({ source }) => source,
      choices: alertSources,
      sort: 'source',
      filter: choiceFilter('source', 'Origem', alertSources),
    },
    at: { label: 'Quando', kind: 'instant', value: ({ at }) => at, sort: 'at' },
    state: {
      label: 'Leitura',
      kind: 'choice',
      value: ({ isRead }) => (isRead ? 'read' : 'unread'),
      choices: noticeStateNames,
      sort: 'state',
      filter: choiceFilter('state', 'Leitura', noticeStateNames),
    },
    body: { label: 'Descrição', kind: 'text', value: ({ body }) => body },
    count: { label: 'Vezes', kind: 'number', decimals: 0, value: ({ count }) => count, sort: 'count', shown: 'chosen' },
    simulated: { label: 'Dados simulados', kind: 'yesNo', value: ({ simulated }) => simulated, shown: 'chosen' },
  },
});

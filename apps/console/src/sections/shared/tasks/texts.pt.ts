import { jobStateNames } from '@kianda/contract/operations/tasks/tasks.resource';

/** Texts about background tasks, for every section that shows them. */
export const taskStateTexts = {
  window: 'Últimas 24 h',
  windowSince: (instant: string) => `Desde ${instant}`,
  now: {
    title: 'Agora',
    description: 'Tarefas em curso e em espera, com o progresso que comunicam.',
    empty: 'Nada em curso',
    emptyBody: 'As tarefas começam pela sua agenda, ou a pedido.',
    cancel: 'Cancelar tarefa',
    cancelOf: (label: string) => `Cancelar tarefa: ${label}`,
    cancelled: 'Cancelamento pedido.',
    cancelling: 'A cancelar…',
  },
  states: jobStateNames,
  name: 'Identificador',
  emptyBody: 'As tarefas começam pela sua agenda, ou a pedido.',
  noneEnded: 'Nenhuma tarefa terminou nas últimas 24 h.',
  waiting: 'Em espera',
  exportNote: { source: 'Fonte', own: 'Medições da própria plataforma', exported: 'Exportado em' },
} as const;

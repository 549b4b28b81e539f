import { formatCount } from '@kianda/format';

/** Texts of background tasks and of the pipelines they make up. */
export const taskTexts = {
  description: 'Tarefas em segundo plano da plataforma: o que corre, o que espera e como terminou, medido.',
  processing: 'Ver processamento',
  tiles: {
    running: 'Tarefas em curso',
    waiting: 'Em espera',
    success: 'Sucesso',
    noneEnded: 'Nenhuma tarefa terminou nas últimas 24 h.',
    outcome: (failed: number, routine: number) =>
      [
        `${formatCount(failed, 'falhada', 'falhadas')} em 24 h`,
        ...(routine === 0 ? [] : [`sem ${formatCount(routine, 'tarefa de rotina', 'tarefas de rotina')}`]),
      ].join(' · '),
    wait: 'Espera mediana',
    noneBegun: 'Nenhuma tarefa começou nas últimas 24 h.',
    duration: 'Duração mediana',
    ended: (count: number) => formatCount(count, 'terminada', 'terminadas'),
  },
  list: {
    title: 'Tarefas',
    description: 'Escolha uma para ver o que recebeu e o que devolveu.',
    empty: 'Ainda sem tarefas',
    emptyBody: 'A primeira aparece no minuto seguinte ao arranque.',
    task: 'Tarefa',
    state: 'Estado',
    asked: 'Pedida',
    wait: 'Espera',
    duration: 'Duração',
    attempt: 'Tentativas',
    trigger: 'Origem',
    message: 'Mensagem',
    key: 'Chave',
    name: 'Identificador',
  },
  detail: {
    close: 'Fechar tarefa',
    started: 'Início',
    ended: 'Fim',
    notYet: 'Ainda não',
    error: 'Erro',
    input: 'Recebeu',
    result: 'Devolveu',
    nothing: 'nada',
  },
} as const;

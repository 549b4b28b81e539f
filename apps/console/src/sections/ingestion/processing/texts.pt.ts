/** Texts of section `processing`. */
export const pipelineTexts = {
  description: 'O que cada processo da plataforma fez, medido sobre as suas tarefas.',
  tasks: 'Ver tarefas',
  title: 'Processos',
  hint: 'Escolha um para ver a sua última tarefa.',
  received: 'Dados recebidos',
  active: 'Processos ativos',
  activeNote: 'com tarefas nas últimas 24 h',
  duration: 'Duração mediana',
  running: 'Em curso',
  process: 'Processo',
  latest: 'Última tarefa',
  state: 'Estado',
  tasksCount: 'Tarefas',
  failed: 'Falhadas',
  success: 'Sucesso',
  empty: 'Ainda sem processos',
} as const;

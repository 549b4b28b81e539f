/** Texts of the exports that are written in the background. */
export const preparedTexts = {
  title: 'Exportações',
  description:
    'Ficheiros demasiado grandes para esperar por eles. Ficam guardados 7 dias; cada ligação abre sem sessão durante um dia.',
  list: 'Exportações pedidas por si',
  empty: 'Nenhuma exportação',
  emptyText:
    'Uma exportação com mais de 20 000 registos, ou um PDF com mais de 2 000, é preparada aqui, e é avisado quando estiver pronta.',
  states: { waiting: 'À espera', running: 'A escrever', ready: 'Pronta', failed: 'Falhou' },
  progress: (share: string) => `Escrito: ${share}`,
  asked: 'Pedida',
  until: 'Disponível até',
  gone: 'O ficheiro já foi eliminado.',
  record: 'registo',
  records: 'registos',
  download: 'Descarregar',
  downloadOf: (name: string) => `Descarregar ${name}`,
  again: 'Peça a exportação outra vez.',
} as const;

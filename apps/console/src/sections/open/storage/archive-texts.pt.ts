/** Texts of the archive of positions. */
export const archiveTexts = {
  title: 'Posições de embarcações arquivadas',
  off: 'O arquivo está desligado: as posições ficam na base de dados. Liga-se em Configurações Sistema, grupo Retenção.',
  on: (days: string) =>
    `Ao fim de ${days} na base de dados, cada dia passa a um ficheiro GeoParquet, e continua a ser encontrado.`,
  kept: (days: string) => `Conservam-se ${days} ao todo.`,
  total: (positions: string, size: string) => `Em ficheiros: ${positions}, ${size}.`,
  days: ['dia', 'dias'],
  positions: ['posição', 'posições'],
  none: 'Ainda não há dias arquivados.',
  noneText: 'Os dias aparecem aqui depois da noite em que passam a ficheiros.',
  restore: 'Repor',
  restoreOf: (day: string) => `Repor ${day}`,
  restoreTitle: (day: string) => `Repor ${day} na base de dados?`,
  restoreBody:
    'As posições voltam à base de dados durante 30 dias, para consultas pesadas, e o ficheiro é retirado. Depois o dia é arquivado de novo.',
  asked: 'Reposição na fila. Acompanhe-a em Processamento Assíncrono.',
  actions: 'Ações',
} as const;

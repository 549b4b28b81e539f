/** Texts of the parts that several sections share. */
export const sharedTexts = {
  unknownYet: 'Valor ainda não conhecido.',
  unknown: (reason: string) => `Valor desconhecido: ${reason}`,
  fallbackNote: (reason: string) => `Valores de recurso. ${reason}`,
  retry: 'Tentar Novamente',
  filters: { find: 'Procurar', reset: 'Limpar filtros', from: 'Desde', to: 'Até' },
  dialog: {
    reason: 'Motivo',
    reasonHelp: (min: number) => `Pelo menos ${min} caracteres; fica na auditoria.`,
    cancel: 'Cancelar',
    save: 'Guardar',
  },
  once: { copy: 'Copiar', copied: 'Copiado', done: 'Já guardei' },
  key: {
    name: 'Nome',
    days: 'Validade em dias',
    password: 'Palavra-passe',
    passwordHelp: 'Para confirmar que é você.',
    confirm: 'Criar a chave',
  },
  years: {
    empty: 'Sem valores por ano.',
    none: 'sem dados',
    in: (year: string) => `em ${year}`,
    table: 'Tabela',
    chart: 'Gráfico',
    csv: 'CSV',
    yearHeader: 'Ano',
    keys: 'Setas: percorrer os anos. Início e Fim: primeiro e último.',
  },
} as const;

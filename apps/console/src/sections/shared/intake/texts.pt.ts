/** Texts of the preview of a file before it is stored. */
export const filePreviewTexts = {
  downloadFailed: (message: string) => `Não foi possível descarregar o ficheiro. ${message}`,
  mapping: {
    title: 'Correspondência das colunas',
    column: 'Coluna do ficheiro',
    samples: 'Exemplos',
    field: 'Campo',
    none: 'Não usar',
    fieldOf: (header: string) => `Campo da coluna ${header}`,
    noHeader: (index: number) => `Coluna ${index}`,
  },
  rows: {
    title: 'Linhas lidas',
    which: 'Linhas a mostrar',
    all: 'Primeiras',
    bad: 'Com erros',
    line: 'Linha',
    problem: 'Erro',
    message: 'Mensagem',
    none: 'Nenhuma linha com erros.',
    first: (line: string) => `primeira na linha ${line}`,
    reasons: 'Erros por razão',
    report: 'Relatório de erros (CSV)',
  },
} as const;

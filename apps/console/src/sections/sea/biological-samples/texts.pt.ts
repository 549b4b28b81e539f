/** Texts of the section of biological samples. */
export const sampleTexts = {
  description:
    'Os animais que o instituto nacional mediu, um por linha: espécie, comprimento, peso, profundidade e arte. Os modelos aprendem com eles.',
  list: 'Exemplares medidos',
  listText: (total: string) => `${total} com estes filtros. O que não foi anotado na amostragem é «—».`,
  none: 'Nenhum exemplar corresponde aos filtros',
  noneText:
    'Retire filtros, ou entregue ficheiros de amostragem biológica em Ingestão de Dados se ainda não há nenhum.',
} as const;
